import { globSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib';
import Fastify from 'fastify';
import { describe, expect, it } from 'vitest';
import { createTemporaryFolder } from '#platform/testing/temporary-folder.ts';
import { compressFolder } from '../../../../scripts/vite-compress.ts';
import { registerAssets } from './assets.ts';

const folder = await createTemporaryFolder();
const script = `export default ${JSON.stringify('a dive in the bay '.repeat(200))}`;
await mkdir(join(folder, 'messages-1'));
await writeFile(join(folder, 'messages-1/shell.de-DE.js'), script);
await writeFile(join(folder, 'small.js'), 'export {}');
await writeFile(join(folder, 'font.woff2'), Buffer.alloc(4_000));
await compressFolder(folder);
const app = Fastify();
await registerAssets(app, folder, join(folder, '../no-store'));

const get = async (url: string, acceptEncoding?: string) =>
  app.inject({ url, headers: acceptEncoding === undefined ? {} : { 'accept-encoding': acceptEncoding } });

const decoders: Record<string, (bytes: Buffer) => Buffer> = {
  br: brotliDecompressSync,
  zstd: zstdDecompressSync,
  gzip: gunzipSync,
};

describe('assets', () => {
  it('are compressed in subfolders, except small files and fonts', () => {
    expect(globSync('**/*.{br,zst,gz}', { cwd: folder }).toSorted()).toEqual(
      ['br', 'gz', 'zst'].map((extension) => `messages-1/shell.de-DE.js.${extension}`),
    );
  });

  it.each([
    ['gzip, deflate, br, zstd', 'br'],
    ['br;q=0.5, zstd', 'zstd'],
    ['zstd, gzip', 'zstd'],
    ['gzip', 'gzip'],
    ['*', 'br'],
    ['br;q=0, *', 'zstd'],
  ])('are sent for "%s" as %s', async (accepted, encoding) => {
    const answer = await get('/assets/messages-1/shell.de-DE.js', accepted);
    expect(answer.headers).toMatchObject({
      'content-encoding': encoding,
      'content-type': 'text/javascript; charset=utf-8',
      'cache-control': 'public, max-age=31536000, immutable',
      vary: 'accept-encoding',
    });
    expect(decoders[encoding]?.(answer.rawPayload).toString()).toBe(script);
  });

  it.each([undefined, 'identity', 'deflate', 'br;q=0', 'gzip;q=0.5, identity'])(
    'are sent uncompressed for accept-encoding %s',
    async (accepted) => {
      const answer = await get('/assets/messages-1/shell.de-DE.js', accepted);
      expect(answer.headers).toMatchObject({ vary: 'accept-encoding' });
      expect(answer.headers['content-encoding']).toBeUndefined();
      expect(answer.body).toBe(script);
    },
  );

  it('without a compressed copy do not vary', async () => {
    const answer = await get('/assets/font.woff2', 'br');
    expect(answer.headers).toMatchObject({ 'content-type': 'font/woff2', 'content-length': '4000' });
    expect(answer.headers).not.toHaveProperty('vary');
    expect(answer.headers).not.toHaveProperty('content-encoding');
  });

  it.each([
    '/assets/missing.js',
    '/assets/../web-assets.ts',
    '/assets/messages-1/shell.de-DE.js.br',
    '/assets/messages-1',
  ])('return 404 for %s', async (url) => expect((await get(url, 'br')).statusCode).toBe(404));
});
