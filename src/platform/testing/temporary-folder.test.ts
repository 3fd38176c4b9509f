import { existsSync } from 'node:fs';
import { expect, test } from 'vitest';
import { createTemporaryFolder } from './temporary-folder.ts';

const fileFolder = await createTemporaryFolder();
const testFolders: string[] = [];

test('a test has an empty folder of its own', async () => {
  testFolders.push(await createTemporaryFolder());
  expect([fileFolder, ...testFolders].map((folder) => existsSync(folder))).toEqual([true, true]);
});

test('it is gone after that test, and the one of the file is not', () => {
  expect([fileFolder, ...testFolders].map((folder) => existsSync(folder))).toEqual([true, false]);
});
