import type { DeskScreenName } from './desk-screens.ts';

const importLogForm = () => import('#features/logbook/web/form/log-form-screen.tsx');

/**
 * Screens that are rarely opened first, by name. They are in a separate chunk, because their list of dependencies would
 * otherwise be part of the entry chunk.
 */
export const lazyScreens = {
  club: async () => (await import('./club-page.tsx')).ClubPage,
  noECard: async () => (await import('./no-ecard-page.tsx')).NoECardPage,
  account: async () => (await import('#features/account/web/account/account-screen.tsx')).AccountScreen,
  continueAs: async () => (await import('#features/account/web/session/continue-screen.tsx')).ContinueScreen,
  profile: async () => (await import('#features/account/web/profile/profile-screen.tsx')).ProfileScreen,
  settings: async () => (await import('#features/account/web/settings/settings-screen.tsx')).SettingsScreen,
  preferences: async () => (await import('#features/preferences/web/preferences-screen.tsx')).PreferencesScreen,
  notifications: async () => (await import('#features/notifications/web/choices-screen.tsx')).NotificationChoicesScreen,
  performance: async () =>
    (await import('#features/learning/web/performance/performance-screen.tsx')).PerformanceScreen,
  record: async () => (await import('./own-record-page.tsx')).OwnRecordPage,
  studentRecord: async () => (await import('./student-record-page.tsx')).StudentRecordPage,
  students: async () => (await import('#features/learning/web/record/students-screen.tsx')).StudentsScreen,
  shop: async () => (await import('#features/shop/web/catalogue/shop-screen.tsx')).ShopScreen,
  product: async () => (await import('#features/shop/web/product/product-screen.tsx')).ProductScreen,
  basket: async () => (await import('#features/shop/web/basket/basket-screen.tsx')).BasketScreen,
  checkout: async () => (await import('./checkout-page.tsx')).CheckoutPage,
  paymentRequest: async () => (await import('./payment-request-page.tsx')).PaymentRequestPage,
  orders: async () => (await import('#features/shop/web/orders/orders-screen.tsx')).OrdersScreen,
  order: async () => (await import('./order-page.tsx')).OrderPage,
  credit: async () => (await import('./credit-page.tsx')).CreditPage,
  promos: async () => (await import('#features/shop/web/promotions/promos-screen.tsx')).PromosScreen,
  deskPhotos: async () => (await import('#features/association/web/pictures/photo-desk-screen.tsx')).PhotoDeskScreen,
  deskCourses: async () => (await import('#features/learning/web/desk/desk-courses-screen.tsx')).DeskCoursesScreen,
  deskOrders: async () => (await import('#features/shop/web/desk/desk-orders-screen.tsx')).DeskOrdersScreen,
  deskOrder: async () => (await import('#features/shop/web/desk/desk-order-screen.tsx')).DeskOrderScreen,
  forms: async () => (await import('./forms-page.tsx')).FormsPage,
  formRecord: async () => (await import('#features/forms/web/record/record-screen.tsx')).FormRecordScreen,
  medicalForm: async () => (await import('./medical-form-page.tsx')).MedicalFormPage,
  physician: async () => (await import('#features/forms/web/physician/physician-screen.tsx')).PhysicianScreen,
  sign: async () => (await import('./sign-page.tsx')).SignPage,
  family: async () => (await import('./family-page.tsx')).FamilyPage,
  join: async () => (await import('#features/family/web/join-screen.tsx')).JoinScreen,
  handover: async () => (await import('#features/family/web/handover/handover-screen.tsx')).HandoverScreen,
  dsdWelcome: async () => (await import('#features/dsd/web/welcome-screen.tsx')).WelcomeScreen,
  confirmAffiliation: async () => (await import('./confirm-affiliation-page.tsx')).ConfirmAffiliationPage,
  course: async () => (await import('#features/learning/web/course/course-screen.tsx')).CourseScreen,
  player: async () => (await import('#features/learning/web/player/player-screen.tsx')).PlayerScreen,
  claim: async () => (await import('#features/learning/web/codes/claim-screen.tsx')).ClaimScreen,
  dive: async () => (await import('#features/logbook/web/dive/dive-screen.tsx')).DiveScreen,
  logTraining: async () => (await importLogForm()).TrainingFormScreen,
  logRecreational: async () => (await importLogForm()).RecreationalFormScreen,
  updateLog: async () => (await importLogForm()).UpdateFormScreen,
  selectCourse: async () => (await import('#features/logbook/web/form/select-course-screen.tsx')).SelectCourseScreen,
  verification: async () =>
    (await import('#features/logbook/web/verification/verification-screen.tsx')).VerificationScreen,
  pay: async () => (await import('#features/payments/web/pay-screen.tsx')).PayScreen,
  unsubscribed: async () => (await import('#features/preferences/web/unsubscribed-screen.tsx')).UnsubscribedScreen,
  forgot: async () => (await import('#features/identity/web/password-reset/forgot-screen.tsx')).ForgotScreen,
  verifyEmail: async () => (await import('#features/identity/web/email/verify-email-screen.tsx')).VerifyEmailScreen,
  changeEmail: async () => (await import('#features/identity/web/email/change-email-screen.tsx')).ChangeEmailScreen,
  reset: async () => (await import('#features/identity/web/password-reset/reset-screen.tsx')).ResetScreen,
  signOut: async () => (await import('#features/identity/web/sign-out-screen.tsx')).SignOutScreen,
  problem: async () => (await import('#features/identity/web/problem-screen.tsx')).ProblemScreen,
  application: async () => (await import('./application-page.tsx')).ApplicationPage,
  assignedApplications: async () =>
    (await import('#features/applications/web/assigned/assigned-screen.tsx')).AssignedScreen,
  pro: async () => (await import('./pro-page.tsx')).ProPage,
  proClass: async () => (await import('./pro-class-page.tsx')).ProClassPage,
  proBoat: async () => (await import('./pro-boat-page.tsx')).ProBoatPage,
  deskApplications: async () => (await import('./desk-applications-page.tsx')).DeskApplicationsPage,
  deskCardPhotos: async () =>
    (await import('#features/association/web/pictures/card-photo-desk-screen.tsx')).CardPhotoDeskScreen,
  deskPages: async () => (await import('./desk-physician-pages-page.tsx')).DeskPhysicianPagesPage,
  deskRequests: async () =>
    (await import('#features/association/web/family-requests/family-request-screen.tsx')).FamilyRequestScreen,
  deskPeople: async () => (await import('#features/association/web/people/people-screen.tsx')).PeopleScreen,
  deskStores: async () => (await import('#features/association/web/people/people-screen.tsx')).StoresScreen,
  deskCards: async () => (await import('#features/association/web/cards/card-search-screen.tsx')).CardSearchScreen,
  deskFlags: async () => (await import('#features/association/web/flags/flag-screen.tsx')).FlagScreen,
  deskSecurity: async () =>
    (await import('#features/association/web/security-events/security-events-screen.tsx')).SecurityEventsScreen,
  deskAudit: async () => (await import('#features/association/web/audit/audit-screen.tsx')).AuditScreen,
  deskMails: async () => (await import('#features/association/web/mails/mail-screen.tsx')).MailScreen,
};

export const lazyDeskScreen = async (name: DeskScreenName) => (await import('./desk-screens.ts')).loadDeskScreen(name);
