import type { RouteRow } from './route-row.ts';
import type { DeskScreenName } from './screens/at-desk.ts';

/** Only staff get in, and the server decides that again for every call. What a page is called is what leads to it. */
const page = (path: string, name: DeskScreenName, title: string = name): RouteRow => ({
  path: `/desk/${path}`,
  title: `association.nav.${title}`,
  screen: async () => (await import('./screens/by-name.ts')).atDesk(name),
  guard: 'staff',
});

/** The association's desk. Its screens bring their words and their queries themselves. */
export const deskRoutes: readonly RouteRow[] = [
  { path: '/desk', redirect: '/desk/applications' },
  page('applications/:queue?', 'applications'),
  page('photos', 'photos'),
  page('card-photos', 'card_photos'),
  page('pages', 'pages'),
  page('courses', 'courses'),
  page('orders', 'orders'),
  page('orders/:orderId', 'order', 'orders'),
  page('people/:affiliateId?', 'people'),
  page('stores/:affiliateId?', 'stores'),
  page('cards', 'cards'),
  page('flags', 'flags'),
  page('audit', 'audit'),
  page('mails/:template?', 'mails'),
  { path: '/desk/*', redirect: '/desk/applications' },
];
