/** Somebody's own data and choices; in a file of their own as well. */
export const accountScreens = {
  account: async () => (await import('../../features/account/web/account-screen.tsx')).AccountScreen,
  profile: async () => (await import('../../features/account/web/profile-screen.tsx')).ProfileScreen,
  settings: async () => (await import('../../features/account/web/settings-screen.tsx')).SettingsScreen,
  preferences: async () => (await import('../../features/preferences/web/preferences-screen.tsx')).PreferencesScreen,
  notifications: async () =>
    (await import('../../features/notifications/web/choices-screen.tsx')).NotificationChoicesScreen,
};
