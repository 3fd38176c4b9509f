import { expect, it } from 'vitest';
import { importLimits } from '#features/logbook/shared/import-limits.ts';
import { collectFiles } from './collect-files.ts';

/** How many entries a folder returns at a time. Browsers return at most 100. */
const partSize = 100;

const createFile = (name: string, isReadable = true) =>
  ({
    isFile: true,
    isDirectory: false,
    name,
    file: (resolve: FileCallback, reject: ErrorCallback) =>
      isReadable ? resolve(new File(['dive'], name)) : reject(new DOMException('gone', 'NotFoundError')),
  }) as unknown as FileSystemEntry;

const createFolder = (name: string, listChildren: () => readonly FileSystemEntry[], isReadable = true) =>
  ({
    isFile: false,
    isDirectory: true,
    name,
    createReader() {
      const left = [...listChildren()];
      return {
        readEntries: (resolve: FileSystemEntriesCallback, reject: ErrorCallback) =>
          isReadable ? resolve(left.splice(0, partSize)) : reject(new DOMException('denied', 'NotReadableError')),
      };
    },
  }) as unknown as FileSystemEntry;

const folder = (name: string, ...children: FileSystemEntry[]) => createFolder(name, () => children);

const nest = (depth: number, entry: FileSystemEntry): FileSystemEntry =>
  depth === 0 ? entry : folder(`level ${depth}`, nest(depth - 1, entry));

async function collect(entries: readonly (FileSystemEntry | null)[], files: readonly File[] = []) {
  const items = entries.map((entry) => ({ webkitGetAsEntry: () => entry }));
  const found = await collectFiles({ items, files } as unknown as DataTransfer);
  return { ...found, names: found.files.map(({ name }) => name) };
}

it('finds the files of nested folders, those beside a folder first', async () => {
  const dropped = [folder('2024', createFile('b.fit'), folder('May', createFile('c.fit'))), createFile('a.uddf')];
  expect(await collect(dropped)).toMatchObject({ names: ['a.uddf', 'b.fit', 'c.fit'], isIncomplete: false });
});

it('finds files that are many folders deep', async () => {
  expect(await collect([nest(30, createFile('deep.fit'))])).toMatchObject({
    names: ['deep.fit'],
    isIncomplete: false,
  });
});

it('reads a folder until it has no more entries', async () => {
  const files = Array.from({ length: 2 * partSize + 1 }, (_, index) => createFile(`${index}.fit`));
  expect((await collect([folder('all', ...files)])).names).toHaveLength(files.length);
});

it('leaves out hidden files', async () => {
  const dropped = [folder('dives', createFile('.DS_Store'), createFile('Thumbs.db'), createFile('a.fit'))];
  expect((await collect(dropped)).names).toEqual(['a.fit']);
});

it('stops after one file more than an import accepts, so that the screen says so', async () => {
  const files = Array.from({ length: importLimits.files + 50 }, (_, index) => createFile(`${index}.fit`));
  expect((await collect([folder('all', ...files)])).names).toHaveLength(importLimits.files + 1);
});

it('says that something couldn’t be read, and returns the rest', async () => {
  const denied = createFolder('denied', () => [], false);
  expect(await collect([denied, createFile('gone.fit', false), createFile('a.fit')])).toMatchObject({
    names: ['a.fit'],
    isIncomplete: true,
  });
});

it('ends when folders contain each other', async () => {
  const loop: FileSystemEntry = createFolder('loop', () => [loop, loop]);
  expect(await collect([createFile('a.fit'), loop])).toMatchObject({ names: ['a.fit'], isIncomplete: true });
});

it('takes plain files where the browser has no entries', async () => {
  const files = [new File(['dive'], 'a.fit'), new File(['x'], '.hidden')];
  expect(await collect([null], files)).toMatchObject({ names: ['a.fit'], isIncomplete: false });
});
