import type { Page } from 'playwright';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { PageOptions } from '#platform/testing/browser.ts';
import { openPage, visit } from '#platform/testing/browser.ts';
import { clearBirthdateCorrections, requestBirthdateCorrection } from '#test/support/e2e/birthdate-corrections.ts';
import { checkAppearance } from '#test/support/e2e/check-appearance.ts';
import { runSql } from '#test/support/e2e/database.ts';
import { openPageAsNewUser } from '#test/support/e2e/new-users.ts';
import { staff, toast } from './desk-steps.ts';

const row = (page: Page, name: string) => page.locator('main li').filter({ hasText: name });
const decided = /Priya Raman.*Declined .*birthdate correction/;

/** A new person who asks to correct the birthdate. */
async function createRequest(name: string): Promise<number> {
  const { page, email } = await openPageAsNewUser();
  const [person] = await runSql<{ id: number }>(
    'update person set given_name = $2 where email = $1 returning affiliate_id::int as id',
    [email, name],
  );
  const id = person?.id ?? 0;
  await requestBirthdateCorrection(page, id);
  onTestFinished(() => clearBirthdateCorrections(id));
  return id;
}

/** Opens the dialog of a decision about the person's request and enters a reason. */
async function openDecision(name: string, action: 'Approve' | 'Decline', options: PageOptions = {}): Promise<Page> {
  const page = await openPage({ signedInAs: staff, ...options });
  await visit(page, '/desk/requests');
  await row(page, name).getByRole('button', { name: action }).click();
  await page.getByRole('dialog').getByRole('textbox').fill('The passport shows it.');
  return page;
}

const send = (page: Page, action: 'Approve' | 'Decline') =>
  page.getByRole('dialog').getByRole('button', { name: action, exact: true }).click();

describe('two clerks at one request', () => {
  it('see each other’s decision while a dialog is open, and read who decided', async () => {
    await createRequest('Solveig');
    const [first, second] = [await openDecision('Solveig', 'Decline'), await openDecision('Solveig', 'Approve')];
    await checkAppearance(second);
    await send(first, 'Decline');
    await toast(second, decided);
    await second.getByRole('dialog').waitFor({ state: 'detached' });
    expect(await row(second, 'Solveig').count()).toBe(0);
    // The clerk's own decision closes the dialog without a message.
    await first.getByRole('dialog').waitFor({ state: 'detached' });
    expect(await first.locator('[data-part=toast]').count()).toBe(0);
  });

  it('read who decided when live updates are interrupted', async () => {
    const id = await createRequest('Torunn');
    const first = await openDecision('Torunn', 'Decline');
    const second = await openPage({ signedInAs: staff, expectedProblems: [/status of 409/], losesNetwork: true });
    await second.routeWebSocket('**/api/graphql', (socket) => socket.close());
    await visit(second, '/desk/requests');
    await row(second, 'Torunn').getByRole('button', { name: 'Approve' }).click();
    await second.getByRole('dialog').getByRole('textbox').fill('The passport shows it.');
    await send(first, 'Decline');
    await first.getByRole('dialog').waitFor({ state: 'detached' });
    await send(second, 'Approve');
    await toast(second, decided);
    await second.getByRole('dialog').waitFor({ state: 'detached' });
    await row(second, 'Torunn').waitFor({ state: 'detached' });
    expect(await runSql('select birthdate::text as day from person where affiliate_id = $1', [id])).toEqual([
      { day: '1991-04-09' },
    ]);
  });
});
