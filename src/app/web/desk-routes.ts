import type { RouteDefinition } from './route-definition.ts';
import type { DeskScreenName } from './screens/desk-screens.ts';

/**
 * A page for staff; the server checks access for every request too. Its title is the navigation item's message. `areas`
 * are other features whose messages it needs, for example for their errors.
 */
const deskPage = (
  path: string,
  name: DeskScreenName,
  areas: readonly string[] = [],
  title: string = name,
): RouteDefinition => ({
  path: `/desk/${path}`,
  area: ['association', ...areas],
  title: `association.nav.${title}`,
  screen: async () => (await import('./screens/lazy-screens.ts')).lazyDeskScreen(name),
  guard: 'staff',
});

export const deskRoutes: readonly RouteDefinition[] = [
  { path: '/desk', redirect: '/desk/applications' },
  deskPage('applications/:queue?', 'applications', ['applications', 'certifications', 'forms', 'payments']),
  deskPage('photos', 'photos', ['account']),
  deskPage('card-photos', 'card_photos', ['certifications']),
  deskPage('pages', 'pages', ['forms']),
  deskPage('requests', 'requests', ['account', 'family']),
  deskPage('courses', 'courses', ['learning']),
  deskPage('orders', 'orders', ['shop']),
  deskPage('orders/:orderId', 'order', ['shop', 'payments'], 'orders'),
  deskPage('people/:affiliateId?', 'people', ['applications', 'account', 'family', 'identity', 'certifications']),
  deskPage('stores/:affiliateId?', 'stores', ['applications', 'account', 'family', 'identity', 'certifications']),
  deskPage('cards', 'cards', ['certifications']),
  deskPage('flags', 'flags'),
  deskPage('audit', 'audit'),
  deskPage('security', 'security'),
  deskPage('mails/:template?', 'mails'),
  { path: '/desk/*', redirect: '/desk/applications' },
];
