/**
 * Serves the pages that must work offline: card verification and a person's own cards. It caches only files that are the
 * same for all users, never API responses, and holds files that another app shares until the import screen takes them. Pages report the files they loaded, so one visit is enough and unused files are
 * not downloaded. See docs/decisions/017-service-worker.md.
 */

/** Sent by a page after it was opened and after it loaded more files. */
export interface CacheMessage {
  /** The path of the entry script, which differs for each build. */
  build: string;
  /** Pages that can be shown with the files sent so far. */
  pages: string[];
  files: string[];
}

interface WorkerEvent extends Event {
  waitUntil(work: Promise<unknown>): void;
  readonly request: Request;
  respondWith(response: Promise<Response>): void;
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
/** One cache per build, so a page never gets files of another build. */
const buildPrefix = 'build:';
/** Marks a build as used by an open page. */
const openPagePrefix = '/open-page/';
const cardListsCache = 'lists';
const cardLists = ['/.well-known/card-keys.json', '/.well-known/card-status.jwt'];
/** The address of the web manifest's share target, and the cache that `shared-files.ts` reads. */
const sharePath = '/logbook/import';
const sharedFilesCache = 'shared-files';
/** The cached copy is used after this time on a slow network. */
const networkTimeoutMs = 4_000;

// A new worker takes over immediately, because it can serve pages of all builds.
worker.addEventListener('install', (event) => event.waitUntil(worker.skipWaiting()));
worker.addEventListener('activate', (event) => event.waitUntil(worker.clients.claim()));
worker.addEventListener('message', (event) => event.waitUntil(cacheBuild(event.data, event.source?.id)));
worker.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method === 'POST' && origin === location.origin && pathname === sharePath)
    event.respondWith(holdSharedFiles(request));
  if (request.method !== 'GET' || origin !== location.origin) return;
  if (request.mode === 'navigate') {
    const page = toCachedPage(pathname);
    if (page !== undefined) event.respondWith(networkFirst(fetch(request), () => findCachedPage(page)));
  } else if (pathname.startsWith('/assets/')) event.respondWith(respondWithFile(request));
  else if (cardLists.includes(pathname)) event.respondWith(respondWithList(event));
});

/** Holds the files that another app shares, and opens the import screen, which takes them. */
async function holdSharedFiles(request: Request): Promise<Response> {
  const form = await request.formData();
  await caches.delete(sharedFilesCache);
  const cache = await caches.open(sharedFilesCache);
  const files = form.getAll('files').filter((entry) => entry instanceof File);
  await Promise.all(
    files.map((file, index) =>
      cache.put(
        `/shared-files/${index}`,
        new Response(file, { headers: { 'file-name': encodeURIComponent(file.name), 'kept-at': String(Date.now()) } }),
      ),
    ),
  );
  return Response.redirect(`${location.origin}${sharePath}?shared=files`, 303);
}

/** The cache key of a page: its path without parameters. */
function toCachedPage(pathname: string): string | undefined {
  if (/^\/certifications\/?$/.test(pathname)) return '/certifications/list';
  return /^\/(verify|certifications\/\w+)(?=\/|$)/.exec(pathname)?.[0];
}

const toPathname = ({ url }: Request) => new URL(url).pathname;
const isCachedPage = (path: string) => toCachedPage(path) === path;

/** Responds from the network, or with the copy on an error or timeout. */
async function networkFirst(
  answer: Promise<Response>,
  findCopy: () => Promise<Response | undefined>,
): Promise<Response> {
  const copyAfterTimeout = new Promise((resolve) => setTimeout(resolve, networkTimeoutMs)).then(findCopy);
  try {
    const response = await Promise.race([answer, copyAfterTimeout.then((copy) => copy ?? answer)]);
    // A gateway error means the server is unreachable.
    return response.status >= 502 ? ((await findCopy()) ?? response) : response;
  } catch (error) {
    const copy = await findCopy();
    if (copy === undefined) throw error;
    return copy;
  }
}

/** File names contain a content hash, so a cached copy is never stale. */
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

/** Stores the response with its date, so pages can show the copy's age. */
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

/** The page from the newest build that has it. */
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
  // Pages are cached last, when all their files are available, and only if the server still has the same build.
  for (const page of pages) {
    // A page that the server has rendered contains personal data.
    const response = await fetch(page, { headers: { 'x-page': 'empty' } });
    const isOfBuild = (await response.clone().text()).includes(`"${build}"`);
    if (response.ok && isOfBuild) await cache.put(page, response);
  }
  await removeOldBuilds();
}

/** The page may have loaded the list before the worker was active. */
async function cacheList(path: string): Promise<void> {
  const cache = await caches.open(cardListsCache);
  if ((await cache.match(path)) === undefined) await cacheResponse(cache, path, fetch(path));
}

/** Deletes builds without an open page whose pages are all cached in newer builds. */
async function removeOldBuilds(): Promise<void> {
  const openPages = new Set(
    (await worker.clients.matchAll({ includeUncontrolled: true })).map(({ id }) => openPagePrefix + id),
  );
  const newer = new Set<string>();
  for (const name of await listBuildCaches()) {
    const cache = await caches.open(name);
    const paths = (await cache.keys()).map(toPathname);
    const pages = paths.filter(isCachedPage);
    const isOpen = paths.some((path) => openPages.has(path));
    if (!isOpen && pages.every((page) => newer.has(page))) await caches.delete(name);
    for (const page of pages) newer.add(page);
    const closed = paths.filter((path) => path.startsWith(openPagePrefix) && !openPages.has(path));
    await Promise.all(closed.map((path) => cache.delete(path)));
  }
}
