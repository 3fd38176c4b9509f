import { existsSync } from 'node:fs';
import { expect, test } from 'vitest';
import { createTemporaryFolder } from './temporary-folder.ts';

const fileFolder = await createTemporaryFolder();
const testFolders: string[] = [];

test('createTemporaryFolder creates a folder for a test', async () => {
  testFolders.push(await createTemporaryFolder());
  expect([fileFolder, ...testFolders].map((folder) => existsSync(folder))).toEqual([true, true]);
});

test('createTemporaryFolder removes the folder of a test, but not that of the file, after the test', () => {
  expect([fileFolder, ...testFolders].map((folder) => existsSync(folder))).toEqual([true, false]);
});
