import { loadSession, restoreSession } from '#features/account/web/session/session.ts';
import type { Session } from '#features/account/shared/contract.ts';
import { fetchWithOfflineCopy } from '#platform/web/sync/offline-cache.ts';
import { currentToken } from '#platform/web/session/session.ts';
import type { CacheMessage } from './service-worker.ts';

/** Files come in bursts; each is told once. */
const debounceMs = 500;

const pages = new Set<string>();
const pendingMessage: Pick<CacheMessage, 'pages' | 'files'> = { pages: [], files: [] };
let timer: ReturnType<typeof setTimeout> | undefined;

/** The page of this route opens without a network from now on: the worker keeps what it is made of. */
export function cachePage(path: string, isOpen = false): void {
  // The session may have been asked for by a page that is not kept. Where it cannot be had, the page says so itself.
  if (!isOpen) void loadCachedSession().catch(() => undefined);
  // A server of sources has a hundred files for each page, and no worker.
  if (import.meta.env.DEV || !('serviceWorker' in navigator)) return;
  if (pages.size === 0) watchLoadedFiles();
  // All its addresses show the same page.
  const [page = path] = path.split('/:', 1);
  pages.add(page);
  pendingMessage.pages.push(page);
  scheduleSend();
}

/** All that was loaded for this page, and all that will be. */
function watchLoadedFiles(): void {
  new PerformanceObserver((list) => {
    for (const { name, responseStatus } of list.getEntries() as PerformanceResourceTiming[]) {
      const { origin, pathname } = new URL(name);
      if (origin !== location.origin || !pathname.startsWith('/assets/') || responseStatus >= 400) continue;
      pendingMessage.files.push(pathname);
      scheduleSend();
    }
  }).observe({ type: 'resource', buffered: true });
  // The page that is kept begins in the language that was last chosen.
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
  // Nothing can be fetched now; what is untold waits for the network.
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
 * The session, or without a network what this browser has kept of it. The token is never kept: the first call on a
 * network fetches a fresh one.
 */
export async function loadCachedSession(): Promise<Session | null> {
  const session = await fetchWithOfflineCopy('session', async () => {
    const loaded = await loadSession();
    return loaded && { ...loaded, token: '' };
  });
  if (session !== null && currentToken() === null) restoreSession(session);
  return session;
}
