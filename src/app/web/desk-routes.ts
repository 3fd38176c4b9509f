import type { RouteDefinition } from './route-definition.ts';

const loadFrame = async () => (await import('./shell/desk-frame.tsx')).loadDeskFrame();

/**
 * A page for staff; the server checks access for every request too. `title` names its navigation item. `features` are the
 * other features whose messages it needs, for example for their errors. The desk's frame is loaded with the screen.
 */
const deskPage = (
  path: string,
  title: string,
  load: NonNullable<RouteDefinition['screen']>,
  features: readonly string[] = [],
): RouteDefinition => ({
  path: `/desk/${path}`,
  features: ['association', ...features],
  title: `association.nav.${title}`,
  screen: async () => (await Promise.all([load(), loadFrame()]))[0],
  guard: 'staff',
});

export const deskRoutes: readonly RouteDefinition[] = [
  { path: '/desk', redirect: '/desk/applications' },
  deskPage(
    'applications/:queue?',
    'applications',
    async () => (await import('./screens/desk-applications-page.tsx')).DeskApplicationsPage,
    ['applications', 'certifications', 'forms', 'payments'],
  ),
  deskPage(
    'photos',
    'photos',
    async () => (await import('#features/association/web/pictures/picture-desk-screen.tsx')).PhotoDeskScreen,
    ['account'],
  ),
  deskPage(
    'card-photos',
    'card_photos',
    async () => (await import('#features/association/web/pictures/picture-desk-screen.tsx')).CardPhotoDeskScreen,
    ['certifications'],
  ),
  deskPage(
    'pages',
    'pages',
    async () => (await import('./screens/desk-physician-pages-page.tsx')).DeskPhysicianPagesPage,
    ['forms'],
  ),
  deskPage(
    'requests',
    'requests',
    async () =>
      (await import('#features/association/web/family-requests/family-request-screen.tsx')).FamilyRequestScreen,
    ['account', 'family'],
  ),
  deskPage(
    'courses',
    'courses',
    async () => (await import('#features/learning/web/desk/desk-courses-screen.tsx')).DeskCoursesScreen,
    ['learning'],
  ),
  deskPage(
    'orders',
    'orders',
    async () => (await import('#features/shop/web/desk/desk-orders-screen.tsx')).DeskOrdersScreen,
    ['shop'],
  ),
  deskPage('orders/:orderId', 'orders', async () => (await import('./screens/desk-order-page.tsx')).DeskOrderPage, [
    'shop',
    'payments',
  ]),
  deskPage(
    'people/:affiliateId?',
    'people',
    async () => (await import('#features/association/web/people/people-screen.tsx')).PeopleScreen,
    ['applications', 'account', 'family', 'identity', 'certifications'],
  ),
  deskPage(
    'stores/:affiliateId?',
    'stores',
    async () => (await import('#features/association/web/people/people-screen.tsx')).StoresScreen,
    ['applications', 'account', 'family', 'identity', 'certifications'],
  ),
  deskPage(
    'cards',
    'cards',
    async () => (await import('#features/association/web/cards/card-search-screen.tsx')).CardSearchScreen,
    ['certifications'],
  ),
  deskPage('flags', 'flags', async () => (await import('#features/association/web/flags/flag-screen.tsx')).FlagScreen),
  deskPage(
    'audit',
    'audit',
    async () => (await import('#features/association/web/audit/audit-screen.tsx')).AuditScreen,
  ),
  deskPage(
    'security',
    'security',
    async () =>
      (await import('#features/association/web/security-events/security-events-screen.tsx')).SecurityEventsScreen,
  ),
  deskPage(
    'mails/:template?',
    'mails',
    async () => (await import('#features/association/web/mails/mail-screen.tsx')).MailScreen,
  ),
  { path: '/desk/*', redirect: '/desk/applications' },
];
