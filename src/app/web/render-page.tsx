import { AsyncLocalStorage } from 'node:async_hooks';
import { Writable } from 'node:stream';
import { dehydrate, skipToken, type Query, type QueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { renderToPipeableStream } from 'react-dom/server';
import { createStaticHandler, createStaticRouter, matchRoutes, StaticRouterProvider } from 'react-router';
import { getCurrentSession } from '#features/account/web/session/session.ts';
import type { PageRenderer, PageRequest } from '#app/shared/page-rendering.ts';
import { setPageFetch } from '#platform/web/client/page-fetch.ts';
import { currentQueryClient } from '#platform/web/client/query-client.ts';
import { currentIntl, currentLocale, ensureMessages, startI18n } from '#platform/web/i18n/i18n.tsx';
import { setPageLookup } from '#platform/web/page-state.ts';
import { setBootData } from '#platform/web/session/boot.ts';
import { currentDescription } from '#platform/web/session/page-description.ts';
import { setPageUrl } from '#platform/web/session/page-url.ts';
import { currentToken } from '#platform/web/session/session.ts';
import { App } from './app.tsx';
import { loaders } from './guards.ts';
import { renderedRoutes } from './rendered-routes.ts';
import type { RouteDefinition } from './route-definition.ts';
import { createRoutes, type RouteHandle } from './route-objects.ts';
import { routes } from './routes.ts';
import { findPageTitle, formatPageTitle } from './shell/use-page-change.ts';
import { workRoutes } from './work-routes.ts';

/** Queries may depend on the results of others, so a page is rendered until none is pending. */
const maxPasses = 5;

const pages = new AsyncLocalStorage<Map<symbol, unknown>>();
setPageLookup(() => pages.getStore());

const routeObjects = createRoutes([...routes, ...workRoutes], { loaders });
const handler = createStaticHandler(routeObjects);

/** Redirects are answered by the server too, because a page would only load its scripts to be replaced. */
export const findPage: PageRenderer['findPage'] = (path) => {
  const row = findRow(path);
  const isRedirect = row?.redirect !== undefined || row?.guard === 'sign-in' || row?.guard === 'sign-up';
  return {
    features: [row?.features ?? []].flat(),
    source: row?.source,
    isServerRendered: isRedirect || (row !== undefined && renderedRoutes.includes(row)),
  };
};

function findRow(path: string): RouteDefinition | undefined {
  const match = matchRoutes(routeObjects, path)?.at(-1);
  return (match?.route.handle as RouteHandle | undefined)?.row;
}

/** Renders the page of one request. Everything it reads and changes belongs to this request. */
export const renderPage: PageRenderer['renderPage'] = (page) => pages.run(new Map(), () => renderInPage(page));

async function renderInPage({ url, boot, fetch, loadMessages, signal }: PageRequest) {
  setBootData(boot);
  setPageUrl(url);
  setPageFetch(fetch);
  const i18n = startI18n(boot.locale, { messages: loadMessages }, boot.timeZone);
  const [context] = await Promise.all([
    handler.query(new Request(url, { signal })),
    i18n,
    ...findPage(url.pathname).features.map(ensureMessages),
  ]);
  if (context instanceof Response) return { redirectTo: context.headers.get('location') ?? '/' };
  // The frame needs the session, and an error page is rendered by the browser.
  if (context.errors !== null) throw Object.values(context.errors)[0];
  const router = createStaticRouter(handler.dataRoutes, context);
  const html = await renderWithQueries(
    <App>
      <StaticRouterProvider router={router} context={context} hydrate={false} />
    </App>,
    currentQueryClient(),
  );
  const { loaderData } = context;
  const { text: description, isEmpty = false } = currentDescription();
  return {
    html,
    description,
    isEmpty,
    title: formatPageTitle(currentIntl(), findPageTitle(context.matches.map(({ route }) => route))),
    data: {
      session: currentToken() === null ? null : { ...getCurrentSession(), token: '' },
      queries: dehydrate(currentQueryClient()),
      router: { loaderData, errors: null },
    },
    locale: currentLocale(),
  };
}

async function renderWithQueries(page: ReactNode, client: QueryClient): Promise<string> {
  for (let pass = 1; ; pass++) {
    const html = await renderToHtml(page);
    const pending = client.getQueryCache().getAll().filter(isPending);
    if (pending.length === 0 || pass === maxPasses) return html;
    await Promise.allSettled(pending.map((query) => query.fetch()));
    // The browser repeats failed queries and shows their errors, so the page shows that they are loading.
    for (const query of pending) if (query.state.status === 'error') resetFailed(query);
  }
}

const failed = new WeakSet<Query>();

function resetFailed(query: Query): void {
  failed.add(query);
  query.setState({ ...query.state, status: 'pending', fetchStatus: 'idle', error: null, fetchFailureReason: null });
}

/** A screen asked for the query, and the server can run it. */
function isPending(query: Query): boolean {
  const { queryFn, enabled, meta } = query.options as typeof query.options & { enabled?: unknown };
  if (query.state.status !== 'pending' || failed.has(query) || meta?.['isBrowserOnly'] === true) return false;
  const isEnabled = typeof enabled === 'function' ? (enabled as (of: Query) => boolean)(query) : enabled !== false;
  return isEnabled && queryFn !== undefined && queryFn !== skipToken;
}

/** Waits for all lazy parts of the page. */
function renderToHtml(page: ReactNode): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const chunks: Buffer[] = [];
  const output = new Writable({
    write(chunk: Buffer, _encoding, done) {
      chunks.push(chunk);
      done();
    },
    final(done) {
      resolve(Buffer.concat(chunks).toString());
      done();
    },
  });
  const stream = renderToPipeableStream(page, {
    // Parts of the page are never moved by an inline script, which the content security policy forbids.
    progressiveChunkSize: Number.MAX_SAFE_INTEGER,
    onAllReady: () => void stream.pipe(output),
    onShellError: reject,
    onError: reject,
  });
  return promise;
}
