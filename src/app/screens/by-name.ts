import type { DeskScreenName } from './at-desk.ts';

/** Four addresses of one form. */
const logForm = () => import('../../features/logbook/web/form/log-form-screen.tsx');

/**
 * The screens that nobody opens first, by name. They come as a file of their own: what they are made of would otherwise
 * be listed in what everybody loads first.
 */
export const screens = {
  club: async () => (await import('./club.tsx')).ClubPageScreen,
  noECard: async () => (await import('./no-ecard.tsx')).NoECardPage,
  account: async () => (await import('../../features/account/web/account-screen.tsx')).AccountScreen,
  continueAs: async () => (await import('../../features/account/web/continue-screen.tsx')).ContinueScreen,
  profile: async () => (await import('../../features/account/web/profile-screen.tsx')).ProfileScreen,
  settings: async () => (await import('../../features/account/web/settings-screen.tsx')).SettingsScreen,
  preferences: async () => (await import('../../features/preferences/web/preferences-screen.tsx')).PreferencesScreen,
  notifications: async () =>
    (await import('../../features/notifications/web/choices-screen.tsx')).NotificationChoicesScreen,
  performance: async () => (await import('../../features/learning/web/performance-screen.tsx')).PerformanceScreen,
  record: async () => (await import('./own-record.tsx')).OwnRecordPage,
  studentRecord: async () => (await import('./student-record.tsx')).StudentRecordPage,
  students: async () => (await import('../../features/learning/web/record/students-screen.tsx')).StudentsScreen,
  shop: async () => (await import('../../features/shop/web/shop-screen.tsx')).ShopScreen,
  product: async () => (await import('../../features/shop/web/product-screen.tsx')).ProductScreen,
  basket: async () => (await import('../../features/shop/web/basket-screen.tsx')).BasketScreen,
  checkout: async () => (await import('./checkout.tsx')).CheckoutPage,
  paymentRequest: async () => (await import('./payment-request.tsx')).PaymentRequestPage,
  orders: async () => (await import('../../features/shop/web/orders-screen.tsx')).OrdersScreen,
  order: async () => (await import('./order.tsx')).OrderPage,
  credit: async () => (await import('./credit.tsx')).CreditPage,
  promos: async () => (await import('../../features/shop/web/promos-screen.tsx')).PromosScreen,
  deskPhotos: async () => (await import('../../features/association/web/photo-desk-screen.tsx')).PhotoDeskScreen,
  deskCourses: async () => (await import('../../features/learning/web/desk-courses-screen.tsx')).DeskCoursesScreen,
  deskOrders: async () => (await import('../../features/shop/web/desk-orders-screen.tsx')).DeskOrdersScreen,
  deskOrder: async () => (await import('../../features/shop/web/desk-order-screen.tsx')).DeskOrderScreen,
  forms: async () => (await import('./forms.tsx')).FormsPage,
  formRecord: async () => (await import('../../features/forms/web/record-screen.tsx')).FormRecordScreen,
  medicalForm: async () => (await import('./medical-form.tsx')).MedicalFormPage,
  physician: async () => (await import('../../features/forms/web/physician-screen.tsx')).PhysicianScreen,
  sign: async () => (await import('./sign.tsx')).SignPage,
  family: async () => (await import('./family.tsx')).FamilyPage,
  join: async () => (await import('../../features/family/web/join-screen.tsx')).JoinScreen,
  handover: async () => (await import('../../features/family/web/handover-screen.tsx')).HandoverScreen,
  dsdWelcome: async () => (await import('../../features/dsd/web/welcome-screen.tsx')).WelcomeScreen,
  confirmAffiliation: async () => (await import('./confirm-affiliation.tsx')).ConfirmAffiliationPage,
  course: async () => (await import('../../features/learning/web/course-screen.tsx')).CourseScreen,
  player: async () => (await import('../../features/learning/web/player/player-screen.tsx')).PlayerScreen,
  claim: async () => (await import('../../features/learning/web/codes/claim-screen.tsx')).ClaimScreen,
  dive: async () => (await import('../../features/logbook/web/dive-screen.tsx')).DiveScreen,
  logTraining: async () => (await logForm()).TrainingFormScreen,
  logRecreational: async () => (await logForm()).RecreationalFormScreen,
  updateLog: async () => (await logForm()).UpdateFormScreen,
  selectCourse: async () => (await import('../../features/logbook/web/select-course-screen.tsx')).SelectCourseScreen,
  verification: async () => (await import('../../features/logbook/web/verification-screen.tsx')).VerificationScreen,
  pay: async () => (await import('../../features/payments/web/pay-screen.tsx')).PayScreen,
  unsubscribed: async () => (await import('../../features/preferences/web/unsubscribed-screen.tsx')).UnsubscribedScreen,
  forgot: async () => (await import('../../features/identity/web/forgot-screen.tsx')).ForgotScreen,
  verifyEmail: async () =>
    (await import('../../features/identity/web/email/verify-email-screen.tsx')).VerifyEmailScreen,
  changeEmail: async () =>
    (await import('../../features/identity/web/email/change-email-screen.tsx')).ChangeEmailScreen,
  reset: async () => (await import('../../features/identity/web/reset-screen.tsx')).ResetScreen,
  signOut: async () => (await import('../../features/identity/web/sign-out-screen.tsx')).SignOutScreen,
  problem: async () => (await import('../../features/identity/web/problem-screen.tsx')).ProblemScreen,
  application: async () => (await import('./application.tsx')).ApplicationPage,
  assignedApplications: async () =>
    (await import('../../features/applications/web/assigned-screen.tsx')).AssignedScreen,
  pro: async () => (await import('./pro.tsx')).ProPage,
  proClass: async () => (await import('./pro-class.tsx')).ProClassPage,
  proBoat: async () => (await import('./pro-boat.tsx')).ProBoatPage,
  deskApplications: async () => (await import('./desk-applications.tsx')).DeskApplications,
  deskCardPhotos: async () =>
    (await import('../../features/association/web/card-photo-desk-screen.tsx')).CardPhotoDeskScreen,
  deskPages: async () => (await import('./desk-pages.tsx')).DeskPages,
  deskRequests: async () =>
    (await import('../../features/association/web/requests/request-desk-screen.tsx')).RequestDeskScreen,
  deskPeople: async () => (await import('../../features/association/web/people-screen.tsx')).PeopleScreen,
  deskStores: async () => (await import('../../features/association/web/people-screen.tsx')).StoresScreen,
  deskCards: async () => (await import('../../features/association/web/card-search-screen.tsx')).CardSearchScreen,
  deskFlags: async () => (await import('../../features/association/web/flag-screen.tsx')).FlagScreen,
  deskSecurity: async () =>
    (await import('../../features/association/web/security-events/security-events-screen.tsx')).SecurityEventsScreen,
  deskAudit: async () => (await import('../../features/association/web/audit-screen.tsx')).AuditScreen,
  deskMails: async () => (await import('../../features/association/web/mail-screen.tsx')).MailScreen,
};

/** Those of the desk come with its frame. */
export const atDesk = async (name: DeskScreenName) => (await import('./at-desk.ts')).bringDeskScreen(name);
