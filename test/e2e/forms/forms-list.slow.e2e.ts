import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { Page } from 'playwright';
import { describe, expect, it } from 'vitest';
import { openPage, type PageOptions, visit } from '#platform/testing/browser.ts';
import { runSql } from '#test/support/e2e/database.ts';
import { checkAppearance } from '#test/support/e2e/check-appearance.ts';
import { findMailLink } from '#test/support/e2e/mails.ts';
import { openPageAsNewUser } from '#test/support/e2e/new-users.ts';
import { makeStoreAccount } from '#test/support/e2e/shop-orders.ts';
import { signForms, startForms } from '#test/support/e2e/signed-forms.ts';
import { createApiCaller } from '#test/support/e2e/api-calls.ts';
import '#test/support/e2e/expect-page.ts';

const list = '/training/forms-applications';
const title = 'Forms & applications';
const kelderBay = 20_001;

const section = (page: Page, name: string) =>
  page.locator('section').filter({ has: page.getByRole('heading', { name, level: 2 }) });

const row = (page: Page, part: string, name: string) =>
  section(page, part).getByRole('listitem').filter({ hasText: name });

let divers = 0;

/** A new person with a unique name. */
async function openPageOfDiver(options: PageOptions = {}): Promise<{ page: Page; email: string; name: string }> {
  const { page, email } = await openPageAsNewUser(options);
  divers += 1;
  const familyName = `Strand${process.pid}x${divers}`;
  await runSql('update person set family_name = $2 where email = $1', [email, familyName]);
  return { page, email, name: `Nora ${familyName}` };
}

const store = 'store@demo.test';
const notFound = /status of 404/;
const fact = (page: Page, name: string) => page.locator('dl > div').filter({ hasText: name });

describe('person with forms', () => {
  it('discards a draft and restores it', async () => {
    const { page } = await openPageOfDiver({ width: 390 });
    const id = await startForms(page, { yes: ['medical.q4'] });
    await visit(page, list);
    const draft = row(page, 'In progress', 'Medical questionnaire');
    await draft.getByText(/^\d+ of \d+ questions answered/).waitFor();
    await page.getByRole('button', { name: 'Delete draft: Medical questionnaire' }).click();
    await page.getByText('No forms yet').waitFor();
    await page.getByRole('button', { name: 'Undo' }).click();
    await draft.waitFor();
    await page.reload();
    await draft.getByRole('link', { name: 'Continue' }).click();
    await expect(page).toShow(`/training/medical-form?id=${id}`, 'Medical questionnaire');
  });

  it('downloads a signed form, fills it in again and links old and new', async () => {
    const { page } = await openPageOfDiver();
    const older = await signForms(page);
    await visit(page, list);
    const signed = row(page, 'Signed', 'Medical questionnaire');
    await signed.getByText('Completed').waitFor();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download Medical questionnaire' }).click(),
    ]);
    expect(download.suggestedFilename()).toMatch(/^medical-form-\d{4}-\d{2}-\d{2}\.pdf$/);
    expect(
      readFileSync(await download.path())
        .subarray(0, 5)
        .toString(),
    ).toBe('%PDF-');

    await page.getByRole('link', { name: 'Medical questionnaire' }).click();
    await expect(page).toShow(`${list}/${older}`, 'Medical questionnaire');
    await page.getByText('No one but you so far.').waitFor();
    await page.getByRole('button', { name: 'Fill out a new form' }).click();
    await page.waitForURL(/\/training\/medical-form\?id=/);
    const newer = await signForms(page, { replaces: older });
    await visit(page, `${list}/${older}`);
    await page.getByText('A newer form replaces this one.').waitFor();
    expect(await page.getByRole('button', { name: 'Fill out a new form' }).count()).toBe(0);
    await page.getByRole('link', { name: 'View newer form' }).click();
    await expect(page).toShow(`${list}/${newer}`, 'Medical questionnaire');
    await fact(page, 'Replaces').getByRole('link').click();
    await expect(page).toShow(`${list}/${older}`, 'Medical questionnaire');
  });

  it('shows who read a form and why a physician is needed', async () => {
    const diver = await openPageOfDiver();
    const id = await signForms(diver.page, { packet: 'course', storeNumber: kelderBay, yes: ['medical.q5'] });
    await visit(diver.page, list);
    await row(diver.page, 'Signed', 'Course forms').getByText('Medical Required').waitFor();
    await checkAppearance(diver.page);
    await row(diver.page, 'Action needed', 'Course forms').getByRole('link').click();
    await expect(diver.page).toShow(`${list}/${id}`, 'Course forms');
    await diver.page.getByText('No one but you so far.').waitFor();

    await runSql("update person set family_name = family_name || repeat('strand', 12) where email = $1", [diver.email]);
    const desktop = await openPage({ signedInAs: store });
    await visit(desktop, `${list}?tab=received&search=${diver.name.replace(' ', '+')}`);
    const name = desktop.getByRole('row').filter({ hasText: diver.name }).getByRole('rowheader');
    await name.waitFor();
    expect(await name.evaluate((cell) => cell.scrollWidth <= cell.clientWidth)).toBe(true);
    await runSql("update person set family_name = replace(family_name, 'strand', '') where email = $1", [diver.email]);

    const reader = await openPage({ signedInAs: store, width: 390 });
    await visit(reader, list);
    await reader.getByText('Your access is logged, and the diver can see it.').waitFor();
    await reader.getByLabel('Search forms').fill(diver.name);
    await reader.getByText('1 form.', { exact: false }).waitFor();
    await reader.getByRole('row').filter({ hasText: diver.name }).getByText('Medical Required').waitFor();
    await checkAppearance(reader);
    await reader.getByRole('row').filter({ hasText: diver.name }).click();
    await expect(reader).toShow(`${list}/${id}`, 'Course forms');
    await reader.getByText(`Your access is logged. ${diver.name} can see who opened this form.`).waitFor();
    expect(await reader.getByText('Who has viewed this form').count()).toBe(0);
    await checkAppearance(reader);
    await reader.locator('main a:has(> svg.flip)').first().click();
    await expect(reader).toShow(`${list}?tab=received&search=${diver.name.replace(' ', '+')}`, title);

    await diver.page.reload();
    await row(diver.page, 'Who has viewed this form', 'Kelder Bay Diving')
      .getByText('Dive center · Viewed answers')
      .waitFor();
    await checkAppearance(diver.page);
  });

  it('asks a physician voluntarily, who must be another person', async () => {
    const { page, email } = await openPageOfDiver({ expectedProblems: [/status of 403/, /status of 422/] });
    await runSql('update person set email_verified_at = now() where email = $1', [email]);
    const id = await signForms(page);
    await visit(page, `${list}/${id}`);
    await section(page, 'Need a physician’s clearance anyway?').waitFor();
    expect(await page.getByText('Upload a signed page').count()).toBe(0);
    await checkAppearance(page);
    await page.getByRole('button', { name: 'Send link' }).click();
    const dialog = page.getByRole('dialog');
    // The person's own address is rejected, also with a tag.
    await dialog.getByLabel('Physician’s email').fill(email.replace('@', '+doctor@').toUpperCase());
    await dialog.getByRole('button', { name: 'Send link' }).click();
    await dialog
      .getByText(/^This email belongs to you, your family/)
      .first()
      .waitFor();
    const practiceMail = `practice-${randomUUID()}@example.test`;
    await dialog.getByLabel('Physician’s email').fill(practiceMail);
    await dialog.getByRole('button', { name: 'Send link' }).click();
    await page.getByText(`Link sent to ${practiceMail} on`).waitFor();
    await checkAppearance(page);
    expect(await page.content()).not.toContain('/physician/');
    const link = await findMailLink(practiceMail, '/physician/');
    await visit(page, link);
    await expect(page).toShow(link, 'Only a physician can use this link');
    await checkAppearance(page);
    const practice = await openPage();
    await visit(practice, link);
    await practice.getByRole('heading', { name: /^Is Nora .* fit to dive\?$/ }).waitFor();
  });

  it('hides forms from other stores', async () => {
    const diver = await openPageOfDiver();
    const id = await signForms(diver.page, { packet: 'course', storeNumber: kelderBay });
    const other = await openPageAsNewUser({ expectedProblems: [notFound] });
    await makeStoreAccount(other.email, 100);
    await visit(other.page, list);
    await other.page.getByText('No forms yet').waitFor();
    await other.page.getByLabel('Search forms').fill(diver.name);
    await other.page.getByText(`No results for “${diver.name}”`).waitFor();
    await visit(other.page, `${list}/${id}`);
    await expect(other.page).toShow(`${list}/${id}`, 'We couldn’t find this form');
    expect(await runSql('select 1 from form_reading where record_id = $1', [id])).toEqual([]);
  });

  it('starts with a choice of forms and finds a dive center by number', async () => {
    const { page } = await openPageOfDiver();
    await visit(page, list);
    await expect(page).toShow(list, title);
    await page.getByText('No forms yet').waitFor();
    await checkAppearance(page);
    await page.getByRole('button', { name: 'Start a form' }).click();
    const dialog = page.getByRole('dialog', { name: 'Which form do you need?' });
    await dialog.getByText('Course forms').click();
    await dialog.getByRole('button', { name: 'Start' }).click();
    await dialog.getByText('Choose your dive center or instructor first.').waitFor();
    await dialog.getByLabel('Store number').fill(String(kelderBay));
    await dialog.getByRole('button', { name: 'Find' }).click();
    await dialog.getByText('Kelder Bay Diving').waitFor();
    await checkAppearance(page);
    await dialog.getByRole('button', { name: 'Start' }).click();
    await page.waitForURL(/\/training\/medical-form\?id=/);
    await visit(page, list);
    await row(page, 'In progress', 'Course forms').getByText('Kelder Bay Diving').waitFor();
  });
});

describe('guardian', () => {
  it("finds a child's forms on the child's page", async () => {
    const { page } = await openPageOfDiver();
    const family = await createApiCaller(page, 'family');
    const child = { key: randomUUID(), firstName: 'Liv', lastName: 'Strand', birthdate: '2014-06-01' };
    const { affiliateId } = await family<{ affiliateId: number }>('POST', 'Children', child);
    await startForms(page, { affiliateId });
    await visit(page, list);
    await page.getByText('No forms yet').waitFor();
    await page.getByRole('navigation', { name: 'Show forms for' }).getByRole('link', { name: 'Liv' }).click();
    await expect(page).toShow(`${list}?for=${affiliateId}`, title);
    await page.getByText('Liv’s forms').waitFor();
    await row(page, 'In progress', 'Medical questionnaire').getByRole('link', { name: 'Continue' }).click();
    await page.waitForURL((url) => url.searchParams.get('for') === String(affiliateId));
  });
});
