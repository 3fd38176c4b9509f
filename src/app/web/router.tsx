import type { ComponentType } from 'react';
import { createBrowserRouter, redirect, type RouteObject } from 'react-router';
import { ensureMessages } from '#platform/web/i18n/i18n.tsx';
import { guards, requireBearer, requireSession } from './guards.ts';
import { loadScreen } from './load-screen.ts';
import { fillRedirect } from './fill-redirect.ts';
import type { RouteDefinition } from './route-definition.ts';
import { loadOffline, offlinePages, routes } from './routes.ts';
import { ErrorScreen } from './shell/error-screen.tsx';
import { ShellSkeleton } from './shell/shell-skeleton.tsx';
import { PublicFrame } from './shell/public-frame.tsx';
import { Shell } from './shell/shell.tsx';

function toRoute(row: RouteDefinition): RouteObject {
  const { path, screen, guard, redirect: to } = row;
  return {
    path,
    handle: { title: row.title },
    ErrorBoundary: ErrorScreen,
    ...(to !== undefined && {
      loader: ({ params, request }) => redirect(fillRedirect(to, params, new URL(request.url).search)),
    }),
    ...(guard !== undefined && guard !== 'bearer-in-query' && { loader: guards[guard] }),
    ...(screen !== undefined && {
      lazy: {
        Component: () =>
          loadScreen(
            () => importScreen(screen, row),
            () => router.state.navigation.location,
          ),
      },
    }),
  };
}

/** Loads the screen, its messages and the query client in parallel with the guards. */
async function importScreen(
  screen: NonNullable<RouteDefinition['screen']>,
  { path, features: declared, isOpen }: RouteDefinition,
): Promise<ComponentType> {
  if (declared === undefined) return screen();
  const features = [declared].flat();
  const [Screen, { withQueries, loadRecords }, { withMessages }] = await Promise.all([
    screen(),
    import('./with-queries.tsx'),
    import('#platform/web/i18n/use-messages.tsx'),
    ...features.map(ensureMessages),
  ]);
  await loadRecords();
  if (offlinePages.test(path)) void loadOffline().then(({ cachePage }) => cachePage(path, isOpen));
  return withMessages(features, withQueries(Screen));
}

function getFrame({
  redirect: to,
  guard,
  screen,
  isOpen,
  isBare,
}: RouteDefinition): 'none' | 'open' | 'by-link' | 'signed-in' {
  if (to !== undefined || isBare || (guard !== undefined && screen === undefined)) return 'none';
  if (guard === 'bearer-in-query') return 'by-link';
  return isOpen ? 'open' : 'signed-in';
}

const routesInFrame = (frame: ReturnType<typeof getFrame>, rows = routes) =>
  rows.filter((row) => getFrame(row) === frame).map(toRoute);

export const router: ReturnType<typeof createBrowserRouter> = createBrowserRouter(
  [
    {
      id: 'none',
      HydrateFallback: ShellSkeleton,
      ErrorBoundary: ErrorScreen,
      children: [
        ...routesInFrame('none'),
        { Component: PublicFrame, children: routesInFrame('open') },
        { loader: requireBearer, Component: Shell, children: routesInFrame('by-link') },
        {
          id: 'signed-in',
          // Runs once for the first page; later pages use the session in memory.
          loader: requireSession,
          shouldRevalidate: () => false,
          Component: Shell,
          children: routesInFrame('signed-in'),
        },
      ],
    },
  ],
  {
    async patchRoutesOnNavigation({ path, patch }) {
      if (!/^\/(desk|pro)(\/|$)/.test(path)) return;
      const { workRoutes } = await import('./work-routes.ts');
      for (const frame of ['none', 'signed-in'] as const) patch(frame, routesInFrame(frame, workRoutes));
    },
  },
);
