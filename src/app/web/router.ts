import {
  matchRoutes,
  UNSAFE_createBrowserHistory as createBrowserHistory,
  type DataRouter,
  type HydrationState,
} from 'react-router';
import { whenUsed } from '#platform/web/hooks/when-used.ts';
import { deferRouter } from './deferred-router.ts';
import { renderedRoutes } from './rendered-routes.ts';
import { createRoutes, type LoadedComponents } from './route-objects.ts';

const importStarter = () => import('./start-router.ts');

/** Creates the router of the browser. */
export async function createRouter(hydrationData: HydrationState | undefined): Promise<DataRouter> {
  const history = createBrowserHistory();
  if (hydrationData !== undefined) return showPage(history, hydrationData);
  const { startPortalRouter } = await importStarter();
  return startPortalRouter({ history });
}

/**
 * Shows a page that the server has rendered. Its screen is loaded first, so that it can be hydrated. The router, all other
 * routes and their guards are loaded when the page is used. The guards of this page have run on the server.
 */
async function showPage(
  history: ReturnType<typeof createBrowserHistory>,
  hydrationData: HydrationState,
): Promise<DataRouter> {
  const loaded = await loadComponents();
  const options = { history, hydrationData, routes: createRoutes(renderedRoutes, { loaded }) };
  const { router, load } = deferRouter(options, async () => {
    const { startPortalRouter } = await importStarter();
    return { startRouter: (started) => startPortalRouter(started, loaded) };
  });
  // A navigation tries again.
  void whenUsed()
    .then(load)
    .catch(() => undefined);
  return router;
}

/** Loads the screen of the current address and its frame. */
async function loadComponents(): Promise<LoadedComponents> {
  const matches = matchRoutes(createRoutes(renderedRoutes, {}), location) ?? [];
  const loading = matches.map(async ({ route: { id, lazy } }) => {
    if (typeof lazy !== 'object') return [];
    const Component = await lazy.Component?.();
    return Component ? [[id, Component] as const] : [];
  });
  return new Map((await Promise.all(loading)).flat());
}
