import { mkdir, readFile, utimes, writeFile } from 'node:fs/promises';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import Fastify from 'fastify';
import { describe, expect, it } from 'vitest';
import { createTemporaryFolder } from '#platform/testing/temporary-folder.ts';
import { registerAssets } from './assets.ts';
import { storeAssets } from './asset-store.ts';

const day = 24 * 60 * 60_000;

async function createBuild(folder: string, files: Record<string, string>): Promise<string> {
  await mkdir(join(folder, 'messages-1'), { recursive: true });
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text);
  return folder;
}

async function createBuilds() {
  const folder = await createTemporaryFolder();
  const former = await createBuild(join(folder, 'former'), {
    'index-1.js': 'first',
    'index-1.js.br': 'first, compressed',
    'messages-1/shell.de-DE.json': '{}',
  });
  const current = await createBuild(join(folder, 'current'), { 'index-2.js': 'second' });
  return { former, current, store: join(folder, 'store') };
}

describe('assets of former builds', () => {
  it('are served after an upgrade, compressed and in subfolders', async () => {
    const { former, current, store } = await createBuilds();
    await storeAssets(former, store, new Date());
    const app = Fastify();
    await registerAssets(app, current, store);
    expect((await app.inject({ url: '/assets/index-2.js' })).body).toBe('second');
    expect(await app.inject({ url: '/assets/index-1.js' })).toMatchObject({ statusCode: 200, body: 'first' });
    const compressed = await app.inject({ url: '/assets/index-1.js', headers: { 'accept-encoding': 'br' } });
    expect(compressed).toMatchObject({
      body: 'first, compressed',
      headers: { 'content-encoding': 'br', 'content-type': 'text/javascript; charset=utf-8' },
    });
    expect((await app.inject({ url: '/assets/messages-1/shell.de-DE.json' })).body).toBe('{}');
  });

  it('of a build that is stored after the start are served, too', async () => {
    const { former, current, store } = await createBuilds();
    const app = Fastify();
    await registerAssets(app, former, store);
    expect((await app.inject({ url: '/assets/index-2.js' })).statusCode).toBe(404);
    await storeAssets(current, store, new Date());
    expect((await app.inject({ url: '/assets/index-2.js' })).body).toBe('second');
  });

  it('are the only files that are served', async () => {
    const { former, current, store } = await createBuilds();
    await storeAssets(former, store, new Date());
    await writeFile(join(store, '../secret.js'), 'secret');
    const app = Fastify();
    await registerAssets(app, current, store);
    for (const name of ['../secret.js', '..%2Fsecret.js', 'messages-1/../../secret.js', '.hidden.js', 'index-1.js/'])
      expect((await app.inject({ url: `/assets/${name}` })).statusCode, name).not.toBe(200);
  });

  it('are deleted a month after the last build that had them', async () => {
    const { former, current, store } = await createBuilds();
    const start = new Date('2026-11-01T00:00:00Z');
    await storeAssets(former, store, start);
    await storeAssets(former, store, new Date(start.getTime() + 20 * day));
    await storeAssets(current, store, new Date(start.getTime() + 49 * day));
    expect(await readFile(join(store, 'index-1.js'), 'utf8')).toBe('first');
    await storeAssets(current, store, new Date(start.getTime() + 51 * day));
    expect(existsSync(join(store, 'index-1.js'))).toBe(false);
    expect(existsSync(join(store, 'messages-1/shell.de-DE.json'))).toBe(false);
    expect(existsSync(join(store, 'index-2.js'))).toBe(true);
  });

  it('are not copied again', async () => {
    const { former, store } = await createBuilds();
    await storeAssets(former, store, new Date());
    await writeFile(join(store, 'index-1.js'), 'as stored');
    await utimes(join(store, 'index-1.js'), new Date(0), new Date(0));
    await storeAssets(former, store, new Date());
    expect(await readFile(join(store, 'index-1.js'), 'utf8')).toBe('as stored');
  });
});
