import { brotliCompressSync, constants, gzipSync, zstdCompressSync } from 'node:zlib';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { minCompressedBytes, negotiateEncoding, type ContentEncoding } from './content-encoding.ts';
import { getRouteKind } from './route-kind.ts';

/** Event streams are text as well, but their events must not wait for a full block. */
const compressibleType =
  /^(text\/(?!event-stream)|application\/(json|javascript|xml|x-dive-recording|[\w.-]+\+(json|xml))|image\/svg)/;

/** Levels for 20 dives (5 KB) in 45, 59 and 42 µs, and 260 KB in 0.1, 0.5 and 0.7 ms: too short for the thread pool. */
const compressors: Record<ContentEncoding, (payload: string | Buffer) => Buffer> = {
  zstd: (payload) => zstdCompressSync(payload, { params: { [constants.ZSTD_c_compressionLevel]: 3 } }),
  br: (payload) => brotliCompressSync(payload, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }),
  gzip: (payload) => gzipSync(payload, { level: 4 }),
};
const encodings: ContentEncoding[] = ['zstd', 'br', 'gzip'];

const repliesWithSecrets = new WeakSet<FastifyReply>();

/**
 * Sends the answer uncompressed. The size of a compressed answer tells how much of it repeats, so an attacker who can
 * see sizes and put text into the answer could guess a secret in it, letter by letter (BREACH).
 */
export function preventCompression(reply: FastifyReply): void {
  repliesWithSecrets.add(reply);
}

/** Compresses texts. Streams and files compressed at build time are sent as they are. */
export function compressAnswers(app: FastifyInstance): void {
  app.addHook('onSend', (request, reply, payload, done) => {
    if (!isText(payload) || payload.length < minCompressedBytes) return done();
    // An entity tag names the uncompressed bytes.
    if (reply.hasHeader('content-encoding') || reply.hasHeader('etag')) return done();
    const type = String(reply.getHeader('content-type'));
    if (!compressibleType.test(type)) return done();
    // The endpoints of sign-in answer with codes and links, and some repeat what the request contains. Pages do not.
    const kind = getRouteKind(request);
    if ((kind === 'sign-in' || kind === 'account') && !type.startsWith('text/html')) return done();
    done(null, compress(request, reply, payload));
  });
}

/** Sets the headers of a text that may be compressed, and returns it compressed if the client supports it. */
export function compress<Text extends string | Buffer>(
  request: FastifyRequest,
  reply: FastifyReply,
  text: Text,
): Text | Buffer {
  if (text.length < minCompressedBytes || repliesWithSecrets.has(reply)) return text;
  reply.header('vary', 'accept-encoding');
  const encoding = negotiateEncoding(request, encodings);
  if (encoding === null) return text;
  reply.removeHeader('content-length').header('content-encoding', encoding);
  return compressors[encoding](text);
}

function isText(payload: unknown): payload is string | Buffer {
  return typeof payload === 'string' || Buffer.isBuffer(payload);
}
