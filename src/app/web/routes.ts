import { ssoRoutes } from './sso-routes.ts';
import { lazyScreen, type RouteDefinition } from './route-definition.ts';

/** Pages that open without a network after a visit. service-worker.ts has the same list. */
export const offlinePages = /^\/(certifications|verify)\b/;
export const loadOffline = () => import('./offline.ts');

/** All routes in the order of the specification. Those of work-routes.ts are loaded on demand. */
export const routes: readonly RouteDefinition[] = [
  {
    path: '/account',
    // Password messages belong to the identity feature.
    area: ['account', 'identity'],
    title: 'shell.page.account',
    screen: lazyScreen('account'),
  },
  { path: '/certifications', redirect: '/certifications/list' },
  {
    path: '/certifications/list',
    area: ['certifications', 'club'],
    title: 'shell.page.certifications',
    screen: async () => (await import('./screens/cards-page.tsx')).CardsPage,
  },
  {
    path: '/certifications/ecard/:licenseID?/:levelID?',
    area: 'certifications',
    title: 'shell.page.ecard',
    screen: async () => (await import('#features/certifications/web/ecard/ecard-screen.tsx')).ECardScreen,
  },
  {
    path: '/certifications/noecard/:levelID',
    // Errors of the free eCard are the club's messages.
    area: ['certifications', 'club'],
    title: 'shell.page.noecard',
    screen: lazyScreen('noECard'),
  },
  { path: '/preferences', redirect: '/preferences/subscriber' },
  {
    path: '/preferences/notifications',
    area: 'notifications',
    title: 'shell.notifications',
    screen: lazyScreen('notifications'),
  },
  {
    path: '/preferences/subscriber/:lang?',
    area: 'preferences',
    title: 'shell.page.preferences',
    screen: lazyScreen('preferences'),
    linked: { query: 'global_uid', to: '/unsubscribed/:lang' },
  },
  // The specification lists this path too.
  { path: '/preferences/unsubscribed/:lang?', redirect: '/unsubscribed/:lang' },
  {
    path: '/unsubscribed/:lang?',
    // Errors of mandatory notices are the notifications' messages.
    area: ['preferences', 'notifications'],
    title: 'shell.page.unsubscribed',
    screen: lazyScreen('unsubscribed'),
    isOpen: true,
  },
  {
    path: '/profile',
    area: 'account',
    title: 'shell.page.profile',
    screen: lazyScreen('profile'),
  },
  {
    path: '/settings',
    area: 'account',
    title: 'shell.page.settings',
    screen: lazyScreen('settings'),
  },

  { path: '/training', redirect: '/training/dashboard' },
  {
    // Loads its messages and queries itself after the first render, because it is the first screen people see.
    path: '/training/dashboard/:olmGuid?',
    title: 'shell.page.dashboard',
    screen: async () => (await import('#features/learning/web/dashboard/dashboard-screen.tsx')).DashboardScreen,
  },
  { path: '/training/my-courses/:guid?', redirect: '/training/dashboard?olmGuid=:guid' },
  {
    path: '/training/course/:id',
    area: 'learning',
    title: 'shell.page.course',
    screen: lazyScreen('course'),
  },
  {
    // The link in the email with a gifted code.
    path: '/training/claim/:token',
    area: 'learning',
    title: 'shell.page.claim',
    screen: lazyScreen('claim'),
  },
  {
    path: '/training/content/:name',
    area: 'learning',
    title: 'shell.page.content',
    screen: lazyScreen('player'),
  },
  {
    path: '/training/performance/:courseId?',
    area: 'learning',
    title: 'shell.page.performance',
    screen: lazyScreen('performance'),
  },
  {
    path: '/training/eRecord/:courseId?',
    area: ['learning', 'logbook', 'certifications'],
    title: 'shell.page.eRecord',
    screen: lazyScreen('record'),
  },
  {
    path: '/training/instructor/eRecord/:studentId/:courseId?',
    area: ['learning', 'logbook', 'certifications'],
    title: 'shell.page.studentERecord',
    screen: lazyScreen('studentRecord'),
    guard: 'bearer-in-query',
  },
  {
    path: '/training/students',
    area: ['learning', 'logbook'],
    title: 'learning.students.title',
    screen: lazyScreen('students'),
  },
  {
    path: '/training/forms-applications',
    area: ['forms', 'dsd', 'professionals', 'applications', 'certifications'],
    title: 'shell.page.forms',
    screen: lazyScreen('forms'),
  },
  {
    path: '/training/forms-applications/:documentId',
    area: 'forms',
    title: 'shell.page.forms',
    screen: lazyScreen('formRecord'),
  },
  {
    path: '/training/shop',
    area: 'shop',
    title: 'shell.page.shop',
    screen: lazyScreen('shop'),
  },
  {
    path: '/training/shop/product/:productId',
    area: 'shop',
    title: 'shell.page.shop',
    screen: lazyScreen('product'),
  },
  {
    path: '/training/shop/basket',
    area: 'shop',
    title: 'shop.basket.title',
    screen: lazyScreen('basket'),
  },
  {
    path: '/training/shop/checkout',
    area: ['shop', 'payments'],
    title: 'shop.checkout.title',
    screen: lazyScreen('checkout'),
  },
  {
    // A minor's payment request to a guardian.
    path: '/training/shop/requests/:requestId',
    area: ['shop', 'payments', 'club', 'learning', 'certifications'],
    title: 'shop.request.page',
    screen: lazyScreen('paymentRequest'),
  },
  {
    path: '/training/shop/orders',
    area: 'shop',
    title: 'shop.orders.title',
    screen: lazyScreen('orders'),
  },
  {
    path: '/training/shop/orders/:orderId',
    area: ['shop', 'payments', 'learning'],
    title: 'shop.order.page',
    screen: lazyScreen('order'),
  },
  {
    path: '/training/shop/credit',
    area: ['shop', 'learning'],
    title: 'shop.credit.title',
    screen: lazyScreen('credit'),
    guard: 'store',
  },
  {
    path: '/training/my-promos',
    area: 'shop',
    title: 'shell.page.promos',
    screen: lazyScreen('promos'),
    guard: 'processed-checkpoint',
  },
  {
    path: '/training/medical-form',
    // Errors of guardian invitations are the family's messages.
    area: ['forms', 'dsd', 'family'],
    title: 'shell.page.medicalForm',
    screen: lazyScreen('medicalForm'),
  },
  {
    path: '/training/unauthorized',
    title: 'shell.page.unauthorized',
    screen: async () => (await import('./shell/unauthorized-screen.tsx')).UnauthorizedScreen,
    isOpen: true,
  },

  { path: '/logbook', redirect: '/logbook/list' },
  {
    path: '/logbook/list',
    area: 'logbook',
    title: 'shell.page.logbook',
    screen: async () => (await import('#features/logbook/web/list/logbook-screen.tsx')).LogbookScreen,
  },
  {
    path: '/logbook/dive/:logId',
    area: 'logbook',
    title: 'shell.page.dive',
    screen: lazyScreen('dive'),
  },
  {
    path: '/logbook/log-dive/training/create/:course?/:logNumber?/:title?/:logId?/:confirmation?',
    area: 'logbook',
    title: 'shell.page.logTraining',
    screen: lazyScreen('logTraining'),
  },
  {
    path: '/logbook/log-dive/training/update/:logId?/:confirmation?',
    area: 'logbook',
    title: 'shell.page.logTraining',
    screen: lazyScreen('updateLog'),
  },
  {
    path: '/logbook/log-dive/recreational/create/:logId?/:confirmation?',
    area: 'logbook',
    title: 'shell.page.logDive',
    screen: lazyScreen('logRecreational'),
  },
  {
    path: '/logbook/log-dive/recreational/update/:logId?/:confirmation?',
    area: 'logbook',
    title: 'shell.page.logDive',
    screen: lazyScreen('updateLog'),
  },
  {
    path: '/logbook/log-dive/select-course',
    area: 'logbook',
    title: 'shell.page.selectCourse',
    screen: lazyScreen('selectCourse'),
  },
  {
    path: '/logbook/verification',
    area: 'logbook',
    title: 'shell.page.verification',
    screen: lazyScreen('verification'),
  },

  { path: '/dsd', title: 'shell.page.dsd', guard: 'checkpoint' },
  { path: '/dsd/welcome', area: 'dsd', title: 'shell.page.dsd', screen: lazyScreen('dsdWelcome'), guard: 'checkpoint' },
  {
    path: '/dsd/confirm-affiliation',
    area: ['dsd', 'professionals'],
    title: 'shell.page.confirmAffiliation',
    screen: lazyScreen('confirmAffiliation'),
    guard: 'checkpoint',
  },

  { path: '/login/sign-in/:lang?', guard: 'sign-in', isOpen: true },
  { path: '/login/sign-up/:type?/:lang?', guard: 'sign-up', isOpen: true },
  { path: '/login/sign-out', guard: 'sign-out', isOpen: true },
  { path: '/login/*', guard: 'sign-in', isOpen: true },
  { path: '/login', guard: 'sign-in', isOpen: true },
  { path: '/logout', guard: 'sign-in', isOpen: true },

  {
    path: '/applications/:applicationId',
    // Level names are the certifications' messages, payment errors the payments', and course titles learning's.
    area: ['applications', 'professionals', 'account', 'certifications', 'payments', 'learning'],
    title: 'shell.page.application',
    screen: lazyScreen('application'),
  },

  // The routes from here on are not in the specification.
  // Asks before a link with a token changes who is signed in.
  {
    path: '/continue',
    area: ['account', 'family'],
    title: 'shell.page.continue',
    screen: lazyScreen('continueAs'),
    isOpen: true,
  },
  {
    path: '/club',
    // Payment errors are the payments' messages, eCard errors the certifications'.
    area: ['club', 'payments', 'certifications', 'shop'],
    title: 'shell.page.club',
    screen: lazyScreen('club'),
  },
  {
    path: '/family',
    area: ['family', 'account'],
    title: 'shell.page.family',
    screen: lazyScreen('family'),
  },
  // Connects a child's device with the link a guardian shows.
  { path: '/join/:token', area: 'family', title: 'shell.page.family', screen: lazyScreen('join'), isOpen: true },
  {
    path: '/handover/:token',
    // Password messages belong to the identity feature.
    area: ['family', 'identity', 'account'],
    title: 'shell.page.family',
    screen: lazyScreen('handover'),
    isOpen: true,
  },
  {
    path: '/verify',
    area: ['certifications', 'club'],
    title: 'shell.page.verify',
    screen: async () => (await import('#features/certifications/web/verify/verify-screen.tsx')).VerifyScreen,
    isOpen: true,
  },
  {
    // A shared card link; it redirects to /verify while it is valid.
    path: '/card/:token',
    area: 'certifications',
    title: 'shell.page.verify',
    screen: async () => (await import('#features/certifications/web/ecard/shared-card-screen.tsx')).SharedCardScreen,
    isOpen: true,
  },
  { path: '/sign/:token', area: 'family', title: 'shell.page.sign', screen: lazyScreen('sign'), isOpen: true },
  {
    path: '/physician/:token',
    area: 'forms',
    title: 'shell.page.physician',
    screen: lazyScreen('physician'),
    isOpen: true,
  },
  {
    path: '/pay/:token',
    area: 'payments',
    title: 'shell.page.pay',
    screen: lazyScreen('pay'),
    isOpen: true,
  },

  ...ssoRoutes,

  // The component gallery exists only in development.
  ...(import.meta.env.DEV
    ? [
        {
          path: '/gallery',
          screen: async () => (await import('#ui/gallery/gallery.tsx')).Gallery,
          isOpen: true,
          isBare: true,
        },
      ]
    : []),

  { path: '*', redirect: '/training/dashboard' },
];
