import { describe, expect, it } from 'vitest';
import { createTemporaryFolder } from '#platform/testing/temporary-folder.ts';
import { readEnv } from '#platform/server/config/env.ts';
import { createHttpServer } from './server.ts';

const env = readEnv({ NODE_ENV: 'test', DATA_DIR: await createTemporaryFolder(), LOG_LEVEL: 'silent', PORT: '0' });

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

  it('accepts requests right after a slow start', async () => {
    const app = await createHttpServer(env);
    app.get('/api/thing', async () => 'ok');
    blockEventLoop(3_000);
    const address = await app.listen({ port: 0, host: '127.0.0.1' });
    await expect.poll(() => app.isUnderPressure()).toBe(true);
    expect((await fetch(`${address}/api/thing`)).status).toBe(200);
    await app.close();
  });
});
