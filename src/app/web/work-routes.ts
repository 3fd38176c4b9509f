import { deskRoutes } from './desk-routes.ts';
import type { RouteDefinition } from './route-definition.ts';

const proFeatures = ['professionals', 'learning', 'certifications'] as const;

/**
 * Routes for professionals, stores and staff. Most people never open them, so the router loads them on the first
 * navigation to one.
 */
export const workRoutes: readonly RouteDefinition[] = [
  {
    path: '/pro',
    features: proFeatures,
    title: 'shell.nav.pro',
    screen: async () => (await import('./screens/pro-page.tsx')).ProPage,
    guard: 'pro',
  },
  {
    path: '/pro/boat',
    features: proFeatures,
    title: 'professionals.boat.title',
    screen: async () => (await import('./screens/pro-boat-page.tsx')).ProBoatPage,
    guard: 'pro',
  },
  {
    path: '/pro/codes',
    features: proFeatures,
    title: 'shell.nav.codes',
    screen: async () => (await import('./screens/pro-codes-page.tsx')).ProCodesPage,
    guard: 'pro',
  },
  {
    path: '/pro/applications',
    features: ['applications', 'certifications'],
    title: 'applications.assigned.title',
    screen: async () => (await import('#features/applications/web/assigned/assigned-screen.tsx')).AssignedScreen,
    guard: 'pro',
  },

  ...deskRoutes,
];
