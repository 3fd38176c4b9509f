import { describe, expect, it } from 'vitest';
import { openPage, signIn, visit } from '#platform/testing/browser.ts';
import { runSql } from '#test/support/e2e/database.ts';
import '#test/support/e2e/expect-page.ts';
import { learnerDashboardHeading } from '#test/support/e2e/new-users.ts';
import { mintToken } from '#test/support/e2e/mint-token.ts';
import { dashboard, diver } from './routes-steps.ts';

describe('URL', () => {
  it('opens sign-up for the type and language of the URL', async () => {
    const page = await openPage();
    await visit(page, '/login/sign-up');
    await page.getByRole('heading', { level: 1, name: 'Create an account' }).waitFor();
    await visit(page, '/login/sign-up/store/ar-SA');
    await page.locator('html[dir=rtl] input[name=givenName]').waitFor();
    expect(await page.locator('html').getAttribute('lang')).toBe('ar-SA');
  });

  it('explains an expired sign-in page', async () => {
    const page = await openPage({ expectedProblems: [/status of 410/] });
    await visit(page, '/sso/interaction/a-stranger');
    await expect(page).toShow('/sso/interaction/a-stranger', 'This page has expired');
  });
});

describe('promotions', () => {
  it('open with a checkpoint processed in the last 30 days', async () => {
    const page = await openPage({ signedInAs: 'minor@demo.test' });
    const seen = async (status: string, days: number) => {
      await runSql(
        `insert into dsd_checkpoint (affiliate_id, status, updated_at) values (400003, $1, now() - make_interval(days => $2))
         on conflict (affiliate_id) do update set status = excluded.status, updated_at = excluded.updated_at`,
        [status, days],
      );
      await visit(page, '/training/my-promos');
    };
    await seen('completed', 1);
    await expect(page).toShow(dashboard, learnerDashboardHeading);
    await seen('Processed', 31);
    await expect(page).toShow(dashboard, learnerDashboardHeading);
    await seen('Processed', 1);
    await expect(page).toShow('/training/my-promos', 'You took your first breath underwater, Ida');
  });
});

describe("student's record, opened by a professional's link", () => {
  const record = '/training/instructor/eRecord/400002/open-water';
  const unauthorized = ['/training/unauthorized', 'You don’t have access to this page'] as const;

  it('is hidden from strangers', async () => {
    const page = await openPage();
    for (const query of ['', '?token=x', '?affiliateId=400005', '?email=instructor@demo.test']) {
      await visit(page, record + query);
      await expect(page).toShow(...unauthorized);
    }
  });

  it('asks another signed-in person and changes nothing before confirmation', async () => {
    const page = await openPage();
    await signIn(page, diver);
    const token = await mintToken('instructor@demo.test');
    await visit(page, `${record}?affiliateId=400002&token=${token}`);
    await expect(page).toShow('/continue', 'Continue as Tomás Reyes?');
    await page.getByText('You’re signed in as').waitFor();
    await page.getByRole('link', { name: 'Cancel' }).click();
    await page.getByRole('button', { name: 'account menu' }).waitFor();
    await visit(page, `${record}?affiliateId=400002&token=${token}`);
    await page.getByRole('button', { name: 'Continue as Tomás' }).click();
    await expect(page).toShow(`${record}?affiliateId=400002`, 'Open Water Diver');
  });
});
