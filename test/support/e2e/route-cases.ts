import { pagesByRole } from './accessibility-pages.ts';
import { learnerDashboardHeading } from './new-users.ts';

const dashboard = '/training/dashboard';

const noCourse = 'We couldn’t find that course.';
const firstBreath = 'Your first breath underwater';
const noRecord = 'Learner record not found';

/** URL, headline, and the final URL if it differs. */
export type RouteCase = readonly [address: string, heading: string | RegExp, endsAt?: string];

export const deskPages = [
  '/desk/requests',
  '/desk/security',
  '/desk/applications',
  '/desk/applications/payment',
  '/desk/photos',
  '/desk/card-photos',
  '/desk/pages',
  '/desk/courses',
  '/desk/orders',
  '/desk/orders/00000000-0000-4000-8000-000000000000',
  '/desk/people',
  '/desk/people/400001',
  '/desk/stores',
  '/desk/cards',
  '/desk/flags',
  '/desk/audit',
  '/desk/mails',
  '/desk/mails/certified',
];

export const behindSignIn: readonly RouteCase[] = [
  ['/account', 'Your account'],
  ['/certifications', 'Certifications', '/certifications/list'],
  ['/certifications/list', 'Certifications'],
  ['/certifications/ecard', 'Open Water'],
  ['/certifications/ecard/L-77/40', 'Card not found'],
  ['/certifications/noecard/20', 'Adventure Diver: no eCard yet'],
  ['/preferences', 'Preference center', '/preferences/subscriber'],
  ['/preferences?from=mail', 'Preference center', '/preferences/subscriber?from=mail'],
  ['/preferences/subscriber', 'Preference center'],
  ['/preferences/notifications', 'Notifications'],
  ['/profile', 'Maren Lindqvist'],
  ['/settings', 'Settings'],
  ['/training', learnerDashboardHeading, dashboard],
  ['/training/dashboard', learnerDashboardHeading],
  ['/training/dashboard/0b6c', noCourse],
  ['/training/my-courses', learnerDashboardHeading, dashboard],
  ['/training/my-courses/0b6c', noCourse, `${dashboard}?olmGuid=0b6c`],
  ['/training/course/12', noCourse],
  ['/training/course/open-water', 'Open Water Diver'],
  ['/training/claim/a-link-that-was-used-up', 'This link has expired'],
  ['/training/content/gas-laws', noCourse],
  ['/training/performance', 'Performance'],
  ['/training/performance/12', noCourse],
  ['/training/performance/open-water', 'Open Water Diver'],
  ['/training/eRecord', 'Your learner records'],
  ['/training/eRecord/12', noRecord],
  ['/training/eRecord/open-water', 'Open Water Diver'],
  ['/training/students', 'Students'],
  ['/training/forms-applications', 'Forms & applications'],
  ['/training/forms-applications/00000000-0000-4000-8000-000000000000', 'We couldn’t find this form'],
  ['/training/shop', 'Shop'],
  ['/training/shop/product/4001', 'Low-volume mask'],
  ['/training/shop/product/4999', 'We couldn’t find that product'],
  ['/training/shop/basket', 'Cart'],
  ['/training/shop/checkout', /^(Checkout|Your cart is empty)$/],
  ['/training/shop/orders', 'Orders'],
  ['/training/shop/orders/00000000-0000-4000-8000-000000000000', 'We couldn’t find that order.'],
  ['/training/shop/credit', 'You don’t have access to this page', '/training/unauthorized'],
  ['/training/my-promos', learnerDashboardHeading, dashboard],
  ['/training/medical-form?id=00000000-0000-4000-8000-000000000000', 'These forms are no longer open'],
  ['/logbook', 'Logbook', '/logbook/list'],
  ['/logbook/list', 'Logbook'],
  ['/logbook/import', 'Import dives'],
  ['/logbook/import/00000000-0000-4000-8000-000000000000', 'Import not found'],
  ['/logbook/dive/77', 'Lumpsucker'],
  ['/logbook/log-dive/training/create', 'Which training dive did you do?', '/logbook/log-dive/select-course'],
  ['/logbook/log-dive/training/create/open_water/2', 'Open Water dive 2'],
  ['/logbook/log-dive/training/create/open_water/2/second', 'Open Water dive 2'],
  ['/logbook/log-dive/training/create/open_water/2/second/77', 'Recreational dive'],
  ['/logbook/log-dive/training/create/open_water/2/second/77/done', 'Dive #77 logged'],
  ['/logbook/log-dive/training/update', 'Logbook', '/logbook/list'],
  ['/logbook/log-dive/training/update/77/done', 'Dive #77 logged'],
  ['/logbook/log-dive/recreational/create', 'Log a dive'],
  ['/logbook/log-dive/recreational/create/77/done', 'Dive #77 logged'],
  ['/logbook/log-dive/recreational/update/77', 'Recreational dive'],
  ['/logbook/log-dive/select-course', 'Which training dive did you do?'],
  ['/logbook/verification', 'Dives to verify'],
  ['/dsd', firstBreath, '/dsd/welcome'],
  ['/dsd?store=20001', firstBreath, '/dsd/welcome?store=20001'],
  ['/dsd/welcome', firstBreath],
  // There is nothing to confirm before the program has started.
  ['/dsd/confirm-affiliation', firstBreath, '/dsd/welcome'],
  ['/applications/41', 'Application not found'],
  ['/club', /^Active until /],
  ['/family', 'Family'],
  ['/pro', 'You don’t have access to this page', '/training/unauthorized'],
  ['/pro/class', 'You don’t have access to this page', '/training/unauthorized'],
  ['/pro/boat', 'You don’t have access to this page', '/training/unauthorized'],
  ['/pro/codes', 'You don’t have access to this page', '/training/unauthorized'],
  ['/pro/applications', 'You don’t have access to this page', '/training/unauthorized'],
  ['/desk', 'You don’t have access to this page', '/training/unauthorized'],
  ['/desk/nowhere', 'You don’t have access to this page', '/training/unauthorized'],
  ...deskPages.map((address) => [address, 'You don’t have access to this page', '/training/unauthorized'] as const),
  // The component gallery is a developer page.
  ['/gallery', learnerDashboardHeading, dashboard],
  ['/', learnerDashboardHeading, dashboard],
  ['/nowhere/at/all?x=1', learnerDashboardHeading, `${dashboard}?x=1`],
];

export const openToAll: readonly RouteCase[] = [
  ['/unsubscribed', 'Open the link in your email'],
  ['/preferences/unsubscribed?from=mail', 'Open the link in your email', '/unsubscribed?from=mail'],
  ['/training/unauthorized', 'You don’t have access to this page'],
  ['/verify', 'Verify a certification'],
  ['/discover/20001', 'Your first breath underwater'],
  ['/sign/a-token', 'This link has expired'],
  ['/join/a-token', 'Is this your own device?'],
  ['/handover/a-token', 'This link has expired'],
  ['/physician/a-token', 'This link no longer works'],
  ['/pay/a-token-that-nobody-has-made', 'This payment link doesn’t work'],
  ['/card/a-token-that-nobody-has-made', 'This link has expired'],
  ['/sso/forgot', 'Reset your password'],
  ['/sso/reset/a-token', 'This link has expired'],
  ['/sso/sign-out', 'Sign out?'],
  ['/sso/problem?error=server_error', 'We couldn’t sign you in'],
];

/** The headlines of addresses that the diver's walk visits. */
export const walkedHeadings = new Map(
  [...behindSignIn, ...openToAll].flatMap(([address, heading, endsAt]) =>
    endsAt === undefined && (pagesByRole.diver as readonly string[]).includes(address)
      ? [[address, heading] as const]
      : [],
  ),
);
