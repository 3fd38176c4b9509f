import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright';
import sharp from 'sharp';
import { afterEach, describe, expect, it } from 'vitest';
import { openPage, visit } from '#platform/testing/browser.ts';
import {
  createPdfUpload,
  fillApplication,
  instructor,
  openApplicant,
  submitApplication,
} from '#test/support/e2e/applicants.ts';
import { createApiCaller } from '#test/support/e2e/api-calls.ts';
import { runSql } from '#test/support/e2e/database.ts';
import '#test/support/e2e/expect-page.ts';
import { arrowTo, chooseFile, pressKeyOn, skipToContent, tabTo, typeInto } from '#test/support/e2e/keyboard.ts';
import { openPageAsNewUser, removePhotos } from '#test/support/e2e/new-users.ts';
import { signForms } from '#test/support/e2e/signed-forms.ts';

const staff = 'staff@demo.test';
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true });
const section = (page: Page, name: string) =>
  page.locator('[data-part=form-section]').filter({ has: page.getByRole('heading', { name, level: 2 }) });
const headline = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name }).waitFor();
const stateOf = async (id: number) =>
  (await runSql<{ state: string }>('select state from application where id = $1', [id]))[0]?.state;
const picture = (background: string) =>
  sharp({ create: { width: 640, height: 640, channels: 3, background } })
    .jpeg()
    .toBuffer();

async function expand(page: Page, name: string): Promise<void> {
  const head = section(page, name).locator('h2 > button');
  if ((await head.getAttribute('aria-expanded')) === 'false') await pressKeyOn(head);
}

/** Types a date part by part in English order. */
async function typeDate(page: Page, label: string, daysAgo: number): Promise<void> {
  const [year, month, day] = new Date(Date.now() - daysAgo * 86_400_000).toISOString().slice(0, 10).split('-');
  await tabTo(page.getByLabel(label));
  await page.keyboard.type(`${month}${day}${year}`);
}

async function sign(page: Page, name: string, submit: string): Promise<void> {
  await arrowTo(page.getByRole('radio', { name: 'Draw' }), page.getByRole('radio', { name: 'Type' }), 'ArrowRight');
  await typeInto(page.getByRole('textbox', { name: 'Your full name' }), name);
  await pressKeyOn(page.locator('#acknowledgement'), 'Space');
  await pressKeyOn(button(page, submit));
}

afterEach(removePhotos);

describe('with the keyboard only', () => {
  it('fills in an application, uploads copies, names the instructor and signs', async () => {
    const { page, name, affiliateId } = await openApplicant('Ingrid');
    await visit(page, '/training/forms-applications');
    await skipToContent(page);
    await pressKeyOn(button(page, 'Start application'));
    await headline(page, 'Three things to do before you submit');
    await expand(page, 'First aid and CPR');
    await typeDate(page, 'Course date', 10);
    await pressKeyOn(page.getByLabel('I took the course with another organization'), 'Space');
    const firstAid = section(page, 'First aid and CPR');
    await chooseFile(firstAid.getByRole('button', { name: /^Upload/ }), createPdfUpload('First aid card'));
    await firstAid.getByRole('button', { name: 'First aid card.pdf', exact: true }).waitFor();
    await expand(page, 'Medical');
    await typeDate(page, 'Date signed by the physician', 10);
    await chooseFile(section(page, 'Medical').getByRole('button', { name: /^Upload/ }), createPdfUpload('Clearance'));
    await headline(page, 'One thing to do before you submit');
    await expand(page, 'Water exercises');
    const swim = page.getByRole('group', { name: '400 m swim' }).getByRole('radio');
    await arrowTo(
      swim,
      page.getByRole('group', { name: '400 m swim' }).getByRole('radio', { name: '4' }),
      'ArrowRight',
    );
    await expand(page, 'Instructor and dive center');
    await typeInto(page.getByLabel('Instructor number'), String(instructor.memberNumber));
    await page.keyboard.press('Enter');
    await headline(page, 'Ready to sign and submit');
    await expand(page, 'Teaching address');
    await typeInto(page.getByRole('combobox', { name: 'Country' }), 'Germ');
    await page.getByRole('option', { name: 'Germany' }).waitFor();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await typeInto(page.getByLabel('Address', { exact: true }), 'Hafenstraße 4');
    await typeInto(page.getByLabel('City'), 'Kiel');
    await typeInto(page.getByLabel('Postal code'), '24103');
    await expand(page, 'Message to your instructor');
    await typeInto(page.getByLabel('Your message'), 'We trained at Kelder Bay.');
    await sign(page, name, 'Sign and submit');
    await headline(page, `Submitted to ${instructor.name} (today)`);
    expect(await runSql('select state, statement from application where affiliate_id = $1', [affiliateId])).toEqual([
      { state: 'SubmittedToInstructor', statement: 'We trained at Kelder Bay.' },
    ]);
  });

  it('returns an application with a reason and forwards the next as an instructor', async () => {
    const applicant = await openApplicant('Gudrun');
    const id = await fillApplication(applicant);
    await submitApplication(applicant, id);
    const page = await openPage({ signedInAs: instructor.email, expectedProblems: [/status of 422/] });
    const openFromList = async () => {
      await visit(page, '/pro/applications');
      await skipToContent(page);
      await typeInto(page.getByRole('searchbox'), 'gudrun');
      await page.getByText('1 application', { exact: true }).waitFor();
      await pressKeyOn(page.getByRole('link', { name: applicant.name }));
      await pressKeyOn(button(page, 'Start review'));
      await headline(page, 'One requirement not met');
    };
    await openFromList();
    await pressKeyOn(button(page, 'Request a change: First aid and CPR'));
    await page.keyboard.type('Who gave the course?');
    await pressKeyOn(button(page, `Return to ${applicant.name}`));
    await headline(page, `Returned to ${applicant.name}`);
    expect(await stateOf(id)).toBe('Returned');

    await submitApplication(applicant, id);
    await openFromList();
    await pressKeyOn(button(page, 'Confirm all 5'));
    await typeInto(page.getByLabel('Your recommendation'), 'Calm with students.');
    await headline(page, 'Ready to sign and submit');
    await sign(page, 'Somebody Else', 'Sign and submit');
    await page.getByText(`Enter the name exactly as shown: ${instructor.name}`).waitFor();
    expect(await stateOf(id)).toBe('MemberReview');
    await typeInto(page.getByRole('textbox', { name: 'Your full name' }), 'tomas reyes');
    await pressKeyOn(button(page, 'Sign and submit'));
    await headline(page, /^Submitted to the association on /);
    // The message is focused.
    await expect.poll(() => page.evaluate(() => document.activeElement?.hasAttribute('data-page-title'))).toBe(true);
    expect(await stateOf(id)).toBe('SubmittedToAssociation');
  });

  it('decides on a photo and a page, finds a person and sets a flag as staff', async () => {
    const { page: diver, email } = await openPageAsNewUser();
    await runSql("update person set given_name = 'Kaia' where email = $1", [email]);
    const photos = await createApiCaller(diver, 'certifications');
    const imageFile = { name: 'me.jpg', mimeType: 'image/jpeg', buffer: await picture('#08f') };
    await photos('POST', 'certifications/photos/upload', undefined, { imageFile });
    const documentId = await signForms(diver, { yes: ['medical.q3'] });
    const forms = await createApiCaller(diver, 'forms');
    const file = { name: 'page.jpg', mimeType: 'image/jpeg', buffer: await picture('#fff') };
    await forms('POST', 'Data', undefined, { kind: 'page', documentId, key: randomUUID(), file });
    await runSql('delete from feature_flag');

    const page = await openPage({ signedInAs: staff });
    await visit(page, '/desk/photos');
    await skipToContent(page);
    await page.getByRole('img', { name: 'Photo of Kaia Fjord' }).waitFor();
    await expect.poll(() => button(page, /^Approve/).getAttribute('aria-disabled')).toBeNull();
    await pressKeyOn(button(page, /^Reject/));
    await pressKeyOn(button(page, 'Too dark'));
    await pressKeyOn(button(page, 'Reject photo'));
    await page.getByText('No photos to review').waitFor();
    const statusOf = () =>
      runSql('select status from person_photo join person using (affiliate_id) where email = $1', [email]);
    await expect.poll(statusOf).toEqual([{ status: 'rejected' }]);

    await pressKeyOn(page.getByRole('link', { name: /^Medical clearances/ }));
    await headline(page, 'Medical clearances');
    await arrowTo(page.getByRole('row'), page.getByRole('row', { name: /Kaia Fjord/ }));
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 2, name: 'Kaia Fjord' }).waitFor();
    await arrowTo(
      page.getByRole('main').getByRole('radio'),
      page.getByRole('radio', { name: 'Approved' }),
      'ArrowRight',
    );
    await page.keyboard.press('Space');
    await typeDate(page, 'Date signed by the physician', 0);
    await pressKeyOn(page.locator('form:has([type=radio]) button[type=submit]'));
    await page.getByRole('row', { name: /Kaia Fjord/ }).waitFor({ state: 'detached' });

    await pressKeyOn(page.getByRole('link', { name: 'People', exact: true }));
    await headline(page, 'People');
    await typeInto(page.getByRole('searchbox'), 'ida okafor');
    await page.getByRole('row', { name: /Ida Okafor/ }).waitFor();
    await expect.poll(() => page.getByRole('row', { name: /Okafor/ }).count()).toBe(1);
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('j');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 2, name: 'Ida Okafor' }).waitFor();
    await pressKeyOn(page.getByRole('region', { name: 'Ida Okafor' }).getByRole('link', { name: 'Adaeze Okafor' }));
    await page.getByRole('heading', { level: 2, name: 'Adaeze Okafor' }).waitFor();

    await pressKeyOn(page.getByRole('link', { name: 'Feature flags' }));
    await headline(page, 'Feature flags');
    const flag = () => runSql("select value from feature_flag where name = 'maintenance-message'");
    await typeInto(page.getByRole('textbox', { name: 'Banner message' }), 'Back at noon.');
    await pressKeyOn(button(page, 'Save'));
    await expect.poll(flag).toEqual([{ value: 'Back at noon.' }]);
    await page.getByText('Changed by Priya Raman').waitFor();
    await page.keyboard.press('Control+z');
    await expect.poll(flag).not.toEqual([{ value: 'Back at noon.' }]);
  });
});
