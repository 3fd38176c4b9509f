import { once } from 'node:events';
import { connect, type AddressInfo } from 'node:net';
import { describe, expect, it } from 'vitest';
import { createTemporaryFolder } from '#platform/testing/temporary-folder.ts';
import { readEnv } from '#platform/server/config/env.ts';
import { closeHttpServer, createHttpServer } from './server.ts';

const env = readEnv({ NODE_ENV: 'test', DATA_DIR: await createTemporaryFolder(), LOG_LEVEL: 'silent', PORT: '0' });

function keepBusy(ms: number): void {
  const until = performance.now() + ms;
  while (performance.now() < until) Math.sqrt(until);
}

describe('a server', () => {
  it('sheds load with 503 and Retry-After while its event loop lags, and recovers', async () => {
    const app = await createHttpServer(env);
    app.get('/api/thing', async () => 'ok');
    app.get('/page', async () => 'ok');
    const address = await app.listen({ port: 0, host: '127.0.0.1' });
    keepBusy(3_000);
    const [busy, page] = await Promise.all([fetch(`${address}/api/thing`), fetch(`${address}/page`)]);
    // A call can be made again; half of a page cannot.
    expect(page.status).toBe(200);
    expect(busy.status).toBe(503);
    expect(busy.headers.get('retry-after')).toBe('5');
    expect(await busy.json()).toMatchObject({ errors: [{ code: 'server.overloaded' }] });
    await expect.poll(async () => (await fetch(`${address}/api/thing`)).status).toBe(200);
    await app.close();
  });

  it('that was long in starting takes calls from the first moment', async () => {
    const app = await createHttpServer(env);
    app.get('/api/thing', async () => 'ok');
    keepBusy(3_000);
    const address = await app.listen({ port: 0, host: '127.0.0.1' });
    await expect.poll(() => app.isUnderPressure()).toBe(true);
    expect((await fetch(`${address}/api/thing`)).status).toBe(200);
    await app.close();
  });

  it('that closes does not wait for a body that never comes', async () => {
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

  it('takes a correlation id that looks like one, makes one otherwise, and always answers with it', async () => {
    const app = await createHttpServer(env);
    app.get('/', async () => 'ok');
    const idFor = async (given: string) =>
      (await app.inject({ url: '/', headers: { 'x-correlation-id': given } })).headers['x-correlation-id'];
    expect(await idFor('0f3c2b1a-aaaa-bbbb')).toBe('0f3c2b1a-aaaa-bbbb');
    expect(await idFor("x'; drop table person; --")).toMatch(/^[0-9a-f-]{36}$/);
    await app.close();
  });
});
