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
    features: ['account', 'identity'],
    title: 'shell.page.account',
    screen: lazyScreen(async () => (await import('#features/account/web/account/account-screen.tsx')).AccountScreen),
  },
  { path: '/certifications', redirect: '/certifications/list' },
  {
    path: '/certifications/list',
    features: ['certifications', 'club'],
    title: 'shell.page.certifications',
    screen: async () => (await import('./screens/cards-page.tsx')).CardsPage,
  },
  {
    path: '/certifications/ecard/:licenseID?/:levelID?',
    features: 'certifications',
    title: 'shell.page.ecard',
    screen: async () => (await import('#features/certifications/web/ecard/ecard-screen.tsx')).ECardScreen,
  },
  {
    path: '/certifications/noecard/:levelID',
    // Errors of the free eCard are the club's messages.
    features: ['certifications', 'club'],
    title: 'shell.page.noecard',
    screen: lazyScreen(async () => (await import('./screens/no-ecard-page.tsx')).NoECardPage),
  },
  { path: '/preferences', redirect: '/preferences/subscriber' },
  {
    path: '/preferences/notifications',
    features: 'notifications',
    title: 'shell.notifications',
    screen: lazyScreen(
      async () => (await import('#features/notifications/web/choices-screen.tsx')).NotificationChoicesScreen,
    ),
  },
  {
    path: '/preferences/subscriber/:lang?',
    features: 'preferences',
    title: 'shell.page.preferences',
    screen: lazyScreen(
      async () => (await import('#features/preferences/web/preferences-screen.tsx')).PreferencesScreen,
    ),
    linked: { query: 'global_uid', to: '/unsubscribed/:lang' },
  },
  // The specification lists this path too.
  { path: '/preferences/unsubscribed/:lang?', redirect: '/unsubscribed/:lang' },
  {
    path: '/unsubscribed/:lang?',
    // Errors of mandatory notices are the notifications' messages.
    features: ['preferences', 'notifications'],
    title: 'shell.page.unsubscribed',
    screen: lazyScreen(
      async () => (await import('#features/preferences/web/unsubscribed-screen.tsx')).UnsubscribedScreen,
    ),
    isOpen: true,
  },
  {
    path: '/profile',
    features: 'account',
    title: 'shell.page.profile',
    screen: lazyScreen(async () => (await import('#features/account/web/profile/profile-screen.tsx')).ProfileScreen),
  },
  {
    path: '/settings',
    features: 'account',
    title: 'shell.page.settings',
    screen: lazyScreen(async () => (await import('#features/account/web/settings/settings-screen.tsx')).SettingsScreen),
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
    features: 'learning',
    title: 'shell.page.course',
    screen: lazyScreen(async () => (await import('#features/learning/web/course/course-screen.tsx')).CourseScreen),
  },
  {
    // The link in the email with a gifted code.
    path: '/training/claim/:token',
    features: 'learning',
    title: 'shell.page.claim',
    screen: lazyScreen(async () => (await import('#features/learning/web/codes/claim-screen.tsx')).ClaimScreen),
  },
  {
    path: '/training/content/:name',
    features: 'learning',
    title: 'shell.page.content',
    screen: lazyScreen(async () => (await import('#features/learning/web/player/player-screen.tsx')).PlayerScreen),
  },
  {
    path: '/training/performance/:courseId?',
    features: 'learning',
    title: 'shell.page.performance',
    screen: lazyScreen(
      async () => (await import('#features/learning/web/performance/performance-screen.tsx')).PerformanceScreen,
    ),
  },
  {
    path: '/training/eRecord/:courseId?',
    features: ['learning', 'logbook', 'certifications'],
    title: 'shell.page.eRecord',
    screen: lazyScreen(async () => (await import('./screens/own-record-page.tsx')).OwnRecordPage),
  },
  {
    path: '/training/instructor/eRecord/:studentId/:courseId?',
    features: ['learning', 'logbook', 'certifications'],
    title: 'shell.page.studentERecord',
    screen: lazyScreen(async () => (await import('./screens/student-record-page.tsx')).StudentRecordPage),
    guard: 'bearer-in-query',
  },
  {
    path: '/training/students',
    features: ['learning', 'logbook'],
    title: 'learning.students.title',
    screen: lazyScreen(async () => (await import('#features/learning/web/record/students-screen.tsx')).StudentsScreen),
  },
  {
    path: '/training/forms-applications',
    features: ['forms', 'dsd', 'professionals', 'applications', 'certifications'],
    title: 'shell.page.forms',
    screen: lazyScreen(async () => (await import('./screens/forms-page.tsx')).FormsPage),
  },
  {
    path: '/training/forms-applications/:documentId',
    features: 'forms',
    title: 'shell.page.forms',
    screen: lazyScreen(async () => (await import('#features/forms/web/record/record-screen.tsx')).FormRecordScreen),
  },
  {
    path: '/training/shop',
    features: 'shop',
    title: 'shell.page.shop',
    screen: lazyScreen(async () => (await import('#features/shop/web/catalogue/shop-screen.tsx')).ShopScreen),
  },
  {
    path: '/training/shop/product/:productId',
    features: 'shop',
    title: 'shell.page.shop',
    screen: lazyScreen(async () => (await import('#features/shop/web/product/product-screen.tsx')).ProductScreen),
  },
  {
    path: '/training/shop/basket',
    features: 'shop',
    title: 'shop.basket.title',
    screen: lazyScreen(async () => (await import('#features/shop/web/basket/basket-screen.tsx')).BasketScreen),
  },
  {
    path: '/training/shop/checkout',
    features: ['shop', 'payments'],
    title: 'shop.checkout.title',
    screen: lazyScreen(async () => (await import('./screens/checkout-page.tsx')).CheckoutPage),
  },
  {
    // A minor's payment request to a guardian.
    path: '/training/shop/requests/:requestId',
    features: ['shop', 'payments', 'club', 'learning', 'certifications'],
    title: 'shop.request.page',
    screen: lazyScreen(async () => (await import('./screens/payment-request-page.tsx')).PaymentRequestPage),
  },
  {
    path: '/training/shop/orders',
    features: 'shop',
    title: 'shop.orders.title',
    screen: lazyScreen(async () => (await import('#features/shop/web/orders/orders-screen.tsx')).OrdersScreen),
  },
  {
    path: '/training/shop/orders/:orderId',
    features: ['shop', 'payments', 'learning'],
    title: 'shop.order.page',
    screen: lazyScreen(async () => (await import('./screens/order-page.tsx')).OrderPage),
  },
  {
    path: '/training/shop/credit',
    features: ['shop', 'learning'],
    title: 'shop.credit.title',
    screen: lazyScreen(async () => (await import('./screens/credit-page.tsx')).CreditPage),
    guard: 'store',
  },
  {
    path: '/training/my-promos',
    features: 'shop',
    title: 'shell.page.promos',
    screen: lazyScreen(async () => (await import('#features/shop/web/promotions/promos-screen.tsx')).PromosScreen),
    guard: 'processed-checkpoint',
  },
  {
    path: '/training/medical-form',
    // Errors of guardian invitations are the family's messages.
    features: ['forms', 'dsd', 'family'],
    title: 'shell.page.medicalForm',
    screen: lazyScreen(async () => (await import('./screens/medical-form-page.tsx')).MedicalFormPage),
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
    features: 'logbook',
    title: 'shell.page.logbook',
    screen: async () => (await import('#features/logbook/web/list/logbook-screen.tsx')).LogbookScreen,
  },
  {
    path: '/logbook/dive/:logId',
    features: 'logbook',
    title: 'shell.page.dive',
    screen: lazyScreen(async () => (await import('#features/logbook/web/dive/dive-screen.tsx')).DiveScreen),
  },
  {
    path: '/logbook/log-dive/training/create/:course?/:logNumber?/:title?/:logId?/:confirmation?',
    features: 'logbook',
    title: 'shell.page.logTraining',
    screen: lazyScreen(async () => (await import('#features/logbook/web/form/log-form-screen.tsx')).TrainingFormScreen),
  },
  {
    path: '/logbook/log-dive/training/update/:logId?/:confirmation?',
    features: 'logbook',
    title: 'shell.page.logTraining',
    screen: lazyScreen(async () => (await import('#features/logbook/web/form/log-form-screen.tsx')).UpdateFormScreen),
  },
  {
    path: '/logbook/log-dive/recreational/create/:logId?/:confirmation?',
    features: 'logbook',
    title: 'shell.page.logDive',
    screen: lazyScreen(
      async () => (await import('#features/logbook/web/form/log-form-screen.tsx')).RecreationalFormScreen,
    ),
  },
  {
    path: '/logbook/log-dive/recreational/update/:logId?/:confirmation?',
    features: 'logbook',
    title: 'shell.page.logDive',
    screen: lazyScreen(async () => (await import('#features/logbook/web/form/log-form-screen.tsx')).UpdateFormScreen),
  },
  {
    path: '/logbook/log-dive/select-course',
    features: 'logbook',
    title: 'shell.page.selectCourse',
    screen: lazyScreen(
      async () => (await import('#features/logbook/web/form/select-course-screen.tsx')).SelectCourseScreen,
    ),
  },
  {
    path: '/logbook/verification',
    features: 'logbook',
    title: 'shell.page.verification',
    screen: lazyScreen(
      async () => (await import('#features/logbook/web/verification/verification-screen.tsx')).VerificationScreen,
    ),
  },

  { path: '/dsd', title: 'shell.page.dsd', guard: 'checkpoint' },
  {
    path: '/dsd/welcome',
    features: 'dsd',
    title: 'shell.page.dsd',
    screen: lazyScreen(async () => (await import('#features/dsd/web/welcome-screen.tsx')).WelcomeScreen),
    guard: 'checkpoint',
  },
  {
    path: '/dsd/confirm-affiliation',
    features: ['dsd', 'professionals'],
    title: 'shell.page.confirmAffiliation',
    screen: lazyScreen(async () => (await import('./screens/confirm-affiliation-page.tsx')).ConfirmAffiliationPage),
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
    features: ['applications', 'professionals', 'account', 'certifications', 'payments', 'learning'],
    title: 'shell.page.application',
    screen: lazyScreen(async () => (await import('./screens/application-page.tsx')).ApplicationPage),
  },

  // The routes from here on are not in the specification.
  // Asks before a link with a token changes who is signed in.
  {
    path: '/continue',
    features: ['account', 'family'],
    title: 'shell.page.continue',
    screen: lazyScreen(async () => (await import('#features/account/web/session/continue-screen.tsx')).ContinueScreen),
    isOpen: true,
  },
  {
    path: '/club',
    // Payment errors are the payments' messages, eCard errors the certifications'.
    features: ['club', 'payments', 'certifications', 'shop'],
    title: 'shell.page.club',
    screen: lazyScreen(async () => (await import('./screens/club-page.tsx')).ClubPage),
  },
  {
    path: '/family',
    features: ['family', 'account'],
    title: 'shell.page.family',
    screen: lazyScreen(async () => (await import('./screens/family-page.tsx')).FamilyPage),
  },
  // Connects a child's device with the link a guardian shows.
  {
    path: '/join/:token',
    features: 'family',
    title: 'shell.page.family',
    screen: lazyScreen(async () => (await import('#features/family/web/join-screen.tsx')).JoinScreen),
    isOpen: true,
  },
  {
    path: '/handover/:token',
    // Password messages belong to the identity feature.
    features: ['family', 'identity', 'account'],
    title: 'shell.page.family',
    screen: lazyScreen(async () => (await import('#features/family/web/handover/handover-screen.tsx')).HandoverScreen),
    isOpen: true,
  },
  {
    path: '/verify',
    features: ['certifications', 'club'],
    title: 'shell.page.verify',
    screen: async () => (await import('#features/certifications/web/verify/verify-screen.tsx')).VerifyScreen,
    isOpen: true,
  },
  {
    // A shared card link; it redirects to /verify while it is valid.
    path: '/card/:token',
    features: 'certifications',
    title: 'shell.page.verify',
    screen: async () => (await import('#features/certifications/web/ecard/shared-card-screen.tsx')).SharedCardScreen,
    isOpen: true,
  },
  {
    path: '/sign/:token',
    features: 'family',
    title: 'shell.page.sign',
    screen: lazyScreen(async () => (await import('./screens/sign-page.tsx')).SignPage),
    isOpen: true,
  },
  {
    path: '/physician/:token',
    features: 'forms',
    title: 'shell.page.physician',
    screen: lazyScreen(
      async () => (await import('#features/forms/web/physician/physician-screen.tsx')).PhysicianScreen,
    ),
    isOpen: true,
  },
  {
    path: '/pay/:token',
    features: 'payments',
    title: 'shell.page.pay',
    screen: lazyScreen(async () => (await import('#features/payments/web/pay-screen.tsx')).PayScreen),
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
