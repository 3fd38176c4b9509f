/**
 * The screens that nobody opens first, by name. They come as a file of their own: what they are made of would otherwise
 * be listed in what everybody loads first.
 */
export const screens = {
  account: async () => (await import('../../features/account/web/account-screen.tsx')).AccountScreen,
  profile: async () => (await import('../../features/account/web/profile-screen.tsx')).ProfileScreen,
  settings: async () => (await import('../../features/account/web/settings-screen.tsx')).SettingsScreen,
  preferences: async () => (await import('../../features/preferences/web/preferences-screen.tsx')).PreferencesScreen,
  notifications: async () =>
    (await import('../../features/notifications/web/choices-screen.tsx')).NotificationChoicesScreen,
  performance: async () => (await import('../../features/learning/web/performance-screen.tsx')).PerformanceScreen,
  record: async () => (await import('../../features/learning/web/record/record-screen.tsx')).RecordScreen,
  studentRecord: async () => (await import('./student-record.tsx')).StudentRecordPage,
  students: async () => (await import('../../features/learning/web/record/students-screen.tsx')).StudentsScreen,
  shop: async () => (await import('../../features/shop/web/shop-screen.tsx')).ShopScreen,
  product: async () => (await import('../../features/shop/web/product-screen.tsx')).ProductScreen,
  basket: async () => (await import('../../features/shop/web/basket-screen.tsx')).BasketScreen,
  checkout: async () => (await import('../../features/shop/web/checkout-screen.tsx')).CheckoutScreen,
  orders: async () => (await import('../../features/shop/web/orders-screen.tsx')).OrdersScreen,
  order: async () => (await import('./order.tsx')).OrderPage,
  credit: async () => (await import('./credit.tsx')).CreditPage,
  promos: async () => (await import('../../features/shop/web/promos-screen.tsx')).PromosScreen,
  deskPhotos: async () => (await import('../../features/association/web/photo-desk-screen.tsx')).PhotoDeskScreen,
  deskCourses: async () => (await import('../../features/learning/web/desk-courses-screen.tsx')).DeskCoursesScreen,
  deskOrders: async () => (await import('../../features/shop/web/desk-orders-screen.tsx')).DeskOrdersScreen,
  deskOrder: async () => (await import('../../features/shop/web/desk-order-screen.tsx')).DeskOrderScreen,
  forgot: async () => (await import('../../features/identity/web/forgot-screen.tsx')).ForgotScreen,
  reset: async () => (await import('../../features/identity/web/reset-screen.tsx')).ResetScreen,
  signOut: async () => (await import('../../features/identity/web/sign-out-screen.tsx')).SignOutScreen,
  problem: async () => (await import('../../features/identity/web/problem-screen.tsx')).ProblemScreen,
};
