import { once } from 'node:events';
import { connect, type AddressInfo } from 'node:net';
import { describe, expect, it } from 'vitest';
import { createTemporaryFolder } from '#platform/testing/temporary-folder.ts';
import { readEnv } from '#platform/server/config/env.ts';
import { closeHttpServer, createHttpServer } from './server.ts';

const env = readEnv({ NODE_ENV: 'test', DATA_DIR: await createTemporaryFolder(), LOG_LEVEL: 'silent', PORT: '0' });

function blockEventLoop(ms: number): void {
  const until = performance.now() + ms;
  while (performance.now() < until) Math.sqrt(until);
}

describe('createHttpServer', () => {
  it('returns 503 with Retry-After while the event loop lags, and recovers', async () => {
    const app = await createHttpServer(env);
    app.get('/api/thing', async () => 'ok');
    app.get('/page', async () => 'ok');
    const address = await app.listen({ port: 0, host: '127.0.0.1' });
    blockEventLoop(3_000);
    const [busy, page] = await Promise.all([fetch(`${address}/api/thing`), fetch(`${address}/page`)]);
    // API requests can be retried; the parts of a page cannot.
    expect(page.status).toBe(200);
    expect(busy.status).toBe(503);
    expect(busy.headers.get('retry-after')).toBe('5');
    expect(await busy.json()).toMatchObject({ errors: [{ code: 'server.overloaded' }] });
    await expect.poll(async () => (await fetch(`${address}/api/thing`)).status).toBe(200);
    await app.close();
  });

  it('accepts requests right after a slow start', async () => {
    const app = await createHttpServer(env);
    app.get('/api/thing', async () => 'ok');
    blockEventLoop(3_000);
    const address = await app.listen({ port: 0, host: '127.0.0.1' });
    await expect.poll(() => app.isUnderPressure()).toBe(true);
    expect((await fetch(`${address}/api/thing`)).status).toBe(200);
    await app.close();
  });

  it('closes without waiting for an incomplete body', async () => {
    const app = await createHttpServer(env);
    app.post('/api/thing', async () => 'ok');
    const hasBegun = Promise.withResolvers<void>();
    app.addHook('onRequest', async () => hasBegun.resolve());
    await app.listen({ port: 0, host: '127.0.0.1' });
    const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1');
    socket.write('POST /api/thing HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 9\r\n\r\n{');
    await hasBegun.promise;
    await Promise.all([closeHttpServer(app, 100), once(socket.resume(), 'close')]);
    expect(app.server.listening).toBe(false);
  });

  it('returns a valid correlation id of the request or creates one', async () => {
    const app = await createHttpServer(env);
    app.get('/', async () => 'ok');
    const idFor = async (correlationId: string) =>
      (await app.inject({ url: '/', headers: { 'x-correlation-id': correlationId } })).headers['x-correlation-id'];
    expect(await idFor('0f3c2b1a-aaaa-bbbb')).toBe('0f3c2b1a-aaaa-bbbb');
    expect(await idFor("x'; drop table person; --")).toMatch(/^[0-9a-f-]{36}$/);
    await app.close();
  });
});
