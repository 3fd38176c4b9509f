import { describe, expect, it } from 'vitest';
import { openPage, visit } from '#platform/testing/browser.ts';
import { fillApplication, openApplicant, submitApplication } from '#test/support/e2e/applicants.ts';
import { runSql } from '#test/support/e2e/database.ts';
import { checkAppearance } from '#test/support/e2e/check-appearance.ts';
import { openPageAsNewUser } from '#test/support/e2e/new-users.ts';
import { certify, insertBasketLine, linkGuardian } from '#test/support/e2e/shop-orders.ts';
import { openFamily } from './ask-guardian-steps.ts';

describe('approved but unpaid request', () => {
  it('is paid by another guardian, and the first sees who paid', async () => {
    const { child, parent, email } = await openFamily();
    const { page: other, email: otherEmail } = await openPageAsNewUser();
    await runSql("update person set given_name = 'Bram' where email = $1", [otherEmail]);
    await linkGuardian(email, otherEmail);
    await visit(child, '/training/shop/checkout');
    await child.getByRole('button', { name: 'Ask a guardian to pay' }).click();
    await child.getByRole('heading', { level: 1, name: 'Your payment request' }).waitFor();
    const address = new URL(child.url()).pathname;
    await visit(parent, address);
    await parent.getByRole('button', { name: 'Approve and pay $219.00' }).click();
    await parent.getByRole('button', { name: 'Pay $219.00' }).waitFor();
    await visit(child, address);
    await child.getByRole('button', { name: 'Cancel request' }).waitFor();

    await visit(other, address);
    await other.getByText('Adaeze Fjord approved this request but hasn’t paid yet.').waitFor();
    await checkAppearance(other);
    await other.getByRole('button', { name: 'Approve and pay $219.00' }).click();
    await other.getByRole('button', { name: 'Pay $219.00' }).click();
    await other.getByText('Bought for Nora Fjord.').waitFor();
    await visit(parent, address);
    await parent.getByText('Bram Fjord paid for this.').waitFor();
    expect(await parent.getByRole('button', { name: /pay/i }).count()).toBe(0);
  });
});

describe('payment link', () => {
  it('shows what was paid without a session', async () => {
    const { page: owner, email } = await openPageAsNewUser();
    await certify(email, 10, 500);
    await visit(owner, '/club');
    await owner.getByRole('button', { name: 'Join for $26.95' }).click();
    await owner.getByRole('button', { name: 'Pay $26.95' }).waitFor();
    const link = new URL(owner.url()).pathname;
    const stranger = await openPage();
    await visit(stranger, link);
    await stranger.getByRole('button', { name: 'Pay $26.95' }).click();
    await stranger.getByRole('heading', { level: 1, name: 'Payment received' }).waitFor();
    await stranger.getByText('$26.95').waitFor();
    await checkAppearance(stranger);
    expect(new URL(stranger.url()).pathname).toBe(link);
  });
});

describe('person without a country', () => {
  it('is asked at checkout and then pays with tax', async () => {
    const { page, email } = await openPageAsNewUser();
    await runSql(
      'delete from billing_country where affiliate_id = (select affiliate_id from person where email = $1)',
      [email],
    );
    await insertBasketLine(email, 2001);
    await visit(page, '/training/shop/checkout');
    await page.getByRole('heading', { name: 'Which country do you live in?' }).waitFor();
    await checkAppearance(page);
    await page.getByRole('combobox', { name: 'Country' }).fill('Germany');
    await page.getByRole('option', { name: 'Germany' }).click();
    await page.getByRole('button', { name: 'Save country' }).click();
    await page.getByRole('button', { name: 'Pay €206.00' }).waitFor();
    expect(await page.getByText('€32.89').count()).toBe(1);
  });

  it('is asked before an application fee and then pays with tax', async () => {
    const applicant = await openApplicant('Solveig');
    const { page, affiliateId } = applicant;
    const id = await fillApplication(applicant);
    await submitApplication(applicant, id);
    await runSql('delete from billing_country where affiliate_id = $1', [affiliateId]);
    await runSql(
      `update application set state = 'PaymentDue', fee_minor = 18200, currency = 'USD', state_at = now() where id = $1`,
      [id],
    );
    await runSql(
      `insert into application_step (affiliate_id, application_id, id, action, from_state, to_state, by_id, by_role, at)
       select affiliate_id, id, gen_random_uuid(), 'approve', 'SubmittedToAssociation', 'PaymentDue', 400005, 'staff', now()
       from application where id = $1`,
      [id],
    );
    await visit(page, `/applications/${id}`);
    await page.getByRole('heading', { name: 'Which country do you live in?' }).waitFor();
    await checkAppearance(page);
    await page.getByRole('combobox', { name: 'Country' }).fill('Germany');
    await page.getByRole('option', { name: 'Germany' }).click();
    await page.getByRole('button', { name: 'Save country' }).click();
    await page.getByText(/^Includes €[\d.]+ tax\.$/).waitFor();
    await page.getByRole('button', { name: 'Pay fee' }).click();
    await page.getByRole('button', { name: /^Pay €/ }).waitFor();
    expect(new URL(page.url()).pathname).toMatch(/^\/pay\//);
  });
});
