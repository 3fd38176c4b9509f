import type { RouteDefinition } from './route-definition.ts';

/** Pages of the account service. */
export const ssoRoutes: readonly RouteDefinition[] = [
  {
    path: '/sso/forgot',
    features: 'identity',
    title: 'identity.forgot.title',
    screen: async () => (await import('#features/identity/web/password-reset/forgot-screen.tsx')).ForgotScreen,
    isOpen: true,
    isBare: true,
  },
  {
    path: '/sso/reset/:token',
    features: 'identity',
    title: 'identity.reset.title',
    screen: async () => (await import('#features/identity/web/password-reset/reset-screen.tsx')).ResetScreen,
    isOpen: true,
    isBare: true,
  },
  {
    path: '/sso/verify/:token',
    features: ['identity', 'account'],
    title: 'identity.verify.title',
    screen: async () => (await import('#features/identity/web/email/verify-email-screen.tsx')).VerifyEmailScreen,
    isOpen: true,
    isBare: true,
  },
  {
    path: '/sso/email/:token',
    features: ['identity', 'account'],
    title: 'identity.email_change.confirm.title',
    screen: async () => (await import('#features/identity/web/email/change-email-screen.tsx')).ChangeEmailScreen,
    isOpen: true,
    isBare: true,
  },
  {
    path: '/sso/sign-out',
    features: 'identity',
    title: 'identity.sign_out.title',
    screen: async () => (await import('#features/identity/web/sign-out-screen.tsx')).SignOutScreen,
    isOpen: true,
    isBare: true,
  },
  {
    path: '/sso/problem',
    features: 'identity',
    title: 'identity.problem.title',
    screen: async () => (await import('#features/identity/web/problem-screen.tsx')).ProblemScreen,
    isOpen: true,
    isBare: true,
  },
];
