/** The screens of the association's own staff, in a file of their own for the same reason as those of the shop. */
export const deskScreens = {
  photos: async () => (await import('../../features/association/web/photo-desk-screen.tsx')).PhotoDeskScreen,
  courses: async () => (await import('../../features/learning/web/desk-courses-screen.tsx')).DeskCoursesScreen,
  orders: async () => (await import('../../features/shop/web/desk-orders-screen.tsx')).DeskOrdersScreen,
  order: async () => (await import('../../features/shop/web/desk-order-screen.tsx')).DeskOrderScreen,
};
