import { Readable } from 'node:stream';
import { buffer, text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { fromBufferPromise } from 'yauzl';
import { temporaryFolder } from '../testing/folder.ts';
import { createFolderFiles } from './files-folder.ts';
import type { Files } from './files.ts';
import { storeZip } from './zip.ts';

const files = createFolderFiles(await temporaryFolder());

async function* broken(): AsyncGenerator<string> {
  yield 'the first half';
  throw new Error('the source broke');
}

test('a zip holds what was put into it, in order', async () => {
  const { bytes } = await storeZip(files, 'a.zip', async (add) => {
    await add('one.txt', Readable.from(['first'], { objectMode: false }));
    await add('two/ü.txt', Readable.from(['x'.repeat(1_000_000)], { objectMode: false }));
  });
  const stored = await files.get('a.zip');
  expect(stored).toMatchObject({ contentType: 'application/zip', bytes });
  const zip = await fromBufferPromise(await buffer(stored?.body ?? Readable.from([])));
  const lengths: [string, number][] = [];
  for await (const entry of zip.eachEntry())
    lengths.push([entry.fileName, (await text(await zip.openReadStreamPromise(entry))).length]);
  expect(lengths).toEqual([
    ['one.txt', 5],
    ['two/ü.txt', 1_000_000],
  ]);
});

test('nothing is stored when a source breaks', async () => {
  const storing = storeZip(files, 'b.zip', async (add) => {
    await add('one.txt', Readable.from(['first'], { objectMode: false }));
    await add('two.txt', Readable.from(broken(), { objectMode: false }));
  });
  await expect(storing).rejects.toThrow('the source broke');
  expect(await files.get('b.zip')).toBeNull();
});

test('whoever fills a zip does not wait for a place that is lost', async () => {
  const full: Files = {
    ...files,
    put: async (_key, body) => {
      for await (const chunk of body) if (chunk) throw new Error('no space left');
      return { bytes: 0, sha256: '' };
    },
  };
  const endless = Readable.from(
    (function* () {
      for (;;) yield crypto.getRandomValues(new Uint8Array(65_536));
    })(),
    { objectMode: false },
  );
  await expect(storeZip(full, 'c.zip', (add) => add('endless', endless))).rejects.toThrow('no space left');
  expect(endless.destroyed).toBe(true);
});
