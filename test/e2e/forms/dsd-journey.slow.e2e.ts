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
import { createPlainImage } from '#platform/testing/image-fixture.ts';
import { findMailLink, findMailText } from '#test/support/e2e/mails.ts';
import { newPassword } from '#test/support/e2e/new-users.ts';

const thisYear = new Date().getUTCFullYear();
const diveDate = new Date(Date.now() + 7 * 86_400_000).toISOString().slice(0, 10);
const longDate = new Date(diveDate).toLocaleDateString('en-US', { dateStyle: 'long', timeZone: 'UTC' });
const guardianEmail = `mother-${process.pid}@example.test`;

const signerBox = (page: Page) => page.getByRole('checkbox');

/** Checks every acknowledgment. */
async function tickAll(page: Page): Promise<void> {
  for (const box of await signerBox(page).all()) await box.check();
}

async function fillBirthdate(page: Page, day: string, month: string, year: string): Promise<void> {
  await page.getByLabel('Day', { exact: true }).fill(day);
  await page.getByLabel('Month', { exact: true }).fill(month);
  await page.getByLabel('Year', { exact: true }).fill(year);
}

async function signUpFromPage(
  page: Page,
  person: { givenName: string; email: string; birthYear: null },
): Promise<void> {
  await page.getByLabel('First name').fill(person.givenName);
  await page.getByLabel('Last name').fill('Fjord');
  await page.getByLabel('Email').fill(person.email);
  await page.locator('input[name=password]').fill(newPassword);
  await page.getByRole('checkbox').check();
  await page.locator('form button[type=submit]').click();
}

describe('12-year-old on a phone and guardian on a desktop', () => {
  it("complete forms, signatures, the physician's clearance and the dive", async () => {
    const email = `child-${process.pid}@example.test`;
    const phone = await openPage({
      width: 390,
      height: 844,
      hasTouch: true,
      expectedProblems: [/ask-guardian/],
    });
    await runSql('delete from rate_counter');
    await visit(phone, '/discover/20001');
    await phone.getByRole('link', { name: 'Get started' }).click();
    await signUpFromPage(phone, { givenName: 'Ylva', email, birthYear: null });
    await phone.getByText('Enter a valid birthdate').first().waitFor();
    await fillBirthdate(phone, '5', '1', String(thisYear - 12));
    await phone.locator('form button[type=submit]').click();
    await phone.waitForURL('**/dsd/welcome?store=20001');
    await runSql('update account set email_verified_at = now() where email = $1', [email]);
    await runSql('update person set email_verified_at = now() where email = $1', [email]);
    await phone.reload();
    await expect(phone).toShow('/dsd/welcome?store=20001', 'Your first breath underwater');
    await pressButton(phone, 'Get started');
    await phone.getByText('Kelder Bay Diving').waitFor();
    await phone.getByLabel('Dive date').fill(diveDate);
    await pressButton(phone, 'Confirm and continue');
    await phone.locator('[data-part=questions]').waitFor();
    // The first step checks itself.
    await phone.getByText('Step 1 of 7').waitFor();
    await pressButton(phone, 'Next');
    await phone.getByText('Answer this question').first().waitFor();
    const id = new URL(phone.url()).searchParams.get('id') ?? '';
    await answerWithOneYes(phone);
    await phone.getByText('You need a physician’s clearance before you dive').filter({ visible: true }).waitFor();
    await waitForSaved(phone);
    for (const title of guestForms) {
      await pressButton(phone, 'Next');
      await phone.getByRole('heading', { name: title }).waitFor();
      await pressButton(phone, 'Next');
      await phone.getByText('Check the box once you’ve read this').waitFor();
      await tickAll(phone);
      // The form continues on the step that is missing.
      if (title === guestForms[0]) {
        await visit(phone, `/training/medical-form?id=${id}`);
        await phone.getByRole('heading', { name: guestForms[1] }).waitFor();
        await pressButton(phone, 'Back');
      }
    }
    await pressButton(phone, 'Next');
    await drawSignature(phone);
    await tickAll(phone);
    await pressButton(phone, 'Sign');
    await phone.getByText('Step 7 of 7').waitFor();

    // No guardian is known: the child's own address is rejected, and the mother's is invited, who signs up
    // by the link.
    await phone.getByLabel('Parent or guardian’s email').fill(email);
    await pressButton(phone, 'Send link');
    await phone.getByText('You can’t be your own guardian').waitFor();
    await phone.getByLabel('Parent or guardian’s email').fill(guardianEmail);
    await pressButton(phone, 'Send link');
    await phone.getByText(`We sent a link to ${guardianEmail}`).waitFor();
    // The server knows the invitation, so the page and the list show it after a reload.
    await phone.reload();
    await phone.getByText(`We sent a link to ${guardianEmail}`).waitFor();
    await phone.getByRole('button', { name: 'Resend link' }).waitFor();
    expect(await phone.getByLabel('Parent or guardian’s email').inputValue()).toBe(guardianEmail);
    await visit(phone, '/training/forms-applications');
    await phone.getByText('Awaiting a guardian’s signature').waitFor();
    await visit(phone, `/training/medical-form?id=${id}`);
    await phone.getByText(`We sent a link to ${guardianEmail}`).waitFor();
    const mail = await findMailText(guardianEmail);
    for (const fact of ['Ylva Fjord', 'Kelder Bay Diving', 'Discover Scuba Diving', longDate])
      expect(mail).toContain(fact);
    const desktop = await openPage();
    await visit(desktop, await findMailLink(guardianEmail, '/sign/'));
    await desktop.getByRole('heading', { level: 1 }).waitFor();
    await desktop.getByRole('link', { name: 'Create an account' }).click();
    await desktop.getByLabel('First name').fill('Signe');
    await desktop.getByLabel('Last name').fill('Fjord');
    await expect.poll(() => desktop.getByLabel('Email').inputValue()).toBe(guardianEmail);
    await desktop.locator('input[name=password]').fill(newPassword);
    for (const [name, value] of [
      ['Day', '9'],
      ['Month', '4'],
      ['Year', '1988'],
    ] as const)
      await desktop.getByLabel(name, { exact: true }).fill(value);
    await desktop.getByRole('checkbox').check();
    await desktop.locator('form button[type=submit]').click();
    await desktop.getByRole('button', { name: 'Accept and review forms' }).waitFor();
    await runSql('update account set email_verified_at = now() where email = $1', [guardianEmail]);
    await runSql('update person set email_verified_at = now() where email = $1', [guardianEmail]);
    await desktop.reload();
    await desktop.getByRole('button', { name: 'Accept and review forms' }).click();
    await desktop
      .getByText('Ylva Fjord needs a physician’s clearance before diving', { exact: true })
      .filter({ visible: true })
      .waitFor();
    await desktop.getByRole('radio', { name: 'Type' }).check();
    await desktop.getByRole('textbox', { name: 'Your full name' }).fill('Signe Fjord');
    await tickAll(desktop);
    await pressButton(desktop, 'Submit');
    await desktop.getByRole('heading', { name: 'Signed. Next, see a physician' }).waitFor();
    // The child's page says so without a reload.
    await phone.getByText('Your parent or guardian has signed.').waitFor({ timeout: 8_000 });
    await desktop.getByRole('link', { name: 'See next steps' }).click();
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
    await practice.getByRole('heading', { name: 'Is Ylva Fjord fit to dive?' }).waitFor();
    await practice.getByText('Have you had recurring sinus infections').waitFor();
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
    await guest.getByRole('button', { name: /^Mark dive complete/ }).click();
    await store.getByRole('dialog').getByRole('button', { name: 'Mark complete' }).click();
    await guest.getByText('Dive completed').waitFor();
    await visit(phone, '/training/my-promos');
    await phone.locator('main h1').waitFor();
    await phone.waitForURL('**/training/my-promos');
    await phone.getByText('Ask Kelder Bay Diving about the next course dates.').waitFor();
    expect(await phone.getByText('Bluewater Club').filter({ visible: true }).count()).toBe(0);
    await phone.locator('main input[type=file]').setInputFiles({
      name: 'dive.png',
      mimeType: 'image/png',
      buffer: await createPlainImage(400, 300).png().toBuffer(),
    });
    await phone.getByRole('img', { name: 'Discover Scuba Diving' }).waitFor();
    // The lessons before the dive are no next step any more.
    await visit(phone, '/training/dashboard');
    await expect(phone).toShow('/training/dashboard', 'You’ve completed Discover Scuba Diving');

    // The document shows who read it.
    await visit(desktop, `/training/forms-applications/${id}`);
    const [download] = await Promise.all([desktop.waitForEvent('download'), desktop.getByText('Download PDF').click()]);
    expect((await readFile(await download.path())).subarray(0, 5).toString()).toBe('%PDF-');
  });
});
