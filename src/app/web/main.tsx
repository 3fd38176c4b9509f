import './zod-config.ts';
import { hydrate } from '@tanstack/react-query';
import { startTransition } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { RouterProvider } from 'react-router/dom';
import { restoreSession, storeSession } from '#features/account/web/session/session.ts';
import { boot } from '#platform/web/session/boot.ts';
import { watchRestoredPages } from '#platform/web/session/restored-page.ts';
import { savePreferenceCookie } from '#platform/web/session/preference-cookie.ts';
import { watchTheme } from '#platform/web/session/theme.ts';
import { startI18n, adoptBrowserTimeZone } from '#platform/web/i18n/i18n.tsx';
import { currentQueryClient } from '#platform/web/client/query-client.ts';
import { reportUncaughtErrors } from '#platform/web/client/error-reporting.ts';
import { whenUsed } from '#platform/web/hooks/when-used.ts';
import { toTimeZone } from '#platform/shared/time-zone.ts';
import { hasRecords } from '#platform/web/sync/draft-cleanup.ts';
import { preloadOverlays } from '#ui/overlays/load-overlay.tsx';
import type { PageData } from '#app/shared/page-rendering.ts';
import { App } from './app.tsx';
import { loadFont, loadMessages } from './load-locale.ts';
import { knownFrameId } from './route-objects.ts';
import { createRouter } from './router.ts';
import { saveEarlyInput } from '#platform/web/early-input.ts';

reportUncaughtErrors();
watchTheme();
void whenUsed().then(loadInteractionCode);
// No top-level await, because lazy chunks that import this module would wait for it.
void startApp();

/** Code that only a person who uses the page needs. Overlays are loaded early, so that the first one opens without a delay. */
async function loadInteractionCode(): Promise<void> {
  const [{ installFocusRecovery }] = await Promise.all([
    import('#ui/accessibility/focus-recovery.ts'),
    preloadOverlays(),
  ]);
  installFocusRecovery();
}

async function startApp(): Promise<void> {
  const root = document.getElementById('root') as HTMLElement;
  watchRestoredPages();
  // Null for a page that the browser renders.
  const page = JSON.parse(document.getElementById('page-data')?.textContent ?? 'null') as PageData | null;
  const messages = startI18n(boot.locale, { messages: loadMessages, font: loadFont }, page ? boot.timeZone : undefined);
  if (page !== null) restorePage(page);
  const [router] = await Promise.all([createRouter(page?.router), messages]);
  const restoreInput = saveEarlyInput(root);
  const markReady = () => void restoreInput().finally(() => root.removeAttribute('aria-busy'));
  const app = (
    <App onReady={markReady}>
      <RouterProvider router={router} />
    </App>
  );
  // The server doesn't know the URL's fragment, or drafts and unsent changes in this browser. What it rendered is replaced.
  if (page === null || hasRecords() || location.hash !== '') createRoot(root).render(app);
  // As a transition React hydrates in short steps, between which the page responds to input.
  else startTransition(() => void hydrateRoot(root, app));
  const isSignIn = location.pathname.startsWith('/sso/');
  const hasSession = page !== null && page.session !== null;
  // Finding out the time zone takes 25 ms in a new process, and nothing of the sign-in page depends on it.
  if (isSignIn) void whenUsed().then(() => applyTimeZone(true));
  else setTimeout(() => applyTimeZone(hasSession));
}

/** Formats times in the browser's time zone, and in the next pages from the server too. Visitors without an account get no cookie. */
function applyTimeZone(isPersonal: boolean): void {
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
  // The server may know the same zone by another name.
  if (timeZone === boot.timeZone || timeZone === toTimeZone(boot.timeZone)) return;
  if (isPersonal) savePreferenceCookie('time-zone', timeZone);
  adoptBrowserTimeZone();
}

function restorePage({ session, queries, router }: PageData): void {
  if (session !== null) storeSession(session);
  // The server has looked, so the frame needs no request to find nobody.
  else if (router.loaderData?.[knownFrameId] === false) restoreSession(null);
  // The data is as old as the page. The server's clock may differ from this one.
  for (const query of queries.queries) query.state.dataUpdatedAt = Date.now();
  hydrate(currentQueryClient(), queries);
}
