import type { Page } from 'playwright';
import { describe, expect, it } from 'vitest';
import { visit, openPage } from '#platform/testing/browser.ts';
import { runSql } from '#test/support/e2e/database.ts';
import { questionNumbers, answerRadio, guestForms, waitForSaved } from '#test/support/e2e/medical-questionnaire.ts';
import { arrowTo, pressKeyOn, skipToContent, tabTo, typeInto } from '#test/support/e2e/keyboard.ts';
import { openPageAsNewUser } from '#test/support/e2e/new-users.ts';
import { startForms, signForms } from '#test/support/e2e/signed-forms.ts';
import { randomUUID } from 'node:crypto';
import { createApiCaller } from '#test/support/e2e/api-calls.ts';
import { findMailLink } from '#test/support/e2e/mails.ts';
import '#test/support/e2e/expect-page.ts';

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true });
const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true });

/** Checks every acknowledgment on the page. */
async function tickAll(page: Page): Promise<void> {
  const boxes = page.getByRole('checkbox', { checked: false });
  while ((await boxes.count()) > 0) await pressKeyOn(boxes.first(), 'Space');
}

async function answerNo(page: Page): Promise<void> {
  for (const number of questionNumbers)
    await arrowTo(answerRadio(page, number, 'Yes'), answerRadio(page, number, 'No'), 'ArrowRight');
}

async function typeSignature(page: Page, name: string): Promise<void> {
  await arrowTo(page.getByRole('radio', { name: 'Draw' }), page.getByRole('radio', { name: 'Type' }), 'ArrowRight');
  await typeInto(field(page, 'Your full name'), name);
}

describe('with the keyboard only', () => {
  it('completes Discover Scuba Diving on a small screen with a typed signature', async () => {
    const { page, email } = await openPageAsNewUser({ width: 390, height: 844 });
    await visit(page, '/dsd');
    await expect(page).toShow('/dsd/welcome', 'Your first breath underwater');
    await skipToContent(page);
    await pressKeyOn(button(page, 'Get started'));
    await expect(page).toShow('/dsd/confirm-affiliation', 'Who’s taking you diving?');
    await typeInto(page.getByLabel('Store number'), '20001');
    await page.keyboard.press('Enter');
    await page.getByText('Kelder Bay Diving').waitFor();
    await pressKeyOn(button(page, 'Confirm and continue'));
    await page.locator('[data-part=questions]').waitFor();
    await answerNo(page);
    await waitForSaved(page);
    for (const title of guestForms) {
      await pressKeyOn(button(page, 'Next'));
      await page.getByRole('heading', { name: title }).waitFor();
      await tickAll(page);
    }
    await pressKeyOn(button(page, 'Next'));
    await typeSignature(page, 'Nora Fjord');
    await tickAll(page);
    await pressKeyOn(button(page, 'Submit'));
    await page.getByRole('heading', { name: 'All signed' }).waitFor();
    const signed = await runSql(
      'select medical_status from form_record join person using (affiliate_id) where email = $1',
      [email],
    );
    expect(signed).toEqual([{ medical_status: 'clear' }]);
  });

  it('adds a child, shows the code for its device and signs as a guardian', async () => {
    const { page } = await openPageAsNewUser();
    await visit(page, '/family');
    await skipToContent(page);
    await pressKeyOn(button(page, 'Add a child'));
    await typeInto(field(page, 'First name'), 'Obi');
    await typeInto(field(page, 'Last name'), 'Fjord');
    await typeInto(field(page, 'Month'), '6');
    await typeInto(field(page, 'Day'), '1');
    await typeInto(field(page, 'Year'), '2016');
    await pressKeyOn(button(page, 'Add child'));
    await page.getByRole('region', { name: 'Obi Fjord' }).waitFor();
    await pressKeyOn(button(page, 'Show QR code'));
    await page.getByRole('img', { name: 'QR code that signs Obi in' }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await tabTo(button(page, 'Show QR code'));

    const [child] = await runSql<{ id: string }>(
      "select affiliate_id::text as id from person where given_name = 'Obi' order by affiliate_id desc limit 1",
    );
    const id = await startForms(page, { affiliateId: Number(child?.id) });
    await visit(page, '/family');
    await skipToContent(page);
    await pressKeyOn(page.getByRole('link', { name: 'Open', exact: true }).first());
    await page.locator('[data-part=questions]').waitFor();
    await answerNo(page);
    await typeSignature(page, 'Nora Fjord');
    await tickAll(page);
    await pressKeyOn(button(page, /^(Sign|Submit)$/));
    await expect
      .poll(() => runSql('select role from form_signature where draft_id = $1', [id]))
      .toEqual([{ role: 'guardian' }]);
  });

  it('reads, decides and signs by the private link as a physician', async () => {
    const { page: diver, email } = await openPageAsNewUser();
    await runSql('update person set email_verified_at = now() where email = $1', [email]);
    const record = await signForms(diver, { yes: ['medical.q3'] });
    const call = await createApiCaller(diver, 'forms');
    const practice = `practice-${randomUUID()}@example.test`;
    await call('POST', `Records/${record}/physician-link`, { email: practice });
    const page = await openPage({ width: 390, height: 844 });
    await visit(page, await findMailLink(practice, '/physician/'));
    await page.getByRole('heading', { name: 'Is Nora Fjord fit to dive?' }).waitFor();
    await pressKeyOn(button(page, 'Sign and send'));
    await page.getByText('Please complete these fields').waitFor();
    await pressKeyOn(page.getByRole('link', { name: /Decision/ }));
    await pressKeyOn(page.getByRole('radio', { name: 'Approved', exact: true }), 'Space');
    await typeInto(field(page, 'Your full name'), 'Dr. Ragna Holt');
    await typeInto(page.getByRole('textbox', { name: 'License or registration number' }), 'HPR 7012345');
    await typeInto(page.getByRole('textbox', { name: /^Clinic or practice/ }), 'Harbour Practice, Bergen');
    await typeInto(page.getByRole('textbox', { name: /^Phone/ }), '+47 55 01 23 45');
    await arrowTo(page.getByRole('radio', { name: 'Draw' }), page.getByRole('radio', { name: 'Type' }), 'ArrowRight');
    await typeInto(field(page, 'Your full name').last(), 'Dr. Ragna Holt');
    await tickAll(page);
    await pressKeyOn(button(page, 'Sign and send'));
    await page.getByRole('heading', { name: 'Thank you' }).waitFor();
    expect(await runSql('select medical_status from form_record where id = $1', [record])).toEqual([
      { medical_status: 'review' },
    ]);
  });
});
