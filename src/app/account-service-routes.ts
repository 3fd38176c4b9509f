import { named, type RouteRow } from './route-row.ts';

/** The pages of the central account service. */
export const accountServiceRoutes: readonly RouteRow[] = [
  {
    path: '/sso/interaction/:uid',
    area: 'identity',
    title: 'identity.sign_in.title',
    screen: async () => (await import('../features/identity/web/interaction-screen.tsx')).InteractionScreen,
    isOpen: true,
    isBare: true,
  },
  {
    path: '/sso/forgot',
    area: 'identity',
    title: 'identity.forgot.title',
    screen: named('forgot'),
    isOpen: true,
    isBare: true,
  },
  {
    path: '/sso/reset/:token',
    area: 'identity',
    title: 'identity.reset.title',
    screen: named('reset'),
    isOpen: true,
    isBare: true,
  },
  {
    path: '/sso/verify/:token',
    area: ['identity', 'account'],
    title: 'identity.verify.title',
    screen: named('verifyEmail'),
    isOpen: true,
    isBare: true,
  },
  {
    path: '/sso/email/:token',
    area: ['identity', 'account'],
    title: 'identity.email_change.confirm.title',
    screen: named('changeEmail'),
    isOpen: true,
    isBare: true,
  },
  {
    path: '/sso/sign-out',
    area: 'identity',
    title: 'identity.sign_out.title',
    screen: named('signOut'),
    isOpen: true,
    isBare: true,
  },
  {
    path: '/sso/problem',
    area: 'identity',
    title: 'identity.problem.title',
    screen: named('problem'),
    isOpen: true,
    isBare: true,
  },
];
