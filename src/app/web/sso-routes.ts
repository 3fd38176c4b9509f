import { lazyScreen, type RouteDefinition } from './route-definition.ts';

/** Pages of the account service. */
export const ssoRoutes: readonly RouteDefinition[] = [
  {
    path: '/sso/interaction/:uid',
    area: 'identity',
    title: 'identity.sign_in.title',
    screen: async () => (await import('#features/identity/web/sign-in/interaction-screen.tsx')).InteractionScreen,
    isOpen: true,
    isBare: true,
  },
  {
    path: '/sso/forgot',
    area: 'identity',
    title: 'identity.forgot.title',
    screen: lazyScreen('forgot'),
    isOpen: true,
    isBare: true,
  },
  {
    path: '/sso/reset/:token',
    area: 'identity',
    title: 'identity.reset.title',
    screen: lazyScreen('reset'),
    isOpen: true,
    isBare: true,
  },
  {
    path: '/sso/verify/:token',
    area: ['identity', 'account'],
    title: 'identity.verify.title',
    screen: lazyScreen('verifyEmail'),
    isOpen: true,
    isBare: true,
  },
  {
    path: '/sso/email/:token',
    area: ['identity', 'account'],
    title: 'identity.email_change.confirm.title',
    screen: lazyScreen('changeEmail'),
    isOpen: true,
    isBare: true,
  },
  {
    path: '/sso/sign-out',
    area: 'identity',
    title: 'identity.sign_out.title',
    screen: lazyScreen('signOut'),
    isOpen: true,
    isBare: true,
  },
  {
    path: '/sso/problem',
    area: 'identity',
    title: 'identity.problem.title',
    screen: lazyScreen('problem'),
    isOpen: true,
    isBare: true,
  },
];
