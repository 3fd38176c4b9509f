// The main stylesheet has the utilities of rendered pages only.
import '#ui/styles/all-utilities.css';
import {
  UNSAFE_createRouter,
  UNSAFE_defaultMapRouteProperties,
  UNSAFE_hydrationRouteProperties,
  type DataRouter,
} from 'react-router';
import type { RouterOptions } from './deferred-router.ts';
import { loaders } from './guards.ts';
import { createFrameRoutes, createRoutes, type LoadedComponents } from './route-objects.ts';
import { routes } from './routes.ts';

const workPath = /^\/(desk|pro)(\/|$)/;

/** Does what `createBrowserRouter` does, with a history that exists already. A module of its own, because it is loaded on demand. */
export function startRouter(options: RouterOptions): DataRouter {
  return UNSAFE_createRouter({
    ...options,
    mapRouteProperties: UNSAFE_defaultMapRouteProperties,
    hydrationRouteProperties: UNSAFE_hydrationRouteProperties,
  }).initialize();
}

/** Starts the router with all routes. Those for professionals, stores and staff are added on the first navigation to one. */
export function startPortalRouter(options: Omit<RouterOptions, 'routes'>, loaded?: LoadedComponents): DataRouter {
  const routeOptions = { loaders, getTarget: () => router.state.navigation.location, ...(loaded && { loaded }) };
  const router: DataRouter = startRouter({
    ...options,
    routes: createRoutes(routes, routeOptions),
    async patchRoutesOnNavigation({ path, patch }) {
      if (!workPath.test(path)) return;
      const { workRoutes } = await import('./work-routes.ts');
      for (const frame of ['none', 'signed-in'] as const)
        patch(frame, createFrameRoutes(frame, workRoutes, routeOptions));
    },
  });
  return router;
}
