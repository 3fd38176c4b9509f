import { existsSync, globSync } from 'node:fs';
import { extname, join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { negotiateEncoding, type ContentEncoding } from '#platform/server/http/content-encoding.ts';

/** In the order of our preference. The static file plugin chooses between br and gzip itself, but does not support zstd. */
const extensions: Record<ContentEncoding, string> = { br: '.br', zstd: '.zst', gzip: '.gz' };
const encodings: ContentEncoding[] = ['br', 'zstd', 'gzip'];

const contentTypes: Record<string, string> = {
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.wasm': 'application/wasm',
  '.woff2': 'font/woff2',
};

/** Names of stored assets: no hidden files, and no way out of the folder. */
const storedName = /^(?:[\w-][\w.-]*\/)*[\w-][\w.-]*$/;

/**
 * Serves the files of the build below /assets, compressed at build time. Files of other builds come from the store, which
 * other processes change.
 */
export async function registerAssets(app: FastifyInstance, folder: string, storeFolder: string): Promise<void> {
  await app.register(fastifyStatic, {
    root: folder,
    serve: false,
    contentType: false,
    // File names contain a content hash, so browsers never ask whether a file changed.
    immutable: true,
    maxAge: '1y',
    etag: false,
    lastModified: false,
    acceptRanges: false,
  });
  const files = new Set(globSync('**/*.*', { cwd: folder }));
  app.get<{ Params: { '*': string } }>('/assets/*', async (request, reply) => {
    const name = request.params['*'];
    const contentType = contentTypes[extname(name)];
    const isOwn = files.has(name);
    const isAsset = (file: string) =>
      isOwn ? files.has(file) : storedName.test(file) && existsSync(join(storeFolder, file));
    if (contentType === undefined || !isAsset(name)) return reply.callNotFound();
    const available = encodings.filter((encoding) => isAsset(name + extensions[encoding]));
    if (available.length > 0) reply.header('vary', 'accept-encoding');
    const encoding = negotiateEncoding(request, available);
    if (encoding !== null) reply.header('content-encoding', encoding);
    const file = encoding === null ? name : name + extensions[encoding];
    return reply.type(contentType).sendFile(file, isOwn ? folder : storeFolder);
  });
}
