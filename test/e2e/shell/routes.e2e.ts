import { describe, expect, it } from 'vitest';
import { openPage, signIn, visit } from '#platform/testing/browser.ts';
import { allRoutes, navigateInApp, listUnvisitedPaths } from '#test/support/e2e/routes.ts';
import { checkAppearance } from '#test/support/e2e/check-appearance.ts';
import '#test/support/e2e/expect-page.ts';
import { learnerDashboardHeading } from '#test/support/e2e/new-users.ts';
import { walkTimeoutMs } from '#test/support/e2e/walk-roles.ts';
import { mintToken } from '#test/support/e2e/mint-token.ts';
import { dashboard, diver } from './routes-steps.ts';

const noCourse = 'We couldn’t find that course.';
const firstBreath = 'Your first breath underwater';
const noRecord = 'Learner record not found';

/** URL, headline, and the final URL if it differs. */
type Case = readonly [address: string, heading: string | RegExp, endsAt?: string];

const deskPages = [
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

const behindSignIn: readonly Case[] = [
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

const open: readonly Case[] = [
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

/** These lead to the account service, which redirects a signed-in person back. */
const toSignIn = ['/login', '/login/sign-in', '/login/whatever/else', '/logout', '/login/sign-in/de-DE'];

const others = [
  '/training/instructor/eRecord/400002',
  '/login/sign-up',
  '/login/sign-out',
  '/continue',
  '/sso/verify/a-token',
  '/sso/email/a-token',
  '/training/shop/requests/00000000-0000-4000-8000-000000000000',
  '/sso/interaction/a-stranger',
];

describe('URL', () => {
  it('is listed in this file for every route', () => {
    const addresses = [...behindSignIn, ...open].map(([address]) => address);
    expect(listUnvisitedPaths(allRoutes, [...addresses, ...toSignIn, ...others])).toEqual([]);
  });

  it('shows its page to a signed-in person', { timeout: walkTimeoutMs }, async () => {
    // Some addresses name missing or expired objects.
    const page = await openPage({ signedInAs: diver, expectedProblems: [/status of 404/, /status of 410/] });
    await visit(page, dashboard);
    await expect(page).toShow(dashboard, learnerDashboardHeading);
    for (const [address, heading, endsAt = address] of [...behindSignIn, ...open]) {
      await navigateInApp(page, address);
      await expect(page).toShow(endsAt, heading);
    }
  });

  it('asks strangers to sign in and remembers the URL, unless it is public', { timeout: walkTimeoutMs }, async () => {
    const page = await openPage({ expectedProblems: [/status of 404/, /status of 410/] });
    for (const [address, heading, endsAt = address] of open) {
      await visit(page, address);
      await expect(page).toShow(endsAt, heading);
    }
    const remembered: Record<string, string | null> = {};
    // The redirect to the account service is intercepted, because the page must stay for the next address.
    await page.route('**/auth/start?*', (route) => route.fulfill({ status: 204 }));
    await visit(page, '/verify');
    await page.locator('main h1').waitFor();
    for (const [address] of behindSignIn) {
      const answer = await page.request.get(address);
      expect([answer.status(), answer.headers()['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
      const requested = page.waitForRequest('**/auth/start?*');
      await navigateInApp(page, address);
      remembered[address] = new URL((await requested).url()).searchParams.get('returnTo');
    }
    const expected = Object.fromEntries(behindSignIn.map(([address, , endsAt = address]) => [address, endsAt]));
    // Permissions are checked after sign-in.
    const uncheckedPermissions = {
      '/training/my-promos': '/training/my-promos',
      '/pro': '/pro',
      '/pro/class': '/pro/class',
      '/pro/boat': '/pro/boat',
      '/pro/codes': '/pro/codes',
      '/pro/applications': '/pro/applications',
      '/desk': '/desk/applications',
      '/desk/nowhere': '/desk/applications',
      ...Object.fromEntries(deskPages.map((address) => [address, address])),
      '/training/shop/credit': '/training/shop/credit',
      '/dsd/confirm-affiliation': '/dsd/confirm-affiliation',
      // These redirects happen in the screen.
      '/logbook/log-dive/training/create': '/logbook/log-dive/training/create',
      '/logbook/log-dive/training/update': '/logbook/log-dive/training/update',
    };
    expect(remembered).toEqual({ ...expected, ...uncheckedPermissions });
  });

  it('redirects sign-in paths to the account service in the language of the URL', async () => {
    const page = await openPage();
    const languages: (string | null)[] = [];
    for (const address of toSignIn) {
      await visit(page, address);
      await page.waitForURL('**/sso/interaction/*');
      await page.locator('input[name=password]').waitFor();
      languages.push(await page.locator('html').getAttribute('lang'));
    }
    expect(languages).toEqual(['en-US', 'en-US', 'en-US', 'en-US', 'de-DE']);
  });

  it('signs out at the sign-out path', async () => {
    const page = await openPage();
    await signIn(page, 'store@demo.test');
    await visit(page, '/login/sign-out');
    await page.locator('input[name=password]').waitFor();
    await visit(page, dashboard);
    await page.locator('input[name=password]').waitFor();
    expect((await page.context().cookies()).map(({ name }) => name)).not.toContain('__Host-session');
  });
});

describe('open pages for a person with a session', () => {
  it('show their menu and, where a page is for others, who may open it', async () => {
    const page = await openPage({ signedInAs: diver, expectedProblems: [/status of 400.*pay/] });
    await visit(page, '/pro');
    await expect(page).toShow('/training/unauthorized', 'You don’t have access to this page');
    await page.getByText('This page is for dive professionals and dive centers. You’re signed in as Maren.').waitFor();
    const menu = page.getByRole('navigation').getByRole('link', { name: 'Dashboard' }).filter({ visible: true });
    await menu.waitFor();
    for (const address of ['/verify', '/pay/0', '/discover/20001']) {
      await visit(page, address);
      await menu.waitFor();
      expect(await page.getByRole('link', { name: 'Sign in' }).count()).toBe(0);
    }
  });

  it('show others the public header', async () => {
    const page = await openPage();
    for (const address of ['/training/unauthorized', '/verify', '/discover/20001']) {
      await visit(page, address);
      await page.getByRole('link', { name: 'Sign in' }).waitFor();
      expect(await page.getByRole('navigation').count()).toBe(0);
    }
  });
});

describe("student's record, opened by a professional's link", () => {
  const record = '/training/instructor/eRecord/400002/open-water';
  const unauthorized = ['/training/unauthorized', 'You don’t have access to this page'] as const;

  it('asks strangers first, opens once and removes the token from the URL', async () => {
    const page = await openPage();
    const address = `${record}?affiliateId=400002`;
    const token = await mintToken('instructor@demo.test');
    await visit(page, `${address}&token=${token}`);
    await expect(page).toShow('/continue', 'Continue as Tomás Reyes?');
    await checkAppearance(page);
    await page.getByText('i•••@demo.test').waitFor();
    expect((await page.context().cookies()).map(({ name }) => name)).not.toContain('__Host-session');
    await page.getByRole('button', { name: 'Continue as Tomás' }).click();
    await expect(page).toShow(address, 'Open Water Diver');

    const repeated = await openPage({ expectedProblems: [/status of 401/] });
    await visit(repeated, `${address}&token=${token}`);
    await expect(repeated).toShow(...unauthorized);
  });

  it('rejects a forged token', async () => {
    const page = await openPage({ expectedProblems: [/status of 401/] });
    await visit(page, `${record}?affiliateId=400005&token=eyJhbGciOiJub25lIn0.e30.`);
    await expect(page).toShow(...unauthorized);
  });

  it('opens for a signed-in professional but not for a diver', async () => {
    const professional = await openPage({ signedInAs: 'instructor@demo.test' });
    await visit(professional, `${record}?affiliateId=400002`);
    await expect(professional).toShow(`${record}?affiliateId=400002`, 'Open Water Diver');
    const page = await openPage({ signedInAs: diver });
    await visit(page, `${record}?affiliateId=400002`);
    await expect(page).toShow(...unauthorized);
  });
});
