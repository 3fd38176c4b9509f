import { once } from 'node:events';
import { connect, type AddressInfo } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { createTemporaryFolder } from '#platform/testing/temporary-folder.ts';
import { readEnv } from '#platform/server/config/env.ts';
import { sendRaw, spellPath } from '#platform/testing/raw-request.ts';
import { closeHttpServer, createHttpServer } from './server.ts';

const env = readEnv({ NODE_ENV: 'test', DATA_DIR: await createTemporaryFolder(), LOG_LEVEL: 'silent', PORT: '0' });

describe('createHttpServer', () => {
  it('closes without waiting for an incomplete body', async () => {
    const app = await createHttpServer(env);
    app.post('/api/thing', async () => 'ok');
    const hasStarted = Promise.withResolvers<void>();
    app.addHook('onRequest', async () => hasStarted.resolve());
    await app.listen({ port: 0, host: '127.0.0.1' });
    const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1');
    socket.write('POST /api/thing HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 9\r\n\r\n{');
    await hasStarted.promise;
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

  it('creates a different id for each request', async () => {
    const app = await createHttpServer(env);
    app.get('/', async () => 'ok');
    const answers = await Promise.all(Array.from({ length: 600 }, async () => app.inject({ url: '/' })));
    const ids = answers.map(({ headers }) => headers['x-correlation-id']);
    expect(new Set(ids).size).toBe(600);
    await app.close();
  });

  it.each(['/api/thing', '/sso/thing'])('counts requests of %s in all spellings', async (path) => {
    const app = await createHttpServer({ ...env, RATE_LIMIT_PER_MIN: 1 });
    app.get(path, async () => 'ok');
    app.get('/page', async () => 'ok');
    await app.listen({ port: 0, host: '127.0.0.1' });
    const { port } = app.server.address() as AddressInfo;
    const hosts = ['localhost'];
    expect(await sendRaw(port, [path])).toEqual([200]);
    // The others match no route.
    expect(new Set(await sendRaw(port, spellPath(path, hosts)))).toEqual(new Set([429, 404]));
    expect(new Set(await sendRaw(port, spellPath('/page', hosts)))).toEqual(new Set([200, 404]));
    await app.close();
  });

  it('refuses requests of the API in all spellings when it is overloaded', async () => {
    const app = await createHttpServer({ ...env, RATE_LIMIT_PER_MIN: 10_000 });
    const hold = Promise.withResolvers<void>();
    app.get('/api/thing', async () => hold.promise.then(() => 'ok'));
    await app.listen({ port: 0, host: '127.0.0.1' });
    const { port } = app.server.address() as AddressInfo;
    const held = [];
    while (!app.isOverloaded()) {
      held.push(app.inject('/api/thing'));
      await setImmediate();
    }
    const statuses = await sendRaw(port, spellPath('/api/thing', ['localhost']));
    expect(new Set(statuses)).toEqual(new Set([503, 404]));
    hold.resolve();
    await Promise.all(held);
    await app.close();
  });
});
