import type { CDPSession, Page } from 'playwright';

/** What one page load costs, over the wire. */
export interface PageWeight {
  scriptBytes: number;
  scriptFiles: number;
  cssBytes: number;
  /** The document and API responses, in which the data of the screen arrives. */
  dataBytes: number;
  requests: number;
  /** API calls that started before the text of the main content changed for the last time. */
  apiCalls: number;
  /** Cumulative layout shift, as the largest session window of shifts. */
  cls: number;
}

/** Some screens are reached by a link, because their address depends on the demo data. */
export async function findScreenPath(
  page: Page,
  { path, linkPrefix }: { path: string; linkPrefix?: string },
): Promise<string> {
  if (linkPrefix === undefined) return path;
  await page.goto(path);
  const href = await page.locator(`main a[href^="${linkPrefix}"]`).first().getAttribute('href');
  if (href === null) throw new Error(`${path} has no link to ${linkPrefix}`);
  return href;
}

interface LoadedFile {
  url: string;
  type: string;
  /** Seconds of the browser's clock. */
  startedAt: number;
  bytes: number;
  isDone: boolean;
}

const quietMs = 1_000;
const timeoutMs = 60_000;

declare global {
  // Written by the script that watches the page.
  var pageWatch: { cls: number; contentAtMs: number } | undefined;
}

/** Loads a path with an empty cache and storage; only cookies stay. */
export async function measurePage(page: Page, path: string): Promise<PageWeight> {
  const devtools = await page.context().newCDPSession(page);
  await page.goto('about:blank');
  const origin = new URL(path, await readBaseUrl(page)).origin;
  await devtools.send('Network.enable');
  await devtools.send('Network.clearBrowserCache');
  await devtools.send('Storage.clearDataForOrigin', {
    origin,
    storageTypes: 'local_storage,indexeddb,cache_storage,service_workers',
  });
  const files = collectFiles(devtools);
  await page.addInitScript(watchPage);
  await page.goto(`${origin}${path}`);
  await waitUntilQuiet(page, files);
  const { cls, contentAtMs } = await page.evaluate(() => globalThis.pageWatch ?? { cls: Number.NaN, contentAtMs: 0 });
  await devtools.detach();
  const list = [...files.values()].filter(({ url }) => !url.startsWith('data:'));
  // Times in the page count from its last document.
  const startedAt = Math.max(...list.filter(({ type }) => type === 'Document').map((file) => file.startedAt));
  const sum = (chosen: LoadedFile[]) => chosen.reduce((bytes, file) => bytes + file.bytes, 0);
  const ofType = (...types: string[]) => list.filter(({ type }) => types.includes(type));
  const isApi = ({ url }: LoadedFile) => new URL(url).pathname.startsWith('/api/');
  return {
    scriptBytes: sum(ofType('Script')),
    scriptFiles: ofType('Script').length,
    cssBytes: sum(ofType('Stylesheet')),
    dataBytes: sum(list.filter((file) => file.type === 'Document' || isApi(file))),
    requests: list.length,
    apiCalls: list.filter((file) => isApi(file) && (file.startedAt - startedAt) * 1_000 < contentAtMs).length,
    cls,
  };
}

async function readBaseUrl(page: Page): Promise<string> {
  const response = await page.context().request.get('/livez');
  return response.url();
}

function collectFiles(devtools: CDPSession): Map<string, LoadedFile> {
  const files = new Map<string, LoadedFile>();
  devtools.on('Network.requestWillBeSent', ({ requestId, request, type = 'Other', timestamp }) => {
    files.set(requestId, { url: request.url, type, startedAt: timestamp, bytes: 0, isDone: false });
  });
  devtools.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const file = files.get(requestId);
    if (file) Object.assign(file, { bytes: encodedDataLength, isDone: true });
  });
  // A redirect in the page cancels the scripts that are still loading.
  devtools.on('Network.loadingFailed', ({ requestId }) => {
    const file = files.get(requestId);
    if (file) file.isDone = true;
  });
  return files;
}

/** Waits until no request starts and the main content does not change for a while. */
async function waitUntilQuiet(page: Page, files: Map<string, LoadedFile>): Promise<void> {
  const endMs = performance.now() + timeoutMs;
  let last = '';
  let sinceMs = performance.now();
  while (performance.now() < endMs) {
    const contentAtMs = await page.evaluate(() => globalThis.pageWatch?.contentAtMs).catch(() => undefined);
    const isPending = [...files.values()].some(({ isDone, type }) => !isDone && type === 'Script');
    const state = `${files.size} ${contentAtMs}`;
    if (state !== last || isPending) {
      last = state;
      sinceMs = performance.now();
    } else if (performance.now() - sinceMs > quietMs) return;
    await page.waitForTimeout(50);
  }
  throw new Error(`${page.url()} did not become quiet`);
}

/** Runs in the page before its scripts. */
function watchPage(): void {
  const watch = { cls: 0, contentAtMs: 0 };
  globalThis.pageWatch = watch;
  let [sum, firstMs, lastMs] = [0, 0, 0];
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as (PerformanceEntry & { value: number; hadRecentInput: boolean })[]) {
      if (entry.hadRecentInput) continue;
      const isSameWindow = entry.startTime - lastMs < 1_000 && entry.startTime - firstMs < 5_000;
      sum = isSameWindow ? sum + entry.value : entry.value;
      if (!isSameWindow) firstMs = entry.startTime;
      lastMs = entry.startTime;
      watch.cls = Math.max(watch.cls, sum);
    }
  }).observe({ type: 'layout-shift', buffered: true });
  let text = '';
  const readText = () => {
    const next = document.querySelector('main')?.textContent ?? '';
    if (next !== text) watch.contentAtMs = performance.now();
    text = next;
  };
  new MutationObserver(readText).observe(document, { childList: true, characterData: true, subtree: true });
}
