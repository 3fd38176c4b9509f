import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib';
import Fastify from 'fastify';
import { describe, expect, it } from 'vitest';
import { compressAnswers, preventCompression } from './compression.ts';

const text = JSON.stringify({ dives: Array.from({ length: 50 }, (_, number) => ({ number, site: 'Kelder Bay' })) });
const app = Fastify();
compressAnswers(app);
const answer = (url: string, type: string, body: string | Buffer = text, headers: Record<string, string> = {}) =>
  app.get(url, async (_request, reply) => reply.headers(headers).type(type).send(body));
answer('/json', 'application/json; charset=utf-8');
answer('/length', 'application/json', text, { 'content-length': String(text.length) });
answer('/html', 'text/html; charset=utf-8');
answer('/bytes', 'image/svg+xml', Buffer.from(text));
answer('/small', 'application/json', '{"count":3}');
answer('/picture', 'image/jpeg', Buffer.from(text));
answer('/events', 'text/event-stream');
answer('/tagged', 'application/json', text, { etag: '"1"' });
answer('/encoded', 'application/json', text, { 'content-encoding': 'gzip' });
answer('/sso/forgot', 'application/json');
answer('/auth/callback', 'application/json');
answer('/sso/interaction/1', 'text/html');
app.get('/secret', async (_request, reply) => {
  preventCompression(reply);
  return reply.type('application/json').send(text);
});

const get = async (url: string, acceptEncoding: string | undefined, method: 'GET' | 'HEAD' = 'GET') =>
  app.inject({ method, url, headers: acceptEncoding === undefined ? {} : { 'accept-encoding': acceptEncoding } });

const decoders = { br: brotliDecompressSync, zstd: zstdDecompressSync, gzip: gunzipSync };

describe('compressAnswers', () => {
  it.each([
    ['gzip, deflate, br, zstd', 'zstd'],
    ['gzip, deflate, br', 'br'],
    ['zstd;q=0.1, br', 'br'],
    ['gzip', 'gzip'],
  ] as const)('answers "%s" with %s', async (accepted, encoding) => {
    for (const url of ['/json', '/length', '/html', '/bytes', '/sso/interaction/1']) {
      const { headers, rawPayload } = await get(url, accepted);
      expect(headers).toMatchObject({ 'content-encoding': encoding, vary: 'accept-encoding' });
      expect(headers['content-length']).toBe(String(rawPayload.length));
      expect(decoders[encoding](rawPayload).toString()).toBe(text);
      expect(rawPayload.length).toBeLessThan(text.length / 3);
    }
  });

  it.each([undefined, 'identity', 'br;q=0, zstd;q=0', 'deflate'])('sends identity for %s', async (accepted) => {
    const { headers, body } = await get('/json', accepted);
    expect(headers).not.toHaveProperty('content-encoding');
    expect(headers['vary']).toBe('accept-encoding');
    expect(body).toBe(text);
  });

  it.each(['/small', '/picture', '/events', '/tagged', '/secret', '/sso/forgot', '/auth/callback'])(
    'does not compress %s',
    async (url) => {
      const { headers } = await get(url, 'gzip, br, zstd');
      expect(headers).not.toHaveProperty('content-encoding');
    },
  );

  it('does not compress an encoded answer again', async () => {
    const { headers, body } = await get('/encoded', 'br');
    expect(headers['content-encoding']).toBe('gzip');
    expect(body).toBe(text);
  });

  it('answers HEAD with the headers of GET', async () => {
    const { headers } = await get('/json', 'br', 'HEAD');
    const { rawPayload } = await get('/json', 'br');
    expect(headers).toMatchObject({ 'content-encoding': 'br', 'content-length': String(rawPayload.length) });
  });
});
