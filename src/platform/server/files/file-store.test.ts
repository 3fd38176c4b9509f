import { createHash } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { describe, expect, test } from 'vitest';
import { startS3Server } from '#platform/testing/s3-server.ts';
import { createTemporaryFolder } from '#platform/testing/temporary-folder.ts';
import { toCodedError } from '#platform/server/http/errors.ts';
import { createFolderFileStore } from './folder-file-store.ts';
import { createS3FileStore } from './s3-file-store.ts';
import { createFileStore, type ByteRange, type FileStore } from './file-store.ts';

const folder = await createTemporaryFolder();
const s3 = await startS3Server();

const stores: [string, () => FileStore][] = [
  ['createFolderFileStore', () => createFolderFileStore(join(folder, 'files'))],
  [
    'createS3FileStore',
    () =>
      createS3FileStore({
        bucket: 'blobs',
        prefix: 'portal',
        endpoint: s3.url,
        region: 'us-east-1',
        credentials: { accessKeyId: 'key', secretAccessKey: 'secret' },
      }),
  ],
];
const sha256 = (body: Buffer): string => createHash('sha256').update(body).digest('hex');

async function read(
  files: FileStore,
  key: string,
): Promise<{ text: string; contentType: string; bytes: number } | null> {
  const found = await files.get(key);
  return found && { text: (await buffer(found.body)).toString(), contentType: found.contentType, bytes: found.bytes };
}

describe.each(stores)('%s', (_name, open) => {
  test('returns a stored file with its type, length and hash', async () => {
    const body = Buffer.from('a picture of a wreck, ünder water');
    const put = await open().put('photos/7f3a/large.webp', body, 'image/webp');
    expect(put).toEqual({ bytes: body.length, sha256: sha256(body) });
    expect(await read(open(), 'photos/7f3a/large.webp')).toEqual({
      text: body.toString(),
      contentType: 'image/webp',
      bytes: body.length,
    });
  });

  test('reads a file into memory', async () => {
    await open().put('photos/small.webp', Buffer.from('a small wreck'), 'image/webp');
    expect(String(await open().read('photos/small.webp'))).toBe('a small wreck');
    await open().put('photos/empty.webp', Buffer.alloc(0), 'image/webp');
    expect(String(await open().read('photos/empty.webp'))).toBe('');
    expect(await open().read('photos/none.webp')).toBeNull();
  });

  test('returns ranges with the size of the whole file', async () => {
    await open().put('videos/wreck.mp4', Buffer.from('0123456789'), 'video/mp4');
    const read = async (part: ByteRange) => {
      const found = await open().get('videos/wreck.mp4', part);
      return found && [(await buffer(found.body)).toString(), found.bytes];
    };
    expect(await read({ start: 0, end: 2 })).toEqual(['012', 10]);
    expect(await read({ start: 7 })).toEqual(['789', 10]);
  });

  test('stores streams and empty files', async () => {
    const chunks = Array.from({ length: 40 }, (_, index) => Buffer.alloc(50_000, index));
    const put = await open().put('exports/all.zip', Readable.from(chunks), 'application/zip');
    expect(put).toEqual({ bytes: 2_000_000, sha256: sha256(Buffer.concat(chunks)) });
    const found = await open().get('exports/all.zip');
    expect(sha256(await buffer(found?.body ?? Readable.from([])))).toBe(put.sha256);
    await open().put('exports/none.txt', Readable.from([]), 'text/plain');
    expect(await read(open(), 'exports/none.txt')).toEqual({ text: '', contentType: 'text/plain', bytes: 0 });
  });

  test('replaces a file', async () => {
    await open().put('a/b', Buffer.from('first'), 'text/plain');
    await open().put('a/b', Buffer.from('2nd'), 'text/html');
    expect(await read(open(), 'a/b')).toEqual({ text: '2nd', contentType: 'text/html', bytes: 3 });
  });

  test('keeps the old file when the new content fails', async () => {
    await open().put('kept', Buffer.from('whole'), 'text/plain');
    const broken = Readable.from(
      (async function* () {
        yield Buffer.from('half');
        throw new Error('upload aborted');
      })(),
    );
    await expect(open().put('kept', broken, 'text/plain')).rejects.toThrow('upload aborted');
    expect((await read(open(), 'kept'))?.text).toBe('whole');
  });

  test('changes the version when a file is replaced', async () => {
    expect(await open().getVersion('versions/none')).toBeNull();
    await open().put('versions/a', Buffer.from('first'), 'text/plain');
    const first = await open().getVersion('versions/a');
    expect(first).toEqual(expect.any(String));
    expect(await open().getVersion('versions/a')).toBe(first);
    await open().put('versions/a', Buffer.from('other'), 'text/plain');
    expect(await open().getVersion('versions/a')).not.toBe(first);
  });

  test('lists the keys that start with a prefix', async () => {
    const keys = ['lists/a', 'lists/a/b', 'lists/ab', 'lists/c/d/e', 'lists/c/f', 'listless'];
    for (const key of keys) await open().put(key, Buffer.from('x'), 'text/plain');
    const list = async (prefix: string) => (await Array.fromAsync(open().list(prefix))).toSorted();
    expect(await list('lists/')).toEqual(keys.slice(0, -1));
    expect(await list('lists/a')).toEqual(keys.slice(0, 3));
    expect(await list('none/')).toEqual([]);
    expect(await list('')).toEqual(expect.arrayContaining(keys));
  });

  test('accepts a key that is a prefix of another', async () => {
    await open().put('card', Buffer.from('one'), 'text/plain');
    await open().put('card/back', Buffer.from('two'), 'text/plain');
    expect((await read(open(), 'card'))?.text).toBe('one');
    expect((await read(open(), 'card/back'))?.text).toBe('two');
  });

  test('deletes a file and ignores missing files', async () => {
    await open().put('gone', Buffer.from('x'), 'text/plain');
    await open().delete('gone');
    await open().delete('gone');
    expect(await open().get('gone')).toBeNull();
    expect(await open().get('never/was')).toBeNull();
  });

  test.each([
    '',
    '/etc/passwd',
    '../secret',
    'a/../../secret',
    'a//b',
    'a/',
    '.hidden',
    'a\\b',
    'a\0b',
    'ä',
    'x~',
    'a'.repeat(300),
  ])('rejects the key %j', async (key) => {
    await expect(open().put(key, Buffer.from('x'), 'text/plain')).rejects.toThrow('invalid file key');
    await expect(open().get(key)).rejects.toThrow('invalid file key');
    await expect(open().delete(key)).rejects.toThrow('invalid file key');
  });
});

test('an aborted upload leaves no file in the folder', async () => {
  expect(await readdir(join(folder, 'files', '~unfinished'))).toEqual([]);
});

test('createFileStore uses the data folder without S3 settings', async () => {
  const settings = { DATA_DIR: folder, S3_REGION: 'us-east-1' };
  await (await createFileStore(settings)).put('here', Buffer.from('in the folder'), 'text/plain');
  expect((await read(createFolderFileStore(join(folder, 'files')), 'here'))?.text).toBe('in the folder');
});

describe('file storage that cannot be reached', () => {
  test('fails with 503, and files are there when it is back', async () => {
    const files = createS3FileStore({
      bucket: 'blobs',
      endpoint: s3.url,
      region: 'us-east-1',
      credentials: { accessKeyId: 'key', secretAccessKey: 'secret' },
    });
    await files.put('photos/wreck.webp', Buffer.from('a wreck'), 'image/webp');
    await s3.close();
    const unavailable = { status: 503, code: 'server.overloaded' };
    expect(await files.read('photos/wreck.webp').catch(toCodedError)).toMatchObject(unavailable);
    expect(await files.put('photos/reef.webp', Buffer.from('a reef'), 'image/webp').catch(toCodedError)).toMatchObject(
      unavailable,
    );
    await s3.open();
    expect(String(await files.read('photos/wreck.webp'))).toBe('a wreck');
  });
});
