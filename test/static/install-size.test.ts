import { lstatSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const folder = join(import.meta.dirname, '../../node_modules');
/** 483 MB on Linux, 143 of them Node. Binaries of other platforms differ by a few tens of MB. */
const limit = 530;

it(`installs at most ${limit} MB`, () => {
  const packages = readdirSync(folder).filter((name) => !name.startsWith('.'));
  const files = packages.flatMap((name) =>
    readdirSync(join(folder, name), { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile()),
  );
  const entries = files.map((file) => lstatSync(join(file.parentPath, file.name)));
  // Node's binary is linked into two folders and takes its size only once.
  const sizes = new Map(entries.map(({ ino, size }) => [ino, size]));
  expect([...sizes.values()].reduce((sum, size) => sum + size, 0) / 1024 ** 2).toBeLessThan(limit);
});
