import { setInterval as every } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { createTemporaryFolder } from '#platform/testing/temporary-folder.ts';
import { readEnv } from '#platform/server/config/env.ts';
import { createHttpServer } from './server.ts';

const env = readEnv({
  NODE_ENV: 'test',
  DATA_DIR: await createTemporaryFolder(),
  LOG_LEVEL: 'silent',
  PORT: '0',
  RATE_LIMIT_PER_MIN: '100000',
});

function blockEventLoop(ms: number): void {
  const until = performance.now() + ms;
  while (performance.now() < until) Math.sqrt(until);
}

describe('createHttpServer under load', () => {
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

  it('refuses requests that would wait too long, but no pages, and recovers', async () => {
    const app = await createHttpServer(env);
    const slots: (() => void)[] = [];
    // A database that answers 40 requests a second.
    const startDatabase = () => setInterval(() => slots.shift()?.(), 25);
    let timer = startDatabase();
    app.get('/api/thing', async () => new Promise<string>((resolve) => slots.push(() => resolve('ok'))));
    app.post('/sso/thing', async () => 'ok');
    app.get('/page', async () => String(app.isOverloaded()));
    const address = await app.listen({ port: 0, host: '127.0.0.1' });
    const statuses: number[] = [];
    const send = async () => {
      const { status } = await fetch(`${address}/api/thing`);
      statuses.push(status);
    };
    const sent: Promise<void>[] = [];
    const startedAt = performance.now();
    let mostWaiting = 0;
    for await (const ms of every(50, 8_000)) {
      const elapsedMs = performance.now() - startedAt;
      if (elapsedMs > ms) break;
      // Most of the 300 that were accepted before the rate was known are answered by then.
      if (elapsedMs > (ms * 7) / 8) mostWaiting = Math.max(mostWaiting, slots.length);
      for (let count = 0; count < 8; count++) sent.push(send());
    }
    clearInterval(timer);
    for (let count = 0; count < 70; count++) sent.push(send());
    await expect.poll(async () => (await fetch(`${address}/page`)).text()).toBe('true');
    expect((await fetch(`${address}/sso/thing`, { method: 'POST' })).status).toBe(503);
    timer = startDatabase();
    await Promise.all(sent);
    expect(new Set(statuses)).toEqual(new Set([200, 503]));
    // 64 may always run. Without a limit, about a thousand would wait.
    expect(mostWaiting).toBeLessThan(200);
    expect(statuses.filter((status) => status === 200).length).toBeGreaterThan(100);
    expect(await (await fetch(`${address}/page`)).text()).toBe('false');
    expect((await fetch(`${address}/sso/thing`, { method: 'POST' })).status).toBe(200);
    clearInterval(timer);
    await app.close();
  });

  it('accepts a rush of requests after a quiet time', async () => {
    const app = await createHttpServer(env);
    const opened = Promise.withResolvers<void>();
    const rush = 250;
    let running = 0;
    app.get('/api/thing', async () => {
      if (++running === rush) opened.resolve();
      return opened.promise.then(() => 'ok');
    });
    const address = await app.listen({ port: 0, host: '127.0.0.1' });
    const replies = Array.from({ length: rush }, async () => (await fetch(`${address}/api/thing`)).status);
    expect(new Set(await Promise.all(replies))).toEqual(new Set([200]));
    await app.close();
  });

  it('accepts requests right after a slow start', async () => {
    const app = await createHttpServer(env);
    app.get('/api/thing', async () => 'ok');
    blockEventLoop(3_000);
    const address = await app.listen({ port: 0, host: '127.0.0.1' });
    expect((await fetch(`${address}/api/thing`)).status).toBe(200);
    await app.close();
  });
});
