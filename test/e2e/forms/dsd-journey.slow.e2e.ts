import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright';
import { describe, expect, it } from 'vitest';
import { openPage, visit } from '#platform/testing/browser.ts';
import { runSql } from '#test/support/e2e/database.ts';
import '#test/support/e2e/expect-page.ts';
import {
  answerWithOneYes,
  drawSignature,
  guestForms,
  waitForSaved,
  pressButton,
} from '#test/support/e2e/medical-questionnaire.ts';
import { findMailLink } from '#test/support/e2e/mails.ts';
import { newPassword, openPageAsNewUser } from '#test/support/e2e/new-users.ts';

const thisYear = new Date().getUTCFullYear();
const guardianEmail = `mother-${process.pid}@example.test`;

const signerBox = (page: Page) => page.getByRole('checkbox');

/** Checks every acknowledgment. */
async function tickAll(page: Page): Promise<void> {
  for (const box of await signerBox(page).all()) await box.check();
}

describe('12-year-old on a phone and guardian on a desktop', () => {
  it("complete forms, signatures, the physician's clearance and the dive", async () => {
    const { page: phone, email } = await openPageAsNewUser({
      width: 390,
      height: 844,
      hasTouch: true,
      expectedProblems: [/ask-guardian/],
    });
    await runSql("update person set given_name = 'Ylva', birthdate = make_date($2, 1, 5) where email = $1", [
      email,
      thisYear - 12,
    ]);
    await visit(phone, '/dsd?store=20001');
    await expect(phone).toShow('/dsd/welcome?store=20001', 'Your first breath under water');
    await pressButton(phone, 'Get started');
    await phone.getByText('Kelder Bay Diving').waitFor();
    await pressButton(phone, 'Confirm and continue');
    await phone.locator('[data-part=questions]').waitFor();
    const id = new URL(phone.url()).searchParams.get('id') ?? '';
    await answerWithOneYes(phone);
    await phone.getByText('A physician has to see you first').filter({ visible: true }).waitFor();
    await waitForSaved(phone);
    for (const title of guestForms) {
      await pressButton(phone, 'Next');
      await phone.getByRole('heading', { name: title }).waitFor();
      await tickAll(phone);
    }
    await pressButton(phone, 'Next');
    await drawSignature(phone);
    await tickAll(phone);
    await pressButton(phone, 'Sign');

    // No guardian is known: the child's own address is rejected, and the mother's is invited, who signs up
    // by the link.
    await phone.getByLabel('E-mail of your parent or guardian').fill(email);
    await pressButton(phone, 'Send the link');
    await phone.getByText('You can’t be your own guardian').waitFor();
    await phone.getByLabel('E-mail of your parent or guardian').fill(guardianEmail);
    await pressButton(phone, 'Send the link');
    await phone.getByText('A link is on its way').waitFor();
    const desktop = await openPage();
    // The child's page is closed, because it would request forms that are about to be signed by all.
    await visit(phone, '/training/dashboard');
    await visit(desktop, await findMailLink(guardianEmail, '/sign/'));
    await desktop.getByRole('heading', { level: 1 }).waitFor();
    await desktop.getByRole('link', { name: 'Create an account' }).click();
    await desktop.getByLabel('First name').fill('Signe');
    await desktop.getByLabel('Last name').fill('Fjord');
    await expect.poll(() => desktop.getByLabel('E-mail').inputValue()).toBe(guardianEmail);
    await desktop.locator('input[name=password]').fill(newPassword);
    for (const [name, value] of [
      ['Day', '9'],
      ['Month', '4'],
      ['Year', '1988'],
    ] as const)
      await desktop.getByLabel(name, { exact: true }).fill(value);
    await desktop.getByRole('checkbox').check();
    await desktop.locator('form button[type=submit]').click();
    await desktop.getByRole('button', { name: 'Accept and continue to the forms' }).waitFor();
    await runSql('update account set email_verified_at = now() where email = $1', [guardianEmail]);
    await runSql('update person set email_verified_at = now() where email = $1', [guardianEmail]);
    await desktop.reload();
    await desktop.getByRole('button', { name: 'Accept and continue to the forms' }).click();
    await desktop.getByText('A physician has to see Ylva Fjord first').filter({ visible: true }).waitFor();
    await desktop.getByRole('radio', { name: 'Type' }).check();
    await desktop.getByRole('textbox', { name: 'Your full name' }).fill('Signe Fjord');
    await tickAll(desktop);
    await pressButton(desktop, 'Submit');
    await desktop.getByRole('heading', { name: 'Signed. A physician is next' }).waitFor();
    await desktop.getByRole('link', { name: 'To the physician’s page' }).click();
    await expect(desktop).toShow(`/training/forms-applications/${id}`, /\S/);

    // The physician has no account. Inviting one requires a verified address.
    await runSql('update person set email_verified_at = now() where email = $1', [guardianEmail]);
    await desktop.reload();
    await pressButton(desktop, 'Send link');
    const dialog = desktop.getByRole('dialog');
    await dialog.getByLabel('Physician’s email').fill('practice@example.test');
    await dialog.getByRole('button', { name: 'Send link' }).click();
    await desktop.getByText(/Link sent to practice@example\.test on /).waitFor();
    const practice = await openPage();
    await visit(practice, await findMailLink('practice@example.test', '/physician/'));
    await practice.getByRole('heading', { name: 'May Ylva Fjord dive?' }).waitFor();
    await practice.getByText('Sinus infections that keep coming back').waitFor();
    await practice.getByRole('radio', { name: 'Approved', exact: true }).check();
    await practice.getByLabel('Your full name').first().fill('Dr. Ragna Holt');
    await practice.getByLabel('License or registration number').fill('HPR 7012345');
    await practice.getByLabel('Clinic or practice').fill('Harbour Practice, Bergen');
    await practice.getByLabel('Phone').fill('+47 55 01 23 45');
    await drawSignature(practice);
    await practice.getByRole('checkbox').check();
    await pressButton(practice, 'Sign and send');
    await practice.getByText('Thank you').waitFor();

    // The store must confirm the clearance before the dive.
    await desktop.reload();
    await desktop.getByText('Physician responded, confirmation pending').first().waitFor();
    await desktop.getByText('Medical Required').first().waitFor();
    await desktop.getByText(/Link sent to practice@example\.test on /).waitFor();
    const store = await openPage({ signedInAs: 'store@demo.test' });
    await visit(store, '/training/forms-applications?tab=received&show=review');
    await store.getByRole('row').filter({ hasText: 'Ylva Fjord' }).getByText('Confirmation pending').waitFor();
    await store.getByRole('row').filter({ hasText: 'Ylva Fjord' }).click();
    await store.getByText('HPR 7012345').first().waitFor();
    expect(await store.getByRole('link', { name: 'Call the practice' }).getAttribute('href')).toBe('tel:+4755012345');
    await pressButton(store, 'Confirm clearance');
    await store.getByText('Clearance confirmed. Ylva Fjord is cleared to dive.').waitFor();

    // After the clearance, the e-learning is prepared, and the store is notified and confirms the dive.
    await visit(phone, '/dsd');
    await phone.waitForURL('**/training/dashboard?ref=dsd');
    await phone.getByText('Your eLearning is ready').waitFor();
    await visit(store, '/training/forms-applications?tab=guests');
    const guest = store.getByRole('listitem').filter({ hasText: 'Ylva Fjord' });
    await guest.getByRole('button', { name: /Dive done/ }).click();
    await store.getByRole('dialog').getByRole('button', { name: 'Yes, the dive is done' }).click();
    await guest.getByText('Has dived').waitFor();
    await visit(phone, '/training/my-promos');
    await phone.locator('main h1').waitFor();
    await phone.waitForURL('**/training/my-promos');

    // The document shows who read it.
    await visit(desktop, `/training/forms-applications/${id}`);
    const [download] = await Promise.all([
      desktop.waitForEvent('download'),
      desktop.getByText('Download as PDF').click(),
    ]);
    expect((await readFile(await download.path())).subarray(0, 5).toString()).toBe('%PDF-');
  });
});
