import { loadSession, restoreSession } from '#features/account/web/session/session.ts';
import type { Session } from '#features/account/shared/contract.ts';
import { fetchWithOfflineCopy } from '#platform/web/sync/offline-cache.ts';
import { currentToken } from '#platform/web/session/session.ts';
import type { CacheMessage } from './service-worker.ts';

/** Files load in bursts, so they are sent together. */
const debounceMs = 500;

const pages = new Set<string>();
const pendingMessage: Pick<CacheMessage, 'pages' | 'files'> = { pages: [], files: [] };
let timer: ReturnType<typeof setTimeout> | undefined;

/** Has the service worker cache the files of this route's page, so it opens without a network. */
export function cachePage(path: string, isOpen = false): void {
  // The session may have been loaded by a page that does not cache it. The page shows a load error itself.
  if (!isOpen) void loadCachedSession().catch(() => undefined);
  // The development server has no service worker.
  if (import.meta.env.DEV || !('serviceWorker' in navigator)) return;
  if (pages.size === 0) watchLoadedFiles();
  // All URLs of a route show the same page.
  const [page = path] = path.split('/:', 1);
  pages.add(page);
  pendingMessage.pages.push(page);
  scheduleSend();
}

/** Collects the assets loaded so far and later. */
function watchLoadedFiles(): void {
  new PerformanceObserver((list) => {
    for (const { name, responseStatus } of list.getEntries() as PerformanceResourceTiming[]) {
      const { origin, pathname } = new URL(name);
      if (origin !== location.origin || !pathname.startsWith('/assets/') || responseStatus >= 400) continue;
      pendingMessage.files.push(pathname);
      scheduleSend();
    }
  }).observe({ type: 'resource', buffered: true });
  // The cached page contains language and theme, so it is cached again when they change.
  new MutationObserver(() => {
    pendingMessage.pages.push(...pages);
    scheduleSend();
  }).observe(document.documentElement, { attributeFilter: ['lang', 'data-theme'] });
  addEventListener('online', scheduleSend);
}

function scheduleSend(): void {
  clearTimeout(timer);
  timer = setTimeout(() => void sendToServiceWorker().catch(() => undefined), debounceMs);
}

async function sendToServiceWorker(): Promise<void> {
  // Files cannot be fetched offline; the `online` event schedules this again.
  if (!navigator.onLine) return;
  await navigator.serviceWorker.register('/service-worker.js');
  const { active } = await navigator.serviceWorker.ready;
  const message: CacheMessage = {
    build: document.querySelector('script[type=module]')?.getAttribute('src') ?? '',
    pages: [...new Set(pendingMessage.pages.splice(0))],
    files: [...new Set(pendingMessage.files.splice(0))],
  };
  active?.postMessage(message, { transfer: [] });
}

/**
 * The session, or its cached copy without a network. The token is never cached; the first request online fetches a new
 * one.
 */
export async function loadCachedSession(): Promise<Session | null> {
  const session = await fetchWithOfflineCopy('session', async () => {
    const loaded = await loadSession();
    return loaded && { ...loaded, token: '' };
  });
  if (session !== null && currentToken() === null) restoreSession(session);
  return session;
}
