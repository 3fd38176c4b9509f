import { deskRoutes } from './desk-routes.ts';
import { lazyScreen, type RouteDefinition } from './route-definition.ts';

const proFeatures = ['professionals', 'learning', 'certifications'] as const;

/**
 * Routes for professionals, stores and staff. Most people never open them, so the router loads them on the first
 * navigation to one.
 */
export const workRoutes: readonly RouteDefinition[] = [
  { path: '/pro', area: proFeatures, title: 'shell.nav.pro', screen: lazyScreen('pro'), guard: 'pro' },
  {
    path: '/pro/class',
    area: proFeatures,
    title: 'professionals.board.title',
    screen: lazyScreen('proClass'),
    guard: 'pro',
  },
  {
    path: '/pro/boat',
    area: proFeatures,
    title: 'professionals.boat.title',
    screen: lazyScreen('proBoat'),
    guard: 'pro',
  },
  {
    path: '/pro/applications',
    area: ['applications', 'certifications'],
    title: 'applications.assigned.title',
    screen: lazyScreen('assignedApplications'),
    guard: 'pro',
  },

  ...deskRoutes,
];
