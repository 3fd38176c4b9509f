/**
 * Opens the pages that must work without a network: where a card is checked, and one's own cards. It holds files that
 * are the same for everybody, and never an answer of a call. What a page needs is what the page itself says it has used,
 * so one visit is enough and nobody downloads what they never open. See docs/decisions/017-service-worker.md.
 */

/** What a page tells after it was opened, and when it has loaded more. */
export interface CacheMessage {
  /** The address of its entry, which each build names anew. */
  build: string;
  /** Pages that can be shown with the files told so far. */
  pages: string[];
  files: string[];
}

interface WorkerEvent extends Event {
  waitUntil(work: Promise<unknown>): void;
  readonly request: Request;
  respondWith(answer: Promise<Response>): void;
  readonly data: CacheMessage;
  readonly source: { readonly id: string } | null;
}

interface Worker {
  addEventListener(type: 'install' | 'activate' | 'fetch' | 'message', listener: (event: WorkerEvent) => void): void;
  skipWaiting(): Promise<void>;
  readonly clients: {
    claim(): Promise<void>;
    matchAll(options: { includeUncontrolled: boolean }): Promise<{ readonly id: string }[]>;
  };
}

const worker = globalThis as unknown as Worker;
/** Each build has its own: a page never meets a file of another build. */
const buildPrefix = 'build:';
/** An open page, so that its build stays. */
const openPagePrefix = '/open-page/';
const cardListsCache = 'lists';
const cardLists = ['/.well-known/card-keys.json', '/.well-known/card-status.jwt'];
/** On a network that is hardly there nobody waits longer than this for what is on the device already. */
const networkTimeoutMs = 4_000;

// It serves pages of any build alike, so a newer one can take over at once.
worker.addEventListener('install', (event) => event.waitUntil(worker.skipWaiting()));
worker.addEventListener('activate', (event) => event.waitUntil(worker.clients.claim()));
worker.addEventListener('message', (event) => event.waitUntil(cacheBuild(event.data, event.source?.id)));
worker.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== 'GET' || origin !== location.origin) return;
  if (request.mode === 'navigate') {
    const page = toCachedPage(pathname);
    if (page !== undefined) event.respondWith(networkFirst(fetch(request), () => findCachedPage(page)));
  } else if (pathname.startsWith('/assets/')) event.respondWith(respondWithFile(request));
  else if (cardLists.includes(pathname)) event.respondWith(respondWithList(event));
});

/** The addresses of one page differ in what follows its name. */
function toCachedPage(pathname: string): string | undefined {
  if (/^\/certifications\/?$/.test(pathname)) return '/certifications/list';
  return /^\/(verify|certifications\/\w+)(?=\/|$)/.exec(pathname)?.[0];
}

const toPathname = ({ url }: Request) => new URL(url).pathname;
const isCachedPage = (path: string) => toCachedPage(path) === path;

/** From the network, or the copy where there is none. */
async function networkFirst(
  answer: Promise<Response>,
  findCopy: () => Promise<Response | undefined>,
): Promise<Response> {
  const afterPatience = new Promise((resolve) => setTimeout(resolve, networkTimeoutMs)).then(findCopy);
  try {
    const response = await Promise.race([answer, afterPatience.then((copy) => copy ?? answer)]);
    // Something on the way to us is not there.
    return response.status >= 502 ? ((await findCopy()) ?? response) : response;
  } catch (error) {
    const copy = await findCopy();
    if (copy === undefined) throw error;
    return copy;
  }
}

/** Its name carries a hash of what is in it, so a copy is never old. */
async function respondWithFile(request: Request): Promise<Response> {
  return (await caches.match(request.url, { ignoreVary: true })) ?? fetch(request);
}

async function respondWithList(event: WorkerEvent): Promise<Response> {
  const cache = await caches.open(cardListsCache);
  const path = toPathname(event.request);
  const answer = fetch(event.request);
  event.waitUntil(cacheResponse(cache, path, answer).catch(() => undefined));
  return networkFirst(
    answer.then((response) => response.clone()),
    () => cache.match(path, { ignoreVary: true }),
  );
}

/** With when that was, so that whoever sees the copy can say how old it is. */
async function cacheResponse(cache: Cache, path: string, answer: Promise<Response>): Promise<void> {
  const response = await answer;
  if (!response.ok) return;
  const headers = new Headers(response.headers);
  headers.set('kept-at', new Date().toISOString());
  await cache.put(path, new Response(response.clone().body, { headers }));
}

async function listBuildCaches(): Promise<string[]> {
  return (await caches.keys()).filter((name) => name.startsWith(buildPrefix)).toReversed();
}

/** Of the newest build that has it. */
async function findCachedPage(page: string): Promise<Response | undefined> {
  for (const name of await listBuildCaches()) {
    const copy = await (await caches.open(name)).match(page, { ignoreVary: true });
    if (copy !== undefined) return copy;
  }
  return undefined;
}

async function cacheBuild({ build, pages, files }: CacheMessage, openPage: string | undefined): Promise<void> {
  const cache = await caches.open(buildPrefix + build);
  if (openPage !== undefined) await cache.put(openPagePrefix + openPage, new Response());
  const known = new Set((await cache.keys()).map(toPathname));
  await Promise.all([
    ...files.filter((file) => !known.has(file)).map((file) => cache.add(file)),
    ...cardLists.map((path) => cacheList(path).catch(() => undefined)),
  ]);
  // Last, so that a page which is there can be shown; and not if a newer version was installed meanwhile.
  for (const page of pages) {
    const response = await fetch(page);
    const isOfBuild = (await response.clone().text()).includes(`"${build}"`);
    if (response.ok && isOfBuild) await cache.put(page, response);
  }
  await removeOldBuilds();
}

/** The page asked for them before there was a worker to see it. */
async function cacheList(path: string): Promise<void> {
  const cache = await caches.open(cardListsCache);
  if ((await cache.match(path)) === undefined) await cacheResponse(cache, path, fetch(path));
}

/** A build goes when no page of it is open, and newer ones can show every page that it can. */
async function removeOldBuilds(): Promise<void> {
  const open = new Set(
    (await worker.clients.matchAll({ includeUncontrolled: true })).map(({ id }) => openPagePrefix + id),
  );
  const newer = new Set<string>();
  for (const name of await listBuildCaches()) {
    const cache = await caches.open(name);
    const paths = (await cache.keys()).map(toPathname);
    const pages = paths.filter(isCachedPage);
    const isOpen = paths.some((path) => open.has(path));
    if (!isOpen && pages.every((page) => newer.has(page))) await caches.delete(name);
    for (const page of pages) newer.add(page);
    const closed = paths.filter((path) => path.startsWith(openPagePrefix) && !open.has(path));
    await Promise.all(closed.map((path) => cache.delete(path)));
  }
}
