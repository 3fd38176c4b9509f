/** The pages of the account service beside the one on which people sign in, in a file of their own as well. */
export const identityScreens = {
  forgot: async () => (await import('../../features/identity/web/forgot-screen.tsx')).ForgotScreen,
  reset: async () => (await import('../../features/identity/web/reset-screen.tsx')).ResetScreen,
  signOut: async () => (await import('../../features/identity/web/sign-out-screen.tsx')).SignOutScreen,
  problem: async () => (await import('../../features/identity/web/problem-screen.tsx')).ProblemScreen,
};
