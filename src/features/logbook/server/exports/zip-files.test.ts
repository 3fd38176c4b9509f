import { buffer } from 'node:stream/consumers';
import { unzipSync } from 'fflate';
import { expect, it } from 'vitest';
import { zipFiles } from './zip-files.ts';

const zipNames = async (names: readonly string[]) => {
  const files = names.map((name) => ({ name, read: async () => Buffer.from(name) }));
  return Object.keys(unzipSync(await buffer(zipFiles(files))));
};

it('gives every file a name of its own, without folders', async () => {
  const names = [
    'a.fit',
    'A.fit',
    'a 2.fit',
    'a.fit',
    '..',
    '../../b.fit',
    '.hidden',
    '',
    'c\\d.fit',
    'half \uD800.fit',
  ];
  expect(await zipNames(names)).toEqual([
    'a.fit',
    'A 2.fit',
    'a 2 2.fit',
    'a 3.fit',
    'file',
    'b.fit',
    'hidden',
    'file 2',
    'c d.fit',
    'half \uFFFD.fit',
  ]);
});

it('numbers thousands of files that have the same name', async () => {
  const names = await zipNames(Array.from({ length: 3_000 }, () => 'activity.fit'));
  expect(names.at(-1)).toBe('activity 3000.fit');
});
