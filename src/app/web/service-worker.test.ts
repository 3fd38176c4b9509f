import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { CacheMessage } from './service-worker.ts';

const origin = 'https://portal.test';
const keys = '/.well-known/card-keys.json';
const list = '/.well-known/card-status.jwt';

/** The server's responses by path, or null without a network. */
let server: Record<string, string> | null;
let requestedPaths: string[];
let openPages: string[];
let stores: Map<string, Map<string, Response>>;
let listeners: Record<string, (event: object) => void>;

const absolute = (request: string | Request) =>
  new URL(typeof request === 'string' ? request : request.url, origin).href;

/** A fake Cache with the methods the worker uses. */
function openStore(name: string) {
  const store = stores.get(name) ?? new Map<string, Response>();
  stores.set(name, store);
  const put = async (request: string, response: Response) => void store.set(absolute(request), response);
  return {
    put,
    match: async (request: string) => store.get(absolute(request))?.clone(),
    keys: async () => [...store.keys()].map((url) => new Request(url)),
    delete: async (request: string) => store.delete(absolute(request)),
    add: async (request: string) => {
      const response = await fetch(request);
      if (!response.ok) throw new TypeError('not there');
      await put(request, response);
    },
  };
}

beforeEach(async () => {
  server = { [keys]: 'the keys', [list]: 'the list' };
  requestedPaths = [];
  openPages = [];
  stores = new Map();
  listeners = {};
  vi.stubGlobal('location', { origin });
  vi.stubGlobal('addEventListener', (type: string, listener: (event: object) => void) => (listeners[type] = listener));
  vi.stubGlobal('clients', { matchAll: async () => openPages.map((id) => ({ id })) });
  vi.stubGlobal('fetch', async (request: string | Request) => {
    const { pathname } = new URL(absolute(request));
    requestedPaths.push(pathname);
    if (server === null) throw new TypeError('no network');
    const text = server[pathname];
    return new Response(text ?? 'nothing', { status: text === undefined ? 404 : 200 });
  });
  vi.stubGlobal('caches', {
    open: async (name: string) => openStore(name),
    keys: async () => [...stores.keys()],
    delete: async (name: string) => stores.delete(name),
    match: async (request: string) => [...stores.values()].map((store) => store.get(absolute(request))).find(Boolean),
  });
  vi.resetModules();
  await import('./service-worker.ts');
  return () => vi.unstubAllGlobals();
});

/** Deploys a build whose pages reference its entry. */
const deploy = (build: string, ...pages: string[]) => {
  server = { ...server, [`/assets/${build}.js`]: build };
  for (const page of pages) server[page] = `<script src="/assets/${build}.js">`;
};

/** Sends the cache message of an open page to the worker. */
async function sendMessage(openPage: string, build: string, pages: string[], files: string[] = []): Promise<void> {
  const entry = `/assets/${build}.js`;
  const data: CacheMessage = { build: entry, pages, files: [entry, ...files] };
  const work: Promise<unknown>[] = [];
  listeners['message']?.({ data, source: { id: openPage }, waitUntil: (task: Promise<unknown>) => work.push(task) });
  await Promise.all(work);
}

/** The worker's response, or undefined if it does not handle the request. */
async function request(
  path: string,
  mode: 'navigate' | 'cors' = 'cors',
  method = 'GET',
): Promise<Response | undefined> {
  let handled: Promise<Response> | undefined;
  const work: Promise<unknown>[] = [];
  listeners['fetch']?.({
    request: { url: absolute(path), mode, method },
    respondWith: (response: Promise<Response>) => (handled = response),
    waitUntil: (task: Promise<unknown>) => work.push(task),
  });
  const response = await handled;
  await Promise.all(work);
  return response;
}
const textOf = async (path: string, mode?: 'navigate' | 'cors') => (await request(path, mode))?.text();
const builds = () => [...stores.keys()].filter((name) => name.startsWith('build:'));

describe('service worker', () => {
  it('serves a page offline after one visit, at all its URLs', async () => {
    deploy('one', '/certifications/ecard');
    await sendMessage('a', 'one', ['/certifications/ecard'], []);
    server = null;
    expect(await textOf('/certifications/ecard/7/10', 'navigate')).toContain('one');
    expect(await textOf('/assets/one.js')).toBe('one');
    await expect(request('/certifications/list', 'navigate')).rejects.toThrow('no network');
  });

  it('serves a page from the network, or from the cache on an error or after four seconds', async () => {
    deploy('one', '/verify');
    await sendMessage('a', 'one', ['/verify']);
    deploy('two', '/verify');
    expect(await textOf('/verify', 'navigate')).toContain('two');
    vi.stubGlobal('fetch', async () => new Response('a gateway', { status: 504 }));
    expect(await textOf('/verify', 'navigate')).toContain('one');
    vi.useFakeTimers({ toFake: ['setTimeout'] });
    try {
      vi.stubGlobal('fetch', () => new Promise(() => undefined));
      const answer = textOf('/verify', 'navigate');
      await vi.advanceTimersByTimeAsync(4_000);
      expect(await answer).toContain('one');
    } finally {
      vi.useRealTimers();
    }
  });

  it('does not handle API requests, sign-in, other pages and POST requests', async () => {
    for (const path of ['/api/ecards/cards/7', '/auth/start', '/favicon.svg'])
      expect(await request(path)).toBeUndefined();
    for (const path of ['/training/dashboard', '/verification', '/certificationsx'])
      expect(await request(path, 'navigate')).toBeUndefined();
    expect(await request('/assets/one.js', 'cors', 'POST')).toBeUndefined();
    expect(requestedPaths).toEqual([]);
  });

  it('holds files that another app shares for the import screen, and opens it', async () => {
    const form = new FormData();
    form.append('title', 'not a file');
    form.append('files', new Blob(['<divelog/>']), 'Größe 1.ssrf');
    form.append('files', new Blob(['Date,Depth']), 'dives.csv');
    let handled: Promise<Response> | undefined;
    listeners['fetch']?.({
      request: new Request(absolute('/logbook/import'), { method: 'POST', body: form }),
      respondWith: (response: Promise<Response>) => (handled = response),
    });
    const response = await handled;
    expect(response?.status).toBe(303);
    expect(response?.headers.get('location')).toBe(`${origin}/logbook/import?shared=files`);
    const held = [...(stores.get('shared-files')?.values() ?? [])];
    expect(held.map(({ headers }) => decodeURIComponent(headers.get('file-name') ?? ''))).toEqual([
      'Größe 1.ssrf',
      'dives.csv',
    ]);
    expect(await held[0]?.text()).toBe('<divelog/>');
  });

  it('serves card lists from the network, and offline from a copy with its date', async () => {
    expect((await request(list))?.headers.get('kept-at')).toBeNull();
    server = null;
    const copy = await request(list);
    expect(await copy?.text()).toBe('the list');
    expect(Date.parse(copy?.headers.get('kept-at') ?? '')).toBeGreaterThan(Date.now() - 60_000);
    await expect(request(keys)).rejects.toThrow('no network');
  });

  it('caches card lists on the first visit', async () => {
    deploy('one', '/verify');
    await sendMessage('a', 'one', ['/verify']);
    server = null;
    expect(await textOf(keys)).toBe('the keys');
  });

  it('caches no page with missing files or of a newer build', async () => {
    deploy('one', '/verify');
    await expect(sendMessage('a', 'one', ['/verify'], ['/assets/missing.js'])).rejects.toThrow('not there');
    deploy('two', '/verify');
    await sendMessage('a', 'one', ['/verify']);
    server = null;
    await expect(request('/verify', 'navigate')).rejects.toThrow('no network');
  });

  it('deletes an old build when none of its pages is open and a newer build has all its pages', async () => {
    deploy('one', '/verify', '/certifications/ecard');
    openPages = ['a'];
    await sendMessage('a', 'one', ['/verify', '/certifications/ecard']);
    deploy('two', '/verify', '/certifications/ecard');
    openPages = ['a', 'b'];
    await sendMessage('b', 'two', ['/verify', '/certifications/ecard']);
    // The open page can still load its files.
    delete server?.['/assets/one.js'];
    expect(await textOf('/assets/one.js')).toBe('one');
    openPages = ['b'];
    await sendMessage('b', 'two', []);
    expect(builds()).toEqual(['build:/assets/two.js']);
  });

  it('keeps an old build for a page that the newer build has not cached', async () => {
    deploy('one', '/verify', '/certifications/ecard');
    await sendMessage('a', 'one', ['/verify', '/certifications/ecard']);
    deploy('two', '/verify', '/certifications/ecard');
    openPages = ['b'];
    await sendMessage('b', 'two', ['/verify']);
    server = null;
    expect(await textOf('/verify', 'navigate')).toContain('two');
    expect(await textOf('/certifications/ecard/7', 'navigate')).toContain('one');
  });
});
