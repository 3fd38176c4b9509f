import { deskRoutes } from './desk-routes.ts';
import { named, type RouteRow } from './route-row.ts';

/** A home and a class show something of each. */
const proAreas = ['professionals', 'learning', 'certifications'] as const;

/**
 * Where professionals, stores and staff work. Most people never go there, so these rows are not part of what everybody
 * loads first: the router asks for them at the first such address.
 */
export const workRoutes: readonly RouteRow[] = [
  { path: '/pro', area: proAreas, title: 'shell.nav.pro', screen: named('pro'), guard: 'pro' },
  { path: '/pro/class', area: proAreas, title: 'professionals.board.title', screen: named('proClass'), guard: 'pro' },
  { path: '/pro/boat', area: proAreas, title: 'professionals.boat.title', screen: named('proBoat'), guard: 'pro' },
  {
    path: '/pro/applications',
    area: ['applications', 'certifications'],
    title: 'applications.assigned.title',
    screen: named('assignedApplications'),
    guard: 'pro',
  },

  ...deskRoutes,
];
