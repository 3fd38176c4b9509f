import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright';
import { describe, expect, it } from 'vitest';
import { affiliateType } from '#domain/roles.ts';
import type { Application } from '#features/applications/shared/application.ts';
import { openPage, visit } from '#platform/testing/browser.ts';
import { recordAnnouncements } from '#test/support/e2e/announcements.ts';
import {
  applicationPath,
  createPdfUpload,
  fillApplication,
  instructor,
  openApplicant,
  submitApplication,
} from '#test/support/e2e/applicants.ts';
import { createApiCaller } from '#test/support/e2e/api-calls.ts';
import { runSql } from '#test/support/e2e/database.ts';
import '#test/support/e2e/expect-page.ts';
import { waitForSaved, pressButton } from '#test/support/e2e/medical-questionnaire.ts';
import { checkAppearance } from '#test/support/e2e/check-appearance.ts';
import { openPageAsNewUser } from '#test/support/e2e/new-users.ts';
import { listPath, section, currentPath } from './apply-steps.ts';

/** Expands a section. */
async function expand(page: Page, name: string): Promise<void> {
  const head = section(page, name).locator('h2 > button');
  if ((await head.getAttribute('aria-expanded')) === 'false') await head.click();
}

/** Takes a step by API, for tests that are not about the instructor or the desk. */
async function take(email: string, id: number, step: string, body: object = {}): Promise<void> {
  const call = await createApiCaller(await openPage({ signedInAs: email }), 'applications');
  const { version } = await call<Application>('GET', `Applications/${id}`);
  await call('POST', `Applications/${id}/${step}`, { key: randomUUID(), ...(step !== 'open' && { version }), ...body });
}

describe('applicant', () => {
  it('fills in each section, which is checked once saved', async () => {
    const { page } = await openApplicant('Ingrid', { width: 390, height: 844 });
    await visit(page, listPath);
    await pressButton(page, 'Start application');
    await page.waitForURL('**/applications/*');
    await expect(page).toShow(currentPath(page), 'Three things to do before you submit');
    const firstAid = section(page, 'First aid and CPR');
    await firstAid.getByLabel('Course date').fill('2019-03-01');
    await firstAid
      .getByText(/more than 24 months ago/)
      .first()
      .waitFor();
    await firstAid.getByLabel('Course date').fill(new Date(Date.now() - 864e6).toISOString().slice(0, 10));
    await expect(page).toShow(currentPath(page), 'Two things to do before you submit');
    await firstAid.getByLabel('I took the course with another organization').check();
    await expect(page).toShow(currentPath(page), 'Three things to do before you submit');
    const announcements = await recordAnnouncements(page);
    await firstAid.locator('input[type=file]').setInputFiles(createPdfUpload('First aid card'));
    await firstAid.getByRole('button', { name: 'First aid card.pdf', exact: true }).waitFor();
    await expect.poll(announcements).toMatch(/First aid card\.pdf (Uploading|Checking file)/);
    await expect.poll(announcements).toContain('Copy uploaded.');
    await expect(page).toShow(currentPath(page), 'Two things to do before you submit');

    const medical = section(page, 'Medical');
    await medical.getByRole('button', { name: 'Upload copy' }).click();
    await medical.getByText('First enter the date the physician signed').waitFor();
    await medical
      .getByLabel('Date signed by the physician')
      .fill(new Date(Date.now() - 864e6).toISOString().slice(0, 10));
    await medical.locator('input[type=file]').setInputFiles(createPdfUpload('Clearance'));
    await expect(page).toShow(currentPath(page), 'One thing to do before you submit');

    const named = section(page, 'Instructor and dive center');
    await named.getByLabel('Instructor number').fill(String(instructor.memberNumber));
    await named.getByRole('button', { name: 'Find' }).first().click();
    await expect(page).toShow(currentPath(page), 'Ready to sign and submit');
    await named.locator('[data-part=professional]').getByText(instructor.name, { exact: true }).waitFor();

    await expand(page, 'Water exercises');
    await section(page, 'Water exercises')
      .getByRole('group', { name: '400 m swim' })
      .getByRole('radio', { name: '4' })
      .check();
    await expand(page, 'Message to your instructor');
    await page.getByLabel('Your message').fill('We trained at Kelder Bay.');
    await waitForSaved(page);
    await checkAppearance(page);
    await page.reload();
    await expect(page).toShow(currentPath(page), 'Ready to sign and submit');
    await section(page, 'Message to your instructor').getByText('We trained at Kelder Bay.').first().waitFor();
    await section(page, 'Water exercises').getByText('4 points (15 required)').waitFor();
  });

  it("enters a teaching location with the country's state and postal code", async () => {
    const { page } = await openApplicant('Solveig', { expectedProblems: [/status of 422/] });
    const call = await createApiCaller(page, 'applications');
    const { id } = await call<{ id: number }>('POST', 'Applications', { typeId: 1 });
    await visit(page, applicationPath(id));
    await expand(page, 'Teaching address');
    const address = section(page, 'Teaching address');
    await address.getByRole('combobox', { name: 'Country' }).fill('Germ');
    await page.getByRole('option', { name: 'Germany' }).click();
    await address.getByLabel('Address', { exact: true }).fill('Hafenstraße 4');
    await page
      .locator('[data-part=save-state]:visible')
      .getByText('Saved on this device until it’s complete')
      .waitFor();
    await address.getByLabel('City').fill('Kiel');
    await address.getByLabel('Postal code').fill('12');
    await address.locator('[data-part=field][data-state=wrong]').waitFor();
    await address.getByLabel('Postal code').fill('24103');
    await waitForSaved(page);
    await page.reload();
    await section(page, 'Teaching address').getByText('Kiel, Germany').waitFor();
    const stored = await call<Application>('GET', `Applications/${id}`);
    expect(stored.teachingAddress).toMatchObject({ addressLine1: 'Hafenstraße 4', postalCode: '24103' });

    await expand(page, 'Teaching address');
    await address.getByLabel('Address', { exact: true }).fill('');
    await address.getByLabel('City').fill('');
    await address.getByLabel('Postal code').fill('');
    await address.getByRole('combobox', { name: 'Country' }).fill('');
    await page.keyboard.press('Tab');
    const storedAddress = async () => (await call<Application>('GET', `Applications/${id}`)).teachingAddress;
    await expect.poll(storedAddress).toBeNull();
  });

  it('loses nothing when the network and then the tab fail', async () => {
    const applicant = await openApplicant('Astrid', { expectedProblems: [/Failed to load resource/] });
    const id = await fillApplication(applicant);
    const { page } = applicant;
    const context = page.context();
    await visit(page, applicationPath(id));
    await expand(page, 'Message to your instructor');
    await context.route('**/api/applications/**', (route) => route.abort());
    const failure = page.waitForEvent('console', (message) => message.text().includes('Failed to load resource'));
    await page.getByLabel('Your message').fill('Typed without a network.');
    await failure;
    await page.close();
    await context.unrouteAll();
    const next = await context.newPage();
    await visit(next, applicationPath(id));
    await waitForSaved(next);
    const call = await createApiCaller(next, 'applications');
    expect((await call<Application>('GET', `Applications/${id}`)).statement).toBe('Typed without a network.');
  });

  it('merges changes of two windows and signs only what was shown', async () => {
    const applicant = await openApplicant('Runa', { expectedProblems: [/status of 409/] });
    const id = await fillApplication(applicant);
    const { page, name } = applicant;
    await visit(page, applicationPath(id));
    await expect(page).toShow(currentPath(page), 'Ready to sign and submit');
    const call = await createApiCaller(page, 'applications');
    const { version } = await call<Application>('GET', `Applications/${id}`);
    await call('PUT', `Applications/${id}`, { version, exercises: { swim_400: { score: 2, isConfirmed: false } } });
    await expand(page, 'Message to your instructor');
    await page.getByLabel('Your message').fill('From the other window.');
    await waitForSaved(page);
    const both = await call<Application>('GET', `Applications/${id}`);
    expect(both.statement).toBe('From the other window.');
    expect(both.exercises['swim_400']?.score).toBe(2);
    await page.getByRole('radio', { name: 'Type' }).check();
    await page.getByLabel('Your full name').fill(name);
    await page.getByLabel('My answers are true and complete').check();
    await pressButton(page, 'Sign and submit');
    await page.getByText(/application was changed in another window/).waitFor();
    await pressButton(page, 'Sign and submit');
    await expect(page).toShow(currentPath(page), `Submitted to ${instructor.name} (today)`);
  });

  it('sees the return reasons at their fields', async () => {
    const applicant = await openApplicant('Liv');
    const id = await fillApplication(applicant);
    await submitApplication(applicant, id);
    await take(instructor.email, id, 'open');
    await take(instructor.email, id, 'return', {
      reasons: [{ field: 'first_aid', reason: 'The card shows another year.' }],
      note: 'Nearly there!',
    });
    const { page } = applicant;
    await visit(page, applicationPath(id));
    await page.getByText(`Changes requested by ${instructor.name}`).waitFor();
    await page.getByText('Nearly there!').waitFor();
    await section(page, 'First aid and CPR').getByText('The card shows another year.').waitFor();
    await page.locator('[data-part=notices]').getByRole('link', { name: 'First aid and CPR' }).click();
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('field-first_aid');
    await checkAppearance(page);
  });

  it('pays after approval, sees the issued card and can reapply after a rejection', async () => {
    const applicant = await openApplicant('Tuva');
    const id = await fillApplication(applicant);
    const { page } = applicant;
    const setState = (state: string, licenseId: number | null = null) =>
      runSql(
        `update application set state = $2, license_id = $3, fee_minor = 18200, currency = 'USD', state_at = now()
         where id = $1`,
        [id, state, licenseId],
      );
    await setState('PaymentDue');
    await runSql(
      `insert into application_step (affiliate_id, application_id, id, action, from_state, to_state, by_role, at)
       values ($1, $2, gen_random_uuid(), 'approve', 'SubmittedToAssociation', 'PaymentDue', 'staff', now())`,
      [applicant.affiliateId, id],
    );
    await visit(page, applicationPath(id));
    await expect(page).toShow(currentPath(page), 'Pay the fee to get your card');
    await page.getByText('$182.00').waitFor();
    await checkAppearance(page);
    await pressButton(page, 'Pay fee');
    await page.waitForURL((url) => !url.pathname.startsWith('/applications/'));
    await setState('Completed', applicant.rescue);
    await visit(page, applicationPath(id));
    await expect(page).toShow(currentPath(page), 'Congratulations, Divemaster!');
    expect(await page.getByRole('link', { name: 'View card' }).getAttribute('href')).toBe(
      `/certifications/ecard/${applicant.rescue}`,
    );
    await setState('Rejected');
    await page.reload();
    await expect(page).toShow(currentPath(page), 'Your application was declined');
    await pressButton(page, 'Start new application');
    await page.waitForURL((url) => url.pathname.startsWith('/applications/') && url.pathname !== applicationPath(id));
  });
});

describe('other applicants', () => {
  it('offers no application to a 17-year-old', async () => {
    const { page, email } = await openPageAsNewUser();
    const start = page.getByRole('button', { name: 'Start application' });
    await visit(page, listPath);
    await start.waitFor();
    const birthdate = `${new Date().getUTCFullYear() - 17}-01-01`;
    await runSql('update person set birthdate = $2 where email = $1', [email, birthdate]);
    await page.reload();
    await page.getByText('No forms yet').waitFor();
    await expect.poll(() => start.count()).toBe(0);
  });

  it('shows a divemaster the instructor development course beside the teaching exam', async () => {
    const { page, email } = await openPageAsNewUser();
    const [person] = await runSql<{ id: string }>(
      `update person set affiliate_type_id = ${affiliateType.divemaster}, member_status = 'Active',
         member_number = nextval('member_number_seq') where email = $1 returning affiliate_id::text as id`,
      [email],
    );
    await visit(page, listPath);
    const call = await createApiCaller(page, 'applications');
    const { id } = await call<{ id: number }>('POST', 'Applications', { typeId: 2 });
    await visit(page, applicationPath(id));
    const course = page.getByRole('link', { name: /Instructor Development/ });
    const openProofs = async () => {
      await page.getByRole('button', { name: /^Documents/ }).waitFor();
      const closed = page.getByRole('button', { name: /^Documents/, expanded: false });
      if ((await closed.count()) > 0) await closed.click();
    };
    await openProofs();
    await course.getByText('Not started').waitFor();
    await checkAppearance(page);
    await runSql(
      `insert into enrollment (affiliate_id, package_id, source, enrolled_at, lessons_done, lessons_total)
       values ($1, 'instructor-development', 'code', now(), 1, 10)`,
      [person?.id],
    );
    await page.reload();
    await openProofs();
    await course.getByText(/^\d+ of \d+ lessons$/).waitFor();
    expect(await course.getAttribute('href')).toBe('/training/course/instructor-development');
  });

  it('hides the application from other divers', async () => {
    const id = await fillApplication(await openApplicant('Saga'));
    const page = await openPage({ signedInAs: 'diver@demo.test', expectedProblems: [/status of 404/] });
    await visit(page, applicationPath(id));
    await expect(page).toShow(currentPath(page), 'Application not found');
  });
});
