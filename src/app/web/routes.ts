import { renderedRoutes } from './rendered-routes.ts';
import { ssoRoutes } from './sso-routes.ts';
import type { RouteDefinition } from './route-definition.ts';

/** All routes in the order of the specification. Those of work-routes.ts are loaded on demand. */
export const routes: readonly RouteDefinition[] = [
  ...renderedRoutes,
  {
    path: '/account',
    // Password messages belong to the identity feature.
    features: ['account', 'identity'],
    title: 'shell.page.account',
    screen: async () => (await import('#features/account/web/account/account-screen.tsx')).AccountScreen,
  },
  { path: '/certifications', redirect: '/certifications/list' },
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
    screen: async () => (await import('./screens/no-ecard-page.tsx')).NoECardPage,
  },
  { path: '/preferences', redirect: '/preferences/subscriber' },
  {
    path: '/preferences/notifications',
    features: 'notifications',
    title: 'shell.notifications',
    screen: async () => (await import('#features/notifications/web/choices-screen.tsx')).NotificationChoicesScreen,
  },
  {
    path: '/preferences/subscriber/:lang?',
    features: 'preferences',
    title: 'shell.page.preferences',
    screen: async () => (await import('#features/preferences/web/preferences-screen.tsx')).PreferencesScreen,
    linked: { query: 'global_uid', to: '/unsubscribed/:lang' },
  },
  // The specification lists this path too.
  { path: '/preferences/unsubscribed/:lang?', redirect: '/unsubscribed/:lang' },
  {
    path: '/unsubscribed/:lang?',
    // Errors of mandatory notices are the notifications' messages.
    features: ['preferences', 'notifications'],
    title: 'shell.page.unsubscribed',
    screen: async () => (await import('#features/preferences/web/unsubscribed-screen.tsx')).UnsubscribedScreen,
    isOpen: true,
  },
  {
    path: '/profile',
    features: 'account',
    title: 'shell.page.profile',
    screen: async () => (await import('#features/account/web/profile/profile-screen.tsx')).ProfileScreen,
  },
  {
    path: '/settings',
    features: 'account',
    title: 'shell.page.settings',
    screen: async () => (await import('#features/account/web/settings/settings-screen.tsx')).SettingsScreen,
  },

  { path: '/training', redirect: '/training/dashboard' },
  { path: '/training/my-courses/:guid?', redirect: '/training/dashboard?olmGuid=:guid' },
  {
    path: '/training/course/:id',
    features: 'learning',
    title: 'shell.page.course',
    screen: async () => (await import('#features/learning/web/course/course-screen.tsx')).CourseScreen,
  },
  {
    // The link in the email with a gifted code.
    path: '/training/claim/:token',
    features: 'learning',
    title: 'shell.page.claim',
    screen: async () => (await import('#features/learning/web/codes/claim-screen.tsx')).ClaimScreen,
  },
  {
    path: '/training/performance/:courseId?',
    features: 'learning',
    title: 'shell.page.performance',
    screen: async () => (await import('#features/learning/web/performance/performance-screen.tsx')).PerformanceScreen,
  },
  {
    path: '/training/eRecord/:courseId?',
    features: ['learning', 'logbook', 'certifications'],
    title: 'shell.page.eRecord',
    screen: async () => (await import('./screens/own-record-page.tsx')).OwnRecordPage,
  },
  {
    path: '/training/instructor/eRecord/:studentId/:courseId?',
    features: ['learning', 'logbook', 'certifications'],
    title: 'shell.page.studentERecord',
    screen: async () => (await import('./screens/student-record-page.tsx')).StudentRecordPage,
    guard: 'bearer-in-query',
  },
  {
    path: '/training/students',
    features: ['learning', 'logbook'],
    title: 'learning.students.title',
    screen: async () => (await import('#features/learning/web/record/students-screen.tsx')).StudentsScreen,
  },
  {
    path: '/training/forms-applications/:documentId',
    features: 'forms',
    title: 'shell.page.forms',
    screen: async () => (await import('#features/forms/web/record/record-screen.tsx')).FormRecordScreen,
  },
  {
    path: '/training/shop/product/:productId',
    features: 'shop',
    title: 'shell.page.shop',
    screen: async () => (await import('#features/shop/web/product/product-screen.tsx')).ProductScreen,
  },
  {
    path: '/training/shop/basket',
    features: 'shop',
    title: 'shop.basket.title',
    screen: async () => (await import('#features/shop/web/basket/basket-screen.tsx')).BasketScreen,
  },
  {
    path: '/training/shop/checkout',
    features: ['shop', 'payments'],
    title: 'shop.checkout.title',
    screen: async () => (await import('./screens/checkout-page.tsx')).CheckoutPage,
  },
  {
    // A minor's payment request to a guardian.
    path: '/training/shop/requests/:requestId',
    features: ['shop', 'payments', 'club', 'learning', 'certifications'],
    title: 'shop.request.page',
    screen: async () => (await import('./screens/payment-request-page.tsx')).PaymentRequestPage,
  },
  {
    path: '/training/shop/orders',
    features: 'shop',
    title: 'shop.orders.title',
    screen: async () => (await import('#features/shop/web/orders/orders-screen.tsx')).OrdersScreen,
  },
  {
    path: '/training/shop/orders/:orderId',
    features: ['shop', 'payments', 'learning'],
    title: 'shop.order.page',
    screen: async () => (await import('./screens/order-page.tsx')).OrderPage,
  },
  {
    path: '/training/shop/credit',
    features: ['shop', 'learning'],
    title: 'shop.credit.title',
    screen: async () => (await import('./screens/credit-page.tsx')).CreditPage,
    guard: 'store',
  },
  {
    path: '/training/my-promos',
    features: ['shop', 'dsd'],
    title: 'shell.page.promos',
    screen: async () => (await import('./screens/promos-page.tsx')).PromosPage,
    guard: 'processed-checkpoint',
  },
  {
    path: '/training/medical-form',
    // Errors of guardian invitations are the family's messages, the birthdate form's the account's.
    features: ['forms', 'dsd', 'family', 'account'],
    title: 'shell.page.medicalForm',
    screen: async () => (await import('./screens/medical-form-page.tsx')).MedicalFormPage,
  },
  {
    path: '/training/unauthorized',
    title: 'shell.page.unauthorized',
    screen: async () => (await import('./shell/unauthorized-screen.tsx')).UnauthorizedScreen,
    isOpen: true,
    hasMenu: true,
  },

  { path: '/logbook', redirect: '/logbook/list' },
  {
    path: '/logbook/log-dive/training/create/:course?/:logNumber?/:title?/:logId?/:confirmation?',
    features: 'logbook',
    title: 'shell.page.logTraining',
    screen: async () => (await import('#features/logbook/web/form/log-form-screen.tsx')).TrainingFormScreen,
  },
  {
    path: '/logbook/log-dive/training/update/:logId?/:confirmation?',
    features: 'logbook',
    title: 'shell.page.logTraining',
    screen: async () => (await import('#features/logbook/web/form/log-form-screen.tsx')).UpdateFormScreen,
  },
  {
    path: '/logbook/log-dive/recreational/create/:logId?/:confirmation?',
    features: 'logbook',
    title: 'shell.page.logDive',
    screen: async () => (await import('#features/logbook/web/form/log-form-screen.tsx')).RecreationalFormScreen,
  },
  {
    path: '/logbook/log-dive/recreational/update/:logId?/:confirmation?',
    features: 'logbook',
    title: 'shell.page.logDive',
    screen: async () => (await import('#features/logbook/web/form/log-form-screen.tsx')).UpdateFormScreen,
  },
  {
    path: '/logbook/log-dive/select-course',
    features: 'logbook',
    title: 'shell.page.selectCourse',
    screen: async () => (await import('#features/logbook/web/form/select-course-screen.tsx')).SelectCourseScreen,
  },
  {
    path: '/logbook/import',
    features: 'logbook',
    title: 'logbook.import.title',
    screen: async () => (await import('#features/logbook/web/imports/import-screen.tsx')).ImportScreen,
  },
  {
    path: '/logbook/import/:importId',
    features: 'logbook',
    title: 'logbook.import.title',
    screen: async () => (await import('#features/logbook/web/imports/import-result-screen.tsx')).ImportResultScreen,
  },
  {
    path: '/logbook/verification',
    features: 'logbook',
    title: 'shell.page.verification',
    screen: async () => (await import('#features/logbook/web/verification/verification-screen.tsx')).VerificationScreen,
  },

  { path: '/dsd', title: 'shell.page.dsd', guard: 'checkpoint' },
  {
    path: '/dsd/welcome',
    // The birthdate form's messages belong to the account feature.
    features: ['dsd', 'account'],
    title: 'shell.page.dsd',
    screen: async () => (await import('./screens/dsd-welcome-page.tsx')).DsdWelcomePage,
    guard: 'checkpoint',
  },
  {
    path: '/dsd/confirm-affiliation',
    features: ['dsd', 'professionals', 'account'],
    title: 'shell.page.confirmAffiliation',
    screen: async () => (await import('./screens/confirm-affiliation-page.tsx')).ConfirmAffiliationPage,
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
    screen: async () => (await import('./screens/application-page.tsx')).ApplicationPage,
  },

  // The routes from here on are not in the specification.
  // Asks before a link with a token changes who is signed in.
  {
    path: '/continue',
    features: ['account', 'family'],
    title: 'shell.page.continue',
    screen: async () => (await import('#features/account/web/session/continue-screen.tsx')).ContinueScreen,
    isOpen: true,
  },
  {
    path: '/club',
    // Payment errors are the payments' messages, eCard errors the certifications'.
    features: ['club', 'payments', 'certifications', 'shop'],
    title: 'shell.page.club',
    screen: async () => (await import('./screens/club-page.tsx')).ClubPage,
  },
  {
    path: '/family',
    features: ['family', 'account'],
    title: 'shell.page.family',
    screen: async () => (await import('./screens/family-page.tsx')).FamilyPage,
  },
  // Connects a child's device with the link a guardian shows.
  {
    path: '/join/:token',
    features: 'family',
    title: 'shell.page.family',
    screen: async () => (await import('#features/family/web/join-screen.tsx')).JoinScreen,
    isOpen: true,
  },
  {
    path: '/handover/:token',
    // Password messages belong to the identity feature.
    features: ['family', 'identity', 'account'],
    title: 'shell.page.family',
    screen: async () => (await import('#features/family/web/handover/handover-screen.tsx')).HandoverScreen,
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
    features: ['family', 'account'],
    title: 'shell.page.sign',
    screen: async () => (await import('./screens/sign-page.tsx')).SignPage,
    isOpen: true,
    hasMenu: true,
  },
  {
    path: '/physician/:token',
    features: 'forms',
    title: 'shell.page.physician',
    screen: async () => (await import('#features/forms/web/physician/physician-screen.tsx')).PhysicianScreen,
    isOpen: true,
  },
  {
    path: '/pay/:token',
    features: 'payments',
    title: 'shell.page.pay',
    screen: async () => (await import('#features/payments/web/pay-screen.tsx')).PayScreen,
    isOpen: true,
    hasMenu: true,
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
