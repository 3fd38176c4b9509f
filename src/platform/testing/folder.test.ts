import { existsSync } from 'node:fs';
import { expect, test } from 'vitest';
import { temporaryFolder } from './folder.ts';

const ofTheFile = await temporaryFolder();
const ofTests: string[] = [];

test('a test has an empty folder of its own', async () => {
  ofTests.push(await temporaryFolder());
  expect([ofTheFile, ...ofTests].map((folder) => existsSync(folder))).toEqual([true, true]);
});

test('it is gone after that test, and the one of the file is not', () => {
  expect([ofTheFile, ...ofTests].map((folder) => existsSync(folder))).toEqual([true, false]);
});
