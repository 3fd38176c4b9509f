import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { CacheMessage } from './service-worker.ts';

const origin = 'https://portal.test';
const keys = '/.well-known/card-keys.json';
const list = '/.well-known/card-status.jwt';

/** What the server has: the text of each address. Without a network there is none. */
let server: Record<string, string> | null;
let asked: string[];
let openPages: string[];
let stores: Map<string, Map<string, Response>>;
let listeners: Record<string, (event: object) => void>;

const absolute = (request: string | Request) =>
  new URL(typeof request === 'string' ? request : request.url, origin).href;

/** As much of the browser's own as the worker uses. */
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
  asked = [];
  openPages = [];
  stores = new Map();
  listeners = {};
  vi.stubGlobal('location', { origin });
  vi.stubGlobal('addEventListener', (type: string, listener: (event: object) => void) => (listeners[type] = listener));
  vi.stubGlobal('clients', { matchAll: async () => openPages.map((id) => ({ id })) });
  vi.stubGlobal('fetch', async (request: string | Request) => {
    const { pathname } = new URL(absolute(request));
    asked.push(pathname);
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

/** A version of the web, whose page names its entry. */
const install = (build: string, ...pages: string[]) => {
  server = { ...server, [`/assets/${build}.js`]: build };
  for (const page of pages) server[page] = `<script src="/assets/${build}.js">`;
};

/** What a page says that somebody has open. */
async function tell(openPage: string, build: string, pages: string[], files: string[] = []): Promise<void> {
  const entry = `/assets/${build}.js`;
  const data: CacheMessage = { build: entry, pages, files: [entry, ...files] };
  const work: Promise<unknown>[] = [];
  listeners['message']?.({ data, source: { id: openPage }, waitUntil: (one: Promise<unknown>) => work.push(one) });
  await Promise.all(work);
}

/** Undefined where the worker leaves it to the browser. */
async function ask(path: string, mode: 'navigate' | 'cors' = 'cors', method = 'GET'): Promise<Response | undefined> {
  let answer: Promise<Response> | undefined;
  const work: Promise<unknown>[] = [];
  listeners['fetch']?.({
    request: { url: absolute(path), mode, method },
    respondWith: (given: Promise<Response>) => (answer = given),
    waitUntil: (one: Promise<unknown>) => work.push(one),
  });
  const response = await answer;
  await Promise.all(work);
  return response;
}
const textOf = async (path: string, mode?: 'navigate' | 'cors') => (await ask(path, mode))?.text();
const builds = () => [...stores.keys()].filter((name) => name.startsWith('build:'));

describe('the service worker', () => {
  it('shows a page without a network after one visit, at every address of it', async () => {
    install('one', '/certifications/ecard');
    await tell('a', 'one', ['/certifications/ecard'], []);
    server = null;
    expect(await textOf('/certifications/ecard/7/10', 'navigate')).toContain('one');
    expect(await textOf('/assets/one.js')).toBe('one');
    await expect(ask('/certifications/list', 'navigate')).rejects.toThrow('no network');
  });

  it('prefers the network for a page, unless it says nothing for four seconds or is not there', async () => {
    install('one', '/verify');
    await tell('a', 'one', ['/verify']);
    install('two', '/verify');
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

  it('leaves everything else to the browser: calls, sign-in, other pages, and what changes something', async () => {
    for (const path of ['/api/ecards/cards/7', '/auth/start', '/favicon.svg']) expect(await ask(path)).toBeUndefined();
    for (const path of ['/training/dashboard', '/verification', '/certificationsx'])
      expect(await ask(path, 'navigate')).toBeUndefined();
    expect(await ask('/assets/one.js', 'cors', 'POST')).toBeUndefined();
    expect(asked).toEqual([]);
  });

  it('answers with the keys and the list from the network, and without one with a copy that says how old it is', async () => {
    expect((await ask(list))?.headers.get('kept-at')).toBeNull();
    server = null;
    const copy = await ask(list);
    expect(await copy?.text()).toBe('the list');
    expect(Date.parse(copy?.headers.get('kept-at') ?? '')).toBeGreaterThan(Date.now() - 60_000);
    await expect(ask(keys)).rejects.toThrow('no network');
  });

  it('has the keys and the list after the first visit, whoever asked for them before', async () => {
    install('one', '/verify');
    await tell('a', 'one', ['/verify']);
    server = null;
    expect(await textOf(keys)).toBe('the keys');
  });

  it('keeps no page whose files it could not get, and none of a version that came meanwhile', async () => {
    install('one', '/verify');
    await expect(tell('a', 'one', ['/verify'], ['/assets/missing.js'])).rejects.toThrow('not there');
    install('two', '/verify');
    await tell('a', 'one', ['/verify']);
    server = null;
    await expect(ask('/verify', 'navigate')).rejects.toThrow('no network');
  });

  it('removes an old version when no page of it is open and a newer one shows all that it could', async () => {
    install('one', '/verify', '/certifications/ecard');
    openPages = ['a'];
    await tell('a', 'one', ['/verify', '/certifications/ecard']);
    install('two', '/verify', '/certifications/ecard');
    openPages = ['a', 'b'];
    await tell('b', 'two', ['/verify', '/certifications/ecard']);
    // The page that is open still finds what it was made of.
    delete server?.['/assets/one.js'];
    expect(await textOf('/assets/one.js')).toBe('one');
    openPages = ['b'];
    await tell('b', 'two', []);
    expect(builds()).toEqual(['build:/assets/two.js']);
  });

  it('keeps an old version for the page that nobody has opened since', async () => {
    install('one', '/verify', '/certifications/ecard');
    await tell('a', 'one', ['/verify', '/certifications/ecard']);
    install('two', '/verify', '/certifications/ecard');
    openPages = ['b'];
    await tell('b', 'two', ['/verify']);
    server = null;
    expect(await textOf('/verify', 'navigate')).toContain('two');
    expect(await textOf('/certifications/ecard/7', 'navigate')).toContain('one');
  });
});
