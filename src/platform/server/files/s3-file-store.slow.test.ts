import { execFile, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { afterAll, describe, expect, it } from 'vitest';
import { createTemporaryFolder } from '#platform/testing/temporary-folder.ts';
import { reportSkipped } from '../../../../scripts/debian-package.ts';
import { createS3FileStore } from './s3-file-store.ts';

/**
 * An S3 server that others wrote. It is not a dependency, because it is no longer maintained: its dependencies must not
 * come into our lock file.
 */
const version = '3.7.1';
const prefix = join(import.meta.dirname, '../../../../node_modules/.cache/s3rver', version);
const program = join(prefix, 'node_modules/s3rver/bin/s3rver.js');

async function install(): Promise<boolean> {
  if (existsSync(program)) return true;
  const args = ['install', '--prefix', prefix, '--no-audit', '--no-fund', '--ignore-scripts', `s3rver@${version}`];
  await promisify(execFile)('npm', args).catch((error: Error) => {
    reportSkipped(`s3rver ${version} could not be installed from npm: ${error.message.split('\n')[0]}`);
  });
  return existsSync(program);
}

describe.skipIf(!(await install()))('createS3FileStore on s3rver', async () => {
  if (!existsSync(program)) return;
  const folder = await createTemporaryFolder();
  const args = ['--directory', folder, '--address', '127.0.0.1', '--port', '0', '--configure-bucket', 'blobs'];
  // Its lists use an old cipher.
  const child = spawn(process.execPath, ['--openssl-legacy-provider', program, ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(child, 'close');
  afterAll(async () => {
    child.kill('SIGKILL');
    await ended;
  });
  let output = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (output += text));
  const findUrl = () => /listening on ([\d.]+):(\d+)/.exec(output);
  while (findUrl() === null)
    await Promise.race([once(child.stdout, 'data'), ended.then(() => Promise.reject(new Error(output)))]);
  const [, host, port] = findUrl() ?? [];
  const open = (accessKeyId = 'S3RVER') =>
    createS3FileStore({
      bucket: 'blobs',
      prefix: 'portal',
      endpoint: `http://${host}:${port}`,
      region: 'us-east-1',
      credentials: { accessKeyId, secretAccessKey: 'S3RVER' },
    });
  const files = open();
  const read = async (key: string, part?: { start: number; end?: number }) => {
    const found = await files.get(key, part);
    return found && { ...found, body: await buffer(found.body) };
  };

  it('stores, reads, replaces and deletes files', async () => {
    const body = Buffer.from('a picture of a wreck, ünder water');
    expect((await files.put('photos/a.jpg', body, 'image/jpeg')).bytes).toBe(body.length);
    expect(await read('photos/a.jpg')).toEqual({ body, contentType: 'image/jpeg', bytes: body.length });
    expect(await files.read('photos/a.jpg')).toEqual(body);
    const version1 = await files.getVersion('photos/a.jpg');
    await files.put('photos/a.jpg', Buffer.from('another'), 'image/jpeg');
    expect(await files.getVersion('photos/a.jpg')).not.toBe(version1);
    await files.delete('photos/a.jpg');
    await files.delete('photos/a.jpg');
    expect([
      await read('photos/a.jpg'),
      await files.read('photos/a.jpg'),
      await files.getVersion('photos/a.jpg'),
    ]).toEqual([null, null, null]);
  });

  it('returns ranges with the size of the whole file', async () => {
    const body = randomBytes(100_000);
    await files.put('media/film.mp4', body, 'video/mp4');
    expect(await read('media/film.mp4', { start: 10, end: 19 })).toMatchObject({
      body: body.subarray(10, 20),
      bytes: 100_000,
    });
    expect(await read('media/film.mp4', { start: 99_990 })).toMatchObject({
      body: body.subarray(99_990),
      bytes: 100_000,
    });
  });

  it('stores a stream of unknown length', async () => {
    const body = randomBytes(9_000_000);
    const pieces = Array.from({ length: 90 }, (_, index) => body.subarray(index * 100_000, (index + 1) * 100_000));
    await files.put('exports/large.zip', Readable.from(pieces), 'application/zip');
    expect((await files.read('exports/large.zip'))?.equals(body)).toBe(true);
  });

  it('lists keys, over several pages', async () => {
    const names = Array.from({ length: 1_100 }, (_, index) => `list/${String(index).padStart(4, '0')}`);
    for (let start = 0; start < names.length; start += 50)
      await Promise.all(names.slice(start, start + 50).map((name) => files.put(name, Buffer.from('x'), 'text/plain')));
    expect((await Array.fromAsync(files.list('list/'))).toSorted()).toEqual(names);
  });

  it('fails with a wrong key instead of finding nothing', async () => {
    await expect(open('wrong').read('media/film.mp4')).rejects.toMatchObject({ name: 'InvalidAccessKeyId' });
    await expect(open('wrong').put('media/other.mp4', Buffer.from('x'), 'video/mp4')).rejects.toMatchObject({
      name: 'InvalidAccessKeyId',
    });
  });
});
