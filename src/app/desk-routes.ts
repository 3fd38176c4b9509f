import type { RouteRow } from './route-row.ts';
import type { DeskScreenName } from './screens/at-desk.ts';

/**
 * Only staff get in, and the server decides that again for every call. What a page is called is what leads to it. Beside
 * the association's own words it has those of other areas, such as why something was refused.
 */
const page = (path: string, name: DeskScreenName, areas: readonly string[] = [], title: string = name): RouteRow => ({
  path: `/desk/${path}`,
  area: ['association', ...areas],
  title: `association.nav.${title}`,
  screen: async () => (await import('./screens/by-name.ts')).atDesk(name),
  guard: 'staff',
});

/** The association's desk. */
export const deskRoutes: readonly RouteRow[] = [
  { path: '/desk', redirect: '/desk/applications' },
  page('applications/:queue?', 'applications', ['applications', 'certifications', 'forms', 'payments']),
  page('photos', 'photos', ['account']),
  page('card-photos', 'card_photos', ['certifications']),
  page('pages', 'pages', ['forms']),
  page('requests', 'requests', ['account', 'family']),
  page('courses', 'courses', ['learning']),
  page('orders', 'orders', ['shop']),
  page('orders/:orderId', 'order', ['shop', 'payments'], 'orders'),
  page('people/:affiliateId?', 'people', ['applications', 'account', 'family', 'identity', 'certifications']),
  page('stores/:affiliateId?', 'stores', ['applications', 'account', 'family', 'identity', 'certifications']),
  page('cards', 'cards', ['certifications']),
  page('flags', 'flags'),
  page('audit', 'audit'),
  page('security', 'security'),
  page('mails/:template?', 'mails'),
  { path: '/desk/*', redirect: '/desk/applications' },
];
