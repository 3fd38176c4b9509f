import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright';
import { describe, expect, it } from 'vitest';
import type { Application } from '#features/applications/shared/application.ts';
import { openPage, visit } from '#platform/testing/browser.ts';
import { recordAnnouncements } from '#test/support/e2e/announcements.ts';
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
import { drawSignature, waitForSaved, pressButton } from '#test/support/e2e/medical-questionnaire.ts';
import { checkAppearance } from '#test/support/e2e/check-appearance.ts';
import { openPageAsNewUser } from '#test/support/e2e/new-users.ts';

const list = '/training/forms-applications';
const pathOf = (id: number) => `/applications/${id}`;
const section = (page: Page, name: string) =>
  page.locator('.fsec').filter({ has: page.getByRole('heading', { name, level: 2 }) });
/** Where the page is by now. */
const at = (page: Page) => new URL(page.url()).pathname;
const stateOf = async (id: number) => {
  const [row] = await runSql<{ state: string }>('select state from application where id = $1', [id]);
  return row?.state;
};

/** Opens a section that is folded. */
async function unfold(page: Page, name: string): Promise<void> {
  const head = section(page, name).locator('.fsec-head');
  if ((await head.getAttribute('aria-expanded')) === 'false') await head.click();
}

/** As the instructor or the desk does it, where that is not the point. */
async function take(email: string, id: number, step: string, body: object = {}): Promise<void> {
  const call = await createApiCaller(await openPage({ signedInAs: email }), 'applications');
  const { version } = await call<Application>('GET', `Applications/${id}`);
  await call('POST', `Applications/${id}/${step}`, { key: randomUUID(), ...(step !== 'open' && { version }), ...body });
}

describe('an applicant', () => {
  it('begins from the list, sees what is met at once, and what is missing', async () => {
    const { page } = await openApplicant('Marit');
    await visit(page, list);
    await page.getByRole('button', { name: 'Begin' }).click();
    await page.waitForURL('**/applications/*');
    await expect(page).toShow(at(page), 'Three things before you can submit');
    // Where one card fits, nobody has to say which.
    await section(page, 'Certification cards').getByText('Advanced · Rescue').waitFor();
    await section(page, 'Dives').getByText('62 dives, 40 needed').waitFor();
    await page.locator('.task-aside').getByRole('link', { name: 'First aid and CPR' }).click();
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('field-first_aid');
    await visit(page, list);
    await page.getByText('3 things are missing').waitFor();
  });

  it('fills it in, and each thing is ticked once it is saved', async () => {
    const { page } = await openApplicant('Ingrid', { width: 390, height: 844 });
    await visit(page, list);
    await pressButton(page, 'Begin');
    await page.waitForURL('**/applications/*');
    await expect(page).toShow(at(page), 'Three things before you can submit');
    const firstAid = section(page, 'First aid and CPR');
    await firstAid.getByLabel('Date of the course').fill('2019-03-01');
    await firstAid
      .getByText(/more than 24 months ago/)
      .first()
      .waitFor();
    await firstAid.getByLabel('Date of the course').fill(new Date(Date.now() - 864e6).toISOString().slice(0, 10));
    await expect(page).toShow(at(page), 'Two things before you can submit');
    await firstAid.getByLabel('I took the course elsewhere').check();
    await expect(page).toShow(at(page), 'Three things before you can submit');
    const heard = await recordAnnouncements(page);
    await firstAid.locator('input[type=file]').setInputFiles(createPdfUpload('First aid card'));
    await firstAid.getByRole('button', { name: 'First aid card.pdf', exact: true }).waitFor();
    await expect.poll(heard).toMatch(/First aid card\.pdf (Sending|Checking the file)/);
    await expect.poll(heard).toContain('The copy has arrived.');
    await expect(page).toShow(at(page), 'Two things before you can submit');

    const medical = section(page, 'Medical');
    await medical.getByRole('button', { name: 'Upload a copy' }).click();
    await medical.getByText('Say first which day the physician signed it').waitFor();
    await medical.getByLabel('Day the physician signed').fill(new Date(Date.now() - 864e6).toISOString().slice(0, 10));
    await medical.locator('input[type=file]').setInputFiles(createPdfUpload('Clearance'));
    await expect(page).toShow(at(page), 'One thing before you can submit');

    const named = section(page, 'Instructor and dive center');
    await named.getByLabel('Instructor number').fill(String(instructor.memberNumber));
    await named.getByRole('button', { name: 'Find' }).first().click();
    await expect(page).toShow(at(page), 'Ready to sign and submit');
    await named.locator('.apply-named').getByText(instructor.name, { exact: true }).waitFor();

    await unfold(page, 'Water exercises');
    await section(page, 'Water exercises')
      .getByRole('group', { name: '400 m swim' })
      .getByRole('radio', { name: '4' })
      .check();
    await unfold(page, 'A word to your instructor');
    await page.getByLabel('Your message').fill('We trained at Kelder Bay.');
    await waitForSaved(page);
    await checkAppearance(page);
    await page.reload();
    await expect(page).toShow(at(page), 'Ready to sign and submit');
    await section(page, 'A word to your instructor').getByText('We trained at Kelder Bay.').first().waitFor();
    await section(page, 'Water exercises').getByText('4 points, 15 needed').waitFor();
  });

  it('says where they will teach, with a state and a postal code of that country', async () => {
    const { page } = await openApplicant('Solveig', { expectedProblems: [/status of 422/] });
    const call = await createApiCaller(page, 'applications');
    const { id } = await call<{ id: number }>('POST', 'Applications', { typeId: 1 });
    await visit(page, pathOf(id));
    await unfold(page, 'Teaching address');
    const address = section(page, 'Teaching address');
    await address.getByRole('combobox', { name: 'Country' }).fill('Germ');
    await page.getByRole('option', { name: 'Germany' }).click();
    await address.getByLabel('Address', { exact: true }).fill('Hafenstraße 4');
    await page.locator('.saved:visible').getByText('Kept on this device until it is complete').waitFor();
    await address.getByLabel('City').fill('Kiel');
    await address.getByLabel('Postal code').fill('12');
    await address.locator('.field.wrong').waitFor();
    await address.getByLabel('Postal code').fill('24103');
    await waitForSaved(page);
    await page.reload();
    await section(page, 'Teaching address').getByText('Kiel, Germany').waitFor();
    const kept = await call<Application>('GET', `Applications/${id}`);
    expect(kept.teachingAddress).toMatchObject({ addressLine1: 'Hafenstraße 4', postalCode: '24103' });

    await unfold(page, 'Teaching address');
    await address.getByLabel('Address', { exact: true }).fill('');
    await address.getByLabel('City').fill('');
    await address.getByLabel('Postal code').fill('');
    await address.getByRole('combobox', { name: 'Country' }).fill('');
    await page.keyboard.press('Tab');
    const addressKept = async () => (await call<Application>('GET', `Applications/${id}`)).teachingAddress;
    await expect.poll(addressKept).toBeNull();
  });

  it('loses nothing when the network and then the tab die', async () => {
    const applicant = await openApplicant('Astrid', { expectedProblems: [/Failed to load resource/] });
    const id = await fillApplication(applicant);
    const { page } = applicant;
    const context = page.context();
    await visit(page, pathOf(id));
    await unfold(page, 'A word to your instructor');
    await context.route('**/api/applications/**', (route) => route.abort());
    const failure = page.waitForEvent('console', (message) => message.text().includes('Failed to load resource'));
    await page.getByLabel('Your message').fill('Typed without a network.');
    await failure;
    await page.close();
    await context.unrouteAll();
    const next = await context.newPage();
    await visit(next, pathOf(id));
    await waitForSaved(next);
    const call = await createApiCaller(next, 'applications');
    expect((await call<Application>('GET', `Applications/${id}`)).statement).toBe('Typed without a network.');
  });

  it('keeps what two windows change, and signs only what was read', async () => {
    const applicant = await openApplicant('Runa', { expectedProblems: [/status of 409/] });
    const id = await fillApplication(applicant);
    const { page, name } = applicant;
    await visit(page, pathOf(id));
    await expect(page).toShow(at(page), 'Ready to sign and submit');
    const call = await createApiCaller(page, 'applications');
    const { version } = await call<Application>('GET', `Applications/${id}`);
    await call('PUT', `Applications/${id}`, { version, exercises: { swim_400: { score: 2, isConfirmed: false } } });
    await unfold(page, 'A word to your instructor');
    await page.getByLabel('Your message').fill('From the other window.');
    await waitForSaved(page);
    const both = await call<Application>('GET', `Applications/${id}`);
    expect(both.statement).toBe('From the other window.');
    expect(both.exercises['swim_400']?.score).toBe(2);
    await page.getByRole('radio', { name: 'Type' }).check();
    await page.getByLabel('Your full name').fill(name);
    await page.getByLabel('What I have filled in is true').check();
    await pressButton(page, 'Sign and submit');
    await page.getByText(/Something was changed in another window/).waitFor();
    await pressButton(page, 'Sign and submit');
    await expect(page).toShow(at(page), `With ${instructor.name} since today`);
  });

  it('is led to what is missing, signs, submits once, and can take it back until it is opened', async () => {
    const applicant = await openApplicant('Frida', { expectedProblems: [/status of 422/, /503/] });
    const id = await fillApplication(applicant);
    const { page, name } = applicant;
    await visit(page, pathOf(id));
    await expect(page).toShow(at(page), 'Ready to sign and submit');
    await pressButton(page, 'Sign and submit');
    await page.getByText('Sign here', { exact: true }).waitFor();
    await page.getByRole('radio', { name: 'Type' }).check();
    await page.getByLabel('Your full name').fill('Somebody Else');
    await page.getByLabel('What I have filled in is true').check();
    await pressButton(page, 'Sign and submit');
    await page.getByText(`Type the name as it stands above: ${name}`).waitFor();
    await page.getByRole('radio', { name: 'Draw' }).check();
    await drawSignature(page);
    let refusals = 0;
    await page.route('**/submit-to-member', (route) =>
      refusals++ === 0
        ? route.fetch().then(() => route.fulfill({ status: 503, json: { errors: [] } }))
        : route.continue(),
    );
    await pressButton(page, 'Sign and submit');
    await expect(page).toShow(at(page), `With ${instructor.name} since today`);
    const [steps] = await runSql<{ count: number }>(
      "select count(*)::int as count from application_step where application_id = $1 and action = 'submit'",
      [id],
    );
    expect(steps?.count).toBe(1);
    await checkAppearance(page);
    await pressButton(page, 'Take it back');
    await expect(page).toShow(at(page), 'Ready to sign and submit');
    expect(await stateOf(id)).toBe('Draft');
  });

  it('finds the reasons at their fields when it comes back', async () => {
    const applicant = await openApplicant('Liv');
    const id = await fillApplication(applicant);
    await submitApplication(applicant, id);
    await take(instructor.email, id, 'open');
    await take(instructor.email, id, 'return', {
      reasons: [{ field: 'first_aid', reason: 'The card shows another year.' }],
      note: 'Nearly there!',
    });
    const { page } = applicant;
    await visit(page, pathOf(id));
    await page.getByText(`${instructor.name} asks for changes`).waitFor();
    await page.getByText('Nearly there!').waitFor();
    await section(page, 'First aid and CPR').getByText('The card shows another year.').waitFor();
    await page.locator('.apply-notices').getByRole('link', { name: 'First aid and CPR' }).click();
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('field-first_aid');
    await checkAppearance(page);
  });

  it('pays when it is approved, sees the card when it is done, and begins anew when it was declined', async () => {
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
    await visit(page, pathOf(id));
    await expect(page).toShow(at(page), 'Pay the fee to get your card');
    await page.getByText('$182.00').waitFor();
    await checkAppearance(page);
    await pressButton(page, 'Pay now');
    await page.waitForURL((url) => !url.pathname.startsWith('/applications/'));
    await setState('Completed', applicant.rescue);
    await visit(page, pathOf(id));
    await expect(page).toShow(at(page), 'Congratulations: Divemaster');
    expect(await page.getByRole('link', { name: 'See your card' }).getAttribute('href')).toBe(
      `/certifications/ecard/${applicant.rescue}`,
    );
    await setState('Rejected');
    await page.reload();
    await expect(page).toShow(at(page), 'Not accepted this time');
    await pressButton(page, 'Begin a new application');
    await page.waitForURL((url) => url.pathname.startsWith('/applications/') && url.pathname !== pathOf(id));
  });
});

describe('others', () => {
  it('throws a draft away and takes that back', async () => {
    const applicant = await openApplicant('Embla', { width: 390, height: 844 });
    await fillApplication(applicant);
    const { page } = applicant;
    await visit(page, list);
    await page.getByRole('button', { name: 'Throw away the application: Divemaster' }).click();
    await page.getByRole('button', { name: 'Begin' }).waitFor();
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByRole('link', { name: 'Go on' }).click();
    await page.waitForURL('**/applications/*');
    await expect(page).toShow(at(page), 'Ready to sign and submit');
  });

  it('tells somebody of 17 kindly that they have to wait', async () => {
    const { page, email } = await openPageAsNewUser({ expectedProblems: [/status of 422/] });
    const birthdate = `${new Date().getFullYear() - 17}-01-02`;
    await runSql('update person set birthdate = $2 where email = $1', [email, birthdate]);
    await visit(page, list);
    await pressButton(page, 'Begin');
    await page.getByText(/You have to be 18 to apply/).waitFor();
    expect(at(page)).toBe(list);
  });

  it('shows a divemaster the instructor-development course beside the teaching exam', async () => {
    const { page, email } = await openPageAsNewUser();
    const [person] = await runSql<{ id: string }>(
      `update person set affiliate_type_id = 2, member_number = nextval('member_number_seq'), member_status = 'Active'
       where email = $1 returning affiliate_id::text as id`,
      [email],
    );
    await visit(page, list);
    const call = await createApiCaller(page, 'applications');
    const { id } = await call<{ id: number }>('POST', 'Applications', { typeId: 2 });
    await visit(page, pathOf(id));
    const course = page.getByRole('link', { name: /Instructor Development/ });
    const openProofs = async () => {
      await page.getByRole('button', { name: /^Proofs/ }).waitFor();
      const closed = page.getByRole('button', { name: /^Proofs/, expanded: false });
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

  it('shows nothing of it to another diver', async () => {
    const id = await fillApplication(await openApplicant('Saga'));
    const page = await openPage({ signedInAs: 'diver@demo.test', expectedProblems: [/status of 404/] });
    await visit(page, pathOf(id));
    await expect(page).toShow(at(page), 'This application is not here');
  });
});
