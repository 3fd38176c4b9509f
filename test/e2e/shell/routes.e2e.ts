import type { Page } from 'playwright';
import { describe, expect, it } from 'vitest';
import { openPage, signIn, visit } from '#platform/testing/browser.ts';
import { shareInSuite } from '#platform/testing/on-finished.ts';
import { behindSignIn, deskPages, openToAll, walkedHeadings } from '#test/support/e2e/route-cases.ts';
import { countWhenLoaded } from '#test/support/e2e/count-when-loaded.ts';
import { allRoutes, navigateInApp, listUnvisitedPaths } from '#test/support/e2e/routes.ts';
import '#test/support/e2e/expect-page.ts';
import { learnerDashboardHeading } from '#test/support/e2e/new-users.ts';
import { mintToken } from '#test/support/e2e/mint-token.ts';
import { dashboard, diver } from './routes-steps.ts';

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

async function openDashboard(): Promise<Page> {
  // Some addresses name missing or expired objects.
  const page = await openPage({ signedInAs: diver, expectedProblems: [/status of 404/, /status of 410/] });
  await visit(page, dashboard);
  await expect(page).toShow(dashboard, learnerDashboardHeading);
  return page;
}

describe('URL', () => {
  it('is listed for every route', () => {
    const addresses = [...behindSignIn, ...openToAll].map(([address]) => address);
    expect(listUnvisitedPaths(allRoutes, [...addresses, ...toSignIn, ...others])).toEqual([]);
  });

  describe('of a signed-in person', () => {
    const prepare = shareInSuite(openDashboard);
    // The diver's walk in accessibility/pages.e2e.ts checks the others.
    const notWalked = [...behindSignIn, ...openToAll]
      .filter(([address]) => !walkedHeadings.has(address))
      .map(([address, heading, endsAt = address]) => ({ address, heading, endsAt }));

    it.each(notWalked)('$address shows its page', async ({ address, heading, endsAt }) => {
      const page = await prepare();
      await navigateInApp(page, address);
      await expect(page).toShow(endsAt, heading);
    });
  });

  it('asks strangers to sign in and remembers the URL, unless it is public', { timeout: 300_000 }, async () => {
    const page = await openPage({ expectedProblems: [/status of 404/, /status of 410/] });
    for (const [address, heading, endsAt = address] of openToAll) {
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
      expect(await countWhenLoaded(page.getByRole('link', { name: 'Sign in' }))).toBe(0);
    }
  });

  it('show others the public header', async () => {
    const page = await openPage();
    for (const address of ['/training/unauthorized', '/verify', '/discover/20001']) {
      await visit(page, address);
      await page.getByRole('link', { name: 'Sign in' }).waitFor();
      expect(await countWhenLoaded(page.getByRole('navigation'))).toBe(0);
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
