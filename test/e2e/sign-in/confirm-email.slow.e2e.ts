import { approveOutsideCard } from '#test/support/e2e/shop-orders.ts';
import type { Page } from 'playwright';
import { describe, expect, it } from 'vitest';
import { openPage, signIn, typeCredentials, visit } from '#platform/testing/browser.ts';
import { runSql } from '#test/support/e2e/database.ts';
import '#test/support/e2e/expect-page.ts';
import { checkAppearance } from '#test/support/e2e/check-appearance.ts';
import { findMailLink } from '#test/support/e2e/mails.ts';
import { newPassword, openPageAsNewUser, openPageAsUnverifiedUser } from '#test/support/e2e/new-users.ts';
import { dashboard, dialog, banner, isVerified, readCode } from './confirm-email-steps.ts';

const deepDiver = 2003;
const mask = 4001;

const dismissDialog = async (page: Page) => {
  await dialog(page).getByRole('button', { name: 'Not now' }).click();
  await dialog(page).waitFor({ state: 'detached' });
};

async function addToBasket(page: Page, product: number): Promise<void> {
  await visit(page, `/training/shop/product/${product}`);
  await page.getByRole('button', { name: 'Add to cart' }).click();
  await page.getByRole('link', { name: /^View cart/ }).waitFor();
}

describe('unverified email address', () => {
  it('is requested once after each sign-in, and the banner remains', async () => {
    const { page, email } = await openPageAsUnverifiedUser();
    await visit(page, dashboard);
    await dialog(page).getByText(email).waitFor();
    await checkAppearance(page);
    await dismissDialog(page);
    await banner(page).waitFor();
    await page.reload();
    await expect(page).toShow(dashboard, 'Welcome, Nora');
    await banner(page).waitFor();
    expect(await dialog(page).count()).toBe(0);
    const mails = () =>
      runSql("select 1 from mail_outbox where to_address = $1 and text like '%/sso/verify/%'", [email]);
    expect(await mails()).toHaveLength(1);

    // An account created before email verification has no pending code.
    await runSql('delete from email_verification where sub = (select sub from account where email = $1)', [email]);
    const later = await openPage();
    await signIn(later, email, newPassword);
    await dialog(later).getByText(email).waitFor();
    await expect.poll(async () => (await mails()).length).toBe(2);
    await later.keyboard.press('Escape');
    await dialog(later).waitFor({ state: 'detached' });
    await banner(later).waitFor();
  });

  it('is required at checkout, which continues with all input', async () => {
    const { page, email } = await openPageAsUnverifiedUser({ expectedProblems: [/403/] });
    await runSql("update person set country = 'US' where email = $1", [email]);
    await approveOutsideCard(email);
    await visit(page, dashboard);
    await dismissDialog(page);
    await addToBasket(page, deepDiver);
    await addToBasket(page, mask);
    await visit(page, '/training/shop/checkout');
    await page.getByLabel('Street address').fill('1 Harbor Road');
    await page.getByLabel('City').fill('Monterey');
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByText('1 Harbor Road, Monterey, United States').waitFor();
    await page.getByRole('button', { name: /^Pay \$/ }).click();
    await dialog(page).getByText(email).waitFor();
    await checkAppearance(page);
    expect(await runSql('select 1 from shop_order join person using (affiliate_id) where email = $1', [email])).toEqual(
      [],
    );
    await dialog(page)
      .getByLabel('Code')
      .fill(await readCode(email));
    // The order was placed without another press, and the test gateway opens.
    await page.getByText('Card ending in 4242').click();
    await page.getByRole('button', { name: /^Pay \$/ }).click();
    await page.getByRole('heading', { level: 1, name: 'Thank you, Nora' }).waitFor();
    expect(await isVerified(email)).toBe(true);
  });
});

describe('email link', () => {
  it('deletes the account when the recipient did not sign up', async () => {
    const { email } = await openPageAsUnverifiedUser();
    const elsewhere = await openPage();
    await visit(elsewhere, await findMailLink(email, '/sso/verify/'));
    await elsewhere.getByLabel('Password', { exact: true }).waitFor();
    await checkAppearance(elsewhere);
    await elsewhere.getByRole('button', { name: 'This wasn’t me' }).click();
    await elsewhere.getByRole('heading', { level: 1, name: 'Delete this account?' }).waitFor();
    expect(await runSql('select 1 from account where email = $1', [email])).toHaveLength(1);
    await elsewhere.getByRole('button', { name: 'Delete account' }).click();
    await elsewhere.getByRole('heading', { level: 1, name: 'Account deleted' }).waitFor();
    expect(await runSql('select 1 from account where email = $1', [email])).toEqual([]);
  });
});

describe('email address corrected by staff', () => {
  it('takes effect once confirmed, and the old address can revert it', async () => {
    const { page: own, email } = await openPageAsNewUser();
    const newEmail = `corrected-${email}`;
    const [person] = await runSql<{ id: number }>('select affiliate_id::int as id from person where email = $1', [
      email,
    ]);
    const desk = await openPage({ signedInAs: 'staff@demo.test', expectedProblems: [/403/] });
    await runSql(
      "update session set confirmed_at = now() - interval '1 hour' where affiliate_id = 400008 and ended_at is null",
    );
    await visit(desk, `/desk/people/${person?.id}`);
    await desk.getByRole('button', { name: 'Correct email' }).click();
    const form = desk.getByRole('dialog', { name: 'Correct Nora Fjord’s email address' });
    await form.getByRole('button', { name: 'Send confirmation' }).click();
    await form.getByText('Enter a valid email address').waitFor();
    await checkAppearance(desk);
    await form.getByLabel('New email address').fill(newEmail);
    await form.getByLabel('Reason').fill('Mistyped at the counter');
    await form.getByRole('button', { name: 'Send confirmation' }).click();
    // The confirmation at the desk has expired.
    await desk.getByLabel('Password', { exact: true }).fill('Diver123');
    await desk.getByRole('button', { name: 'Confirm', exact: true }).click();
    await desk.getByText(`Changing to ${newEmail}. Not confirmed yet. Reason: Mistyped at the counter`).waitFor();
    await checkAppearance(desk);

    const mailbox = await openPage();
    await visit(mailbox, await findMailLink(newEmail, '/sso/email/'));
    await mailbox.getByLabel('Password', { exact: true }).fill(newPassword);
    await checkAppearance(mailbox);
    await mailbox.getByRole('button', { name: 'Use this address' }).click();
    await mailbox.getByRole('heading', { level: 1, name: 'Email address updated' }).waitFor();
    await visit(own, dashboard);
    await typeCredentials(own, newEmail, newPassword);
    await expect(own).toShow(dashboard, 'Welcome, Nora');

    await visit(mailbox, await findMailLink(email, '/sso/email/'));
    await mailbox.getByRole('heading', { level: 1, name: 'Keep your old email address?' }).waitFor();
    await checkAppearance(mailbox);
    await mailbox.getByRole('button', { name: `Keep ${email}` }).click();
    await mailbox.getByRole('heading', { level: 1, name: `We kept ${email}` }).waitFor();
    // The open page notices that its session has ended.
    await own.getByRole('heading', { level: 1, name: 'Sign in' }).waitFor();
  });
});
