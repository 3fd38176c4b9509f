import { Readable } from 'node:stream';
import { afterAll, describe, expect, it } from 'vitest';
import { createTemporaryFolder } from '#platform/testing/temporary-folder.ts';
import { readEnv } from '#platform/server/config/env.ts';
import { createJsonReader, isPlainJsonRequest } from './json-body.ts';
import { sendJson } from './send-json.ts';
import { createHttpServer } from './server.ts';

const env = readEnv({ NODE_ENV: 'test', DATA_DIR: await createTemporaryFolder(), LOG_LEVEL: 'silent', PORT: '0' });
const app = await createHttpServer(env);
const readJson = createJsonReader(app);
const maxBytes = 2_000;
app.post('/api/body', {
  bodyLimit: maxBytes,
  onRequest: (request, reply, done) => {
    if (!isPlainJsonRequest(request, maxBytes)) return done();
    readJson(request).then(
      (body) => sendJson(request, reply, JSON.stringify(body)),
      (error: Error) => reply.send(error),
    );
  },
  handler: async (request) => ({ parsedByFastify: request.body }),
});
afterAll(() => app.close());

const type = 'application/json';
const post = (payload: string, headers: Record<string, string> = { 'content-type': type }) =>
  app.inject({ method: 'POST', url: '/api/body', headers, payload });

describe('createJsonReader', () => {
  it('reads a body in UTF-8', async () => {
    const value = { name: 'Jökulsárlón 🤿' };
    expect((await post(JSON.stringify(value))).json()).toEqual({ value, isStorable: true });
    const charset = await post('{}', { 'content-type': 'Application/JSON; charset=UTF-8' });
    expect(charset.json()).toEqual({ value: {}, isStorable: true });
  });

  it.each([
    ['a NUL', String.raw`{"name":"a\u0000"}`],
    ['half a character', String.raw`{"name":"\ud800"}`],
    ['an escape in a document', JSON.stringify({ query: String.raw`{ dive(name: "\u0000") }` })],
  ])('does not call %s storable', async (_name, text) => {
    expect((await post(text)).json()).toMatchObject({ isStorable: false });
  });

  it.each([
    ['a prototype', '{"__proto__":{"isStaff":true}}'],
    ['an escaped prototype', String.raw`{"\u005f_proto__":{"isStaff":true}}`],
    ['the prototype of a constructor', '{"constructor":{"prototype":{"isStaff":true}}}'],
    ['an open bracket', '{"name":'],
    ['a NUL that is not escaped', '{"name":"\0"}'],
  ])('rejects %s', async (_name, text) => {
    const answer = await post(text);
    expect([answer.statusCode, answer.json().errors[0].code]).toEqual([400, 'request.malformed']);
  });

  it.each([
    ['without a type', { 'content-type': '' }],
    ['of another type', { 'content-type': 'text/plain' }],
  ])('leaves a body %s to Fastify', async (_name, headers) => {
    expect((await post('{}', headers)).json()).not.toHaveProperty('isStorable');
  });

  it('leaves a body of unknown length to Fastify, which limits it', async () => {
    const send = (text: string) =>
      app.inject({
        method: 'POST',
        url: '/api/body',
        headers: { 'content-type': type, 'transfer-encoding': 'chunked' },
        payload: Readable.from([text]),
      });
    expect((await send('{"a":1}')).json()).toEqual({ parsedByFastify: { a: 1 } });
    expect((await send(JSON.stringify('x'.repeat(maxBytes)))).statusCode).toBe(413);
    expect((await post(JSON.stringify('x'.repeat(maxBytes)))).statusCode).toBe(413);
  });
});

describe('sendJson', () => {
  const text = JSON.stringify({ name: 'reef'.repeat(400) });

  it('sends the headers of every answer and forbids caching', async () => {
    const { headers } = await post('{}');
    expect(headers).toMatchObject({
      'cache-control': 'no-store',
      'content-type': 'application/json; charset=utf-8',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    });
    expect(headers['x-correlation-id']).toMatch(/^[0-9a-f-]{36}$/);
  });

  it('compresses a long answer for clients that support it', async () => {
    const plain = await post(text);
    expect(plain.headers).toMatchObject({ vary: 'accept-encoding', 'content-length': String(plain.rawPayload.length) });
    const packed = await post(text, { 'content-type': type, 'accept-encoding': 'gzip' });
    expect(packed.headers).toMatchObject({ vary: 'accept-encoding', 'content-encoding': 'gzip' });
    expect(packed.rawPayload.length).toBeLessThan(plain.rawPayload.length / 4);
  });
});
