import { PassThrough, Readable, Transform } from 'node:stream';
import { buffer, text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { fromBufferPromise } from 'yauzl';
import { createTemporaryFolder } from '#platform/testing/temporary-folder.ts';
import { createFolderFileStore } from './folder-file-store.ts';
import type { FileStore } from './file-store.ts';
import { storeZip } from './zip.ts';

const files = createFolderFileStore(await createTemporaryFolder());

async function* broken(): AsyncGenerator<string> {
  yield 'the first half';
  throw new Error('source failed');
}

test('storeZip stores the added files in order', async () => {
  const { bytes } = await storeZip(
    files,
    'a.zip',
    async (add) => {
      await add('one.txt', Readable.from(['first'], { objectMode: false }));
      await add('two/ü.txt', Readable.from(['x'.repeat(1_000_000)], { objectMode: false }));
    },
    new PassThrough(),
  );
  const stored = await files.get('a.zip');
  expect(stored).toMatchObject({ contentType: 'application/octet-stream', bytes });
  const zip = await fromBufferPromise(await buffer(stored?.body ?? Readable.from([])));
  const lengths: [string, number][] = [];
  for await (const entry of zip.eachEntry())
    lengths.push([entry.fileName, (await text(await zip.openReadStreamPromise(entry))).length]);
  expect(lengths).toEqual([
    ['one.txt', 5],
    ['two/ü.txt', 1_000_000],
  ]);
});

test('storeZip stores nothing when a source fails', async () => {
  const storing = storeZip(
    files,
    'b.zip',
    async (add) => {
      await add('one.txt', Readable.from(['first'], { objectMode: false }));
      await add('two.txt', Readable.from(broken(), { objectMode: false }));
    },
    new PassThrough(),
  );
  await expect(storing).rejects.toThrow('source failed');
  expect(await files.get('b.zip')).toBeNull();
});

test('storeZip stops reading when the store fails', async () => {
  const full: FileStore = {
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
  await expect(storeZip(full, 'c.zip', (add) => add('endless', endless), new PassThrough())).rejects.toThrow(
    'no space left',
  );
  expect(endless.destroyed).toBe(true);
});

test('storeZip encrypts and stores nothing when the encryption fails', async () => {
  const inverting = new Transform({
    transform: (chunk: Buffer, _encoding, done) =>
      done(
        null,
        chunk.map((byte) => byte ^ 0xff),
      ),
  });
  const fill = (add: (path: string, content: Readable) => Promise<void>) =>
    add('one.txt', Readable.from(['first'], { objectMode: false }));
  await storeZip(files, 'd.zip', fill, inverting);
  const stored = await buffer((await files.get('d.zip'))?.body ?? Readable.from([]));
  expect(String(stored.map((byte) => byte ^ 0xff).subarray(0, 2))).toBe('PK');
  const breaking = new Transform({ transform: (_chunk, _encoding, done) => done(new Error('encryption failed')) });
  await expect(storeZip(files, 'e.zip', fill, breaking)).rejects.toThrow('encryption failed');
  expect(await files.get('e.zip')).toBeNull();
});
