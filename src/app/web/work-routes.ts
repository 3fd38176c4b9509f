import { deskRoutes } from './desk-routes.ts';
import { lazyScreen, type RouteDefinition } from './route-definition.ts';

/** A home and a class show something of each. */
const proFeatures = ['professionals', 'learning', 'certifications'] as const;

/**
 * Where professionals, stores and staff work. Most people never go there, so these rows are not part of what everybody
 * loads first: the router asks for them at the first such address.
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
