import type { RouteDefinition } from './route-definition.ts';

/**
 * Pages whose first visit the server renders. The browser needs no other route to show them; `routes.ts` has all. The screens
 * must render the same on both sides: without the document, storage, the window's size or the time of day.
 */
export const renderedRoutes: readonly RouteDefinition[] = [
  {
    path: '/certifications/list',
    features: ['certifications', 'club'],
    title: 'shell.page.certifications',
    screen: async () => (await import('./screens/cards-page.tsx')).CardsPage,
  },
  {
    path: '/training/dashboard/:olmGuid?',
    features: 'learning',
    title: 'shell.page.dashboard',
    screen: async () => (await import('./screens/dashboard-page.tsx')).DashboardPage,
  },
  {
    path: '/training/content/:name',
    features: 'learning',
    title: 'shell.page.content',
    screen: async () => (await import('#features/learning/web/player/player-screen.tsx')).PlayerScreen,
  },
  {
    path: '/training/forms-applications',
    features: ['forms', 'dsd', 'professionals', 'applications', 'certifications'],
    title: 'shell.page.forms',
    screen: async () => (await import('./screens/forms-page.tsx')).FormsPage,
  },
  {
    path: '/training/shop',
    features: 'shop',
    title: 'shell.page.shop',
    screen: async () => (await import('#features/shop/web/catalogue/shop-screen.tsx')).ShopScreen,
  },
  {
    path: '/logbook/list',
    features: 'logbook',
    title: 'shell.page.logbook',
    screen: async () => (await import('#features/logbook/web/list/logbook-screen.tsx')).LogbookScreen,
  },
  {
    path: '/logbook/dive/:logId',
    features: 'logbook',
    title: 'shell.page.dive',
    screen: async () => (await import('#features/logbook/web/dive/dive-screen.tsx')).DiveScreen,
  },
  {
    path: '/verify',
    features: ['certifications', 'club'],
    title: 'shell.page.verify',
    screen: async () => (await import('#features/certifications/web/verify/verify-screen.tsx')).VerifyScreen,
    isOpen: true,
    hasMenu: true,
  },
  {
    // A store's Discover Scuba Diving.
    path: '/discover/:storeNumber',
    features: 'dsd',
    title: 'shell.page.dsd',
    screen: async () => (await import('./screens/discover-page.tsx')).DiscoverPage,
    isOpen: true,
    hasMenu: true,
  },
  {
    path: '/pro/class',
    features: ['professionals', 'learning', 'certifications'],
    title: 'professionals.board.title',
    screen: async () => (await import('./screens/pro-class-page.tsx')).ProClassPage,
    guard: 'pro',
  },
  {
    path: '/sso/interaction/:uid',
    features: 'identity',
    title: 'identity.sign_in.title',
    screen: async () => (await import('#features/identity/web/sign-in/interaction-screen.tsx')).InteractionScreen,
    isOpen: true,
    isBare: true,
  },
];
