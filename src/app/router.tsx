import type { ComponentType } from 'react';
import { createBrowserRouter, redirect, type RouteObject } from 'react-router';
import { needMessages } from '../platform/web/i18n.tsx';
import { guards, requireBearer, requireSession } from './guards.ts';
import { loadScreen } from './load-screen.ts';
import { fillRedirect } from './redirects.ts';
import type { RouteRow } from './route-row.ts';
import { bringOffline, keptPages, routes } from './routes.ts';
import { ErrorScreen } from './shell/error-screen.tsx';
import { FirstPaint } from './shell/first-paint.tsx';
import { OpenFrame } from './shell/open-frame.tsx';
import { Shell } from './shell/shell.tsx';

function toRoute(row: RouteRow): RouteObject {
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
            () => bringScreen(screen, row),
            () => router.state.navigation.location,
          ),
      },
    }),
  };
}

/** The screen, its words and its queries come together, while the guards ask; none waits for another. */
async function bringScreen(
  screen: NonNullable<RouteRow['screen']>,
  { path, area, isOpen }: RouteRow,
): Promise<ComponentType> {
  if (area === undefined) return screen();
  const areas = [area].flat();
  const [Screen, { withQueries }, { withWords }] = await Promise.all([
    screen(),
    import('./with-queries.tsx'),
    import('../platform/web/words.tsx'),
    ...areas.map(needMessages),
  ]);
  if (keptPages.test(path)) void bringOffline().then(({ keepPage }) => keepPage(path, isOpen));
  return withWords(areas, withQueries(Screen));
}

function frameOf({ redirect: to, guard, screen, isOpen, isBare }: RouteRow): 'none' | 'open' | 'by-link' | 'signed-in' {
  if (to !== undefined || isBare || (guard !== undefined && screen === undefined)) return 'none';
  if (guard === 'bearer-in-query') return 'by-link';
  return isOpen ? 'open' : 'signed-in';
}

const inFrame = (frame: ReturnType<typeof frameOf>, rows = routes) =>
  rows.filter((row) => frameOf(row) === frame).map(toRoute);

export const router: ReturnType<typeof createBrowserRouter> = createBrowserRouter(
  [
    {
      id: 'none',
      HydrateFallback: FirstPaint,
      ErrorBoundary: ErrorScreen,
      children: [
        ...inFrame('none'),
        { Component: OpenFrame, children: inFrame('open') },
        { loader: requireBearer, Component: Shell, children: inFrame('by-link') },
        {
          id: 'signed-in',
          // Asked once, when the first page behind it is opened; from then on the session is in memory.
          loader: requireSession,
          shouldRevalidate: () => false,
          Component: Shell,
          children: inFrame('signed-in'),
        },
      ],
    },
  ],
  {
    async patchRoutesOnNavigation({ path, patch }) {
      if (!/^\/(desk|pro)(\/|$)/.test(path)) return;
      const { workRoutes } = await import('./work-routes.ts');
      for (const frame of ['none', 'signed-in'] as const) patch(frame, inFrame(frame, workRoutes));
    },
  },
);
