import type { Page } from 'playwright';
import sharp from 'sharp';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { openPage, visit, type PageOptions } from '#platform/testing/browser.ts';
import { createApiCaller } from '#test/support/e2e/api-calls.ts';
import { runSql } from '#test/support/e2e/database.ts';
import { clearDesk, createDeskApplicant } from '#test/support/e2e/desk-applicants.ts';
import '#test/support/e2e/expect-page.ts';
import { checkAppearance } from '#test/support/e2e/check-appearance.ts';
import { openPageAsNewUser } from '#test/support/e2e/new-users.ts';

const staff = 'staff@demo.test';
const queue = '/desk/applications';

const stateOf = async (id: number) =>
  (await runSql<{ state: string }>('select state from application where id = $1', [id]))[0]?.state;
const nameShown = (page: Page) => page.getByRole('heading', { level: 2 }).first().textContent();
const row = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name });

const clearedToday = async (page: Page) => Number(await page.getByText('Cleared today').locator('b').textContent());

/** The detail of that one stands, and can be decided on. */
async function isOpen(page: Page, name: string): Promise<void> {
  await expect.poll(() => nameShown(page)).toBe(name);
  await expect.poll(() => page.getByRole('button', { name: 'Approve' }).getAttribute('aria-disabled')).toBeNull();
}

/** Nothing that others have put at the desk. */
async function openDesk(search: string, options: PageOptions = {}): Promise<Page> {
  const page = await openPage({ signedInAs: staff, ...options });
  await visit(page, `${queue}?search=${search}`);
  await page.getByRole('heading', { level: 1, name: 'Applications' }).waitFor();
  return page;
}

afterEach(async () => {
  await runSql("update person set language = 'en-US' where email = $1", [staff]);
  await clearDesk();
});

describe('a clerk', () => {
  it('clears several in a row by keys: approves, returns, declines, and takes the last one back', async () => {
    const [approved, returned, declined, last] = [
      await createDeskApplicant({ given: 'Adaeze', family: 'Quill', days: 9 }),
      await createDeskApplicant({ given: 'Ingrid', family: 'Quill', days: 8, medicalMonths: 13 }),
      await createDeskApplicant({ given: 'Haruki', family: 'Quill', days: 6 }),
      await createDeskApplicant({ given: 'Mei', family: 'Quill', days: 1 }),
    ];
    const page = await openDesk('quill');
    await isOpen(page, 'Adaeze Quill');
    const before = await clearedToday(page);
    await row(page, 'Adaeze Quill').getByText('9 d').waitFor();
    await row(page, 'Ingrid Quill').getByText('Medical 13 months').waitFor();
    await row(page, 'Ingrid Quill').getByText('7 of 8 checks pass').waitFor();
    await page.getByText('Calm with students and early to see trouble. Ready.').waitFor();

    await page.keyboard.press('a');
    await isOpen(page, 'Ingrid Quill');
    await page.getByText('Adaeze Quill is approved.').waitFor();
    expect(await row(page, 'Adaeze Quill').count()).toBe(0);

    await page.keyboard.press('a');
    await page.getByRole('alert').getByText('This can’t be approved yet').waitFor();
    await page.keyboard.press('r');
    const reason = page.getByRole('dialog', { name: 'What should Ingrid Quill mend?' }).getByLabel('Reason');
    await expect.poll(() => reason.inputValue()).toMatch(/is more than 12 months ago\.$/);
    await page.keyboard.press('Enter');
    await isOpen(page, 'Haruki Quill');

    await page.keyboard.press('x');
    await page.getByRole('dialog', { name: 'Why is the application of Haruki Quill declined?' }).waitFor();
    await page.keyboard.type('The dives are those of another diver, at the lake.');
    await page.keyboard.press('Control+Enter');
    await isOpen(page, 'Mei Quill');

    await page.keyboard.press('a');
    await page.getByText('Nothing fits').waitFor();
    await page.keyboard.press('z');
    await isOpen(page, 'Mei Quill');
    await page.getByText('Mei Quill is back in the queue.').waitFor();

    expect(await Promise.all([approved, returned, declined, last].map(({ id }) => stateOf(id)))).toEqual([
      'PaymentDue',
      'Returned',
      'Rejected',
      'SubmittedToAssociation',
    ]);
    await expect.poll(() => clearedToday(page)).toBe(before + 3);
    const [step] = await runSql<{ reasons: unknown }>(
      "select reasons from application_step where application_id = $1 and action = 'send_back'",
      [returned.id],
    );
    expect(step?.reasons).toMatchObject([{ field: 'medical' }]);
  });

  it('moves by keys, writes a note, searches, and no letter decides while they type', async () => {
    const first = await createDeskApplicant({ given: 'Camille', family: 'Reed', days: 4 });
    await createDeskApplicant({ given: 'Piotr', family: 'Reed', days: 3 });
    const page = await openDesk('reed');
    await isOpen(page, 'Camille Reed');
    await page.keyboard.press('j');
    await isOpen(page, 'Piotr Reed');
    await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('role'))).toBe('row');
    await page.keyboard.press('ArrowUp');
    await isOpen(page, 'Camille Reed');
    await page.keyboard.press('n');
    await page.keyboard.type('A razor-sharp applicant');
    await page.keyboard.press('Enter');
    await page.getByText('A razor-sharp applicant').waitFor();
    await page.keyboard.press('Escape');
    await page.keyboard.press('?');
    await page.getByRole('dialog', { name: 'All keys' }).waitFor();
    await page.keyboard.press('a');
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.keyboard.press('/');
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.type('xz nobody is called that');
    await page.getByText(/^Nothing fits/).waitFor();
    expect(await stateOf(first.id)).toBe('SubmittedToAssociation');
  });

  it('holds a key down and decides once', async () => {
    const [first, second] = [
      await createDeskApplicant({ given: 'Linh', family: 'Zander', days: 5 }),
      await createDeskApplicant({ given: 'Anna', family: 'Zander', days: 4 }),
    ];
    const page = await openDesk('zander');
    await isOpen(page, 'Linh Zander');
    await page.keyboard.down('a');
    await isOpen(page, 'Anna Zander');
    for (let count = 0; count < 5; count++) await page.keyboard.down('a');
    await page.keyboard.up('a');
    await expect.poll(() => stateOf(first.id)).toBe('PaymentDue');
    expect(await stateOf(second.id)).toBe('SubmittedToAssociation');
  });

  it('gets one back with the reason when somebody else was faster', async () => {
    const { id } = await createDeskApplicant({ given: 'Inês', family: 'Tern', days: 5 });
    await createDeskApplicant({ given: 'Lena', family: 'Tern', days: 4 });
    const page = await openDesk('tern', { expectedProblems: [/status of 409/] });
    await isOpen(page, 'Inês Tern');
    await runSql("update application set state = 'Returned', version = version + 1 where id = $1", [id]);
    await page.keyboard.press('a');
    await page.getByText(/^Inês Tern is back in the queue\. /).waitFor();
    await isOpen(page, 'Lena Tern');
    // What the list says now: it is not there any more.
    await expect.poll(() => row(page, 'Inês Tern').count()).toBe(0);
  });

  it('looks at the copies one by one, large, with the checks beside them', async () => {
    const { page: applicant } = await openPageAsNewUser();
    const call = await createApiCaller(applicant, 'applications');
    const { id } = await call<{ id: number }>('POST', 'Applications', { typeId: 1 });
    const picture = await sharp({ create: { width: 1200, height: 800, channels: 3, background: '#186' } })
      .jpeg()
      .toBuffer();
    for (const name of ['First aid card', 'Course book'])
      await call('POST', `Applications/${id}/proofs`, undefined, {
        key: crypto.randomUUID(),
        kind: 'first_aid',
        name,
        file: { name: 'copy.jpg', mimeType: 'image/jpeg', buffer: picture },
      });
    await runSql(
      `update application set state = 'SubmittedToAssociation', instructor_id = 400005, search_text = 'umber', state_at = now()
       where id = $1`,
      [id],
    );
    const page = await openDesk('umber');
    await isOpen(page, 'Nora Fjord');
    await page.keyboard.press('p');
    await page.getByRole('img', { name: 'First aid card' }).waitFor();
    await page.keyboard.press('ArrowRight');
    await page.getByRole('img', { name: 'Course book' }).waitFor();
    await page.getByText('2 of 2').waitFor();
    await checkAppearance(page);
    await page.keyboard.press('Escape');
    await page.getByRole('img', { name: 'Course book' }).waitFor({ state: 'detached' });
    await page.getByRole('button', { name: /^Course book/ }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('img', { name: 'Course book' }).waitFor();
    await page.keyboard.press('Escape');
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toContain('Course book');
    await runSql('delete from application where id = $1', [id]);
  });

  it('has the link to pay mailed again, and finds what was returned', async () => {
    const { id } = await createDeskApplicant({ given: 'Nils', family: 'Vane', days: 3, state: 'PaymentDue' });
    await createDeskApplicant({ given: 'Ayşe', family: 'Vane', days: 2, state: 'Returned' });
    await runSql(
      "update person set email = 'nils@vane.test' where affiliate_id = (select affiliate_id from application where id = $1)",
      [id],
    );
    const page = await openPage({ signedInAs: staff });
    await visit(page, `${queue}/payment?search=vane`);
    await expect(page).toShow(`${queue}/payment?search=vane`, 'Payments due');
    await page.getByRole('button', { name: 'Mail the link again' }).click();
    await page.getByText('Nils Vane gets the mail again.').waitFor();
    await page.getByRole('link', { name: /^Returned/ }).click();
    await expect(page).toShow(`${queue}/returned`, 'Returned');
    await row(page, 'Ayşe Vane').waitFor();
    await page.getByRole('link', { name: 'Done' }).click();
    await expect(page).toShow(`${queue}/done`, 'Done');
  });
});

describe('one that is asked for', () => {
  /** As the notification leads there, which staff may press while they are at the desk. */
  async function follow(page: Page, url: string): Promise<void> {
    await runSql(
      `insert into notification (affiliate_id, name, url, message, kind, locale)
       values (400008, 'Asked for', $1, 'Look at this one', 'applications.at_desk', 'en-US')`,
      [url],
    );
    await page.reload();
    await page.getByRole('button', { name: /^Notifications/ }).click();
    await page.getByRole('dialog', { name: 'Notifications' }).getByRole('link', { name: 'Asked for' }).click();
    await runSql("delete from notification where name = 'Asked for'");
  }

  it('opens also where another one stands, and nobody stands in the place of one that is not there', async () => {
    await createDeskApplicant({ given: 'Olga', family: 'Thorn', days: 9 });
    const { id } = await createDeskApplicant({ given: 'Emre', family: 'Thorn', days: 2 });
    const page = await openDesk('thorn');
    await isOpen(page, 'Olga Thorn');
    await follow(page, `${queue}?search=thorn&open=${id}`);
    await isOpen(page, 'Emre Thorn');
    await page.keyboard.press('k');
    await isOpen(page, 'Olga Thorn');

    await runSql("update application set state = 'Rejected' where id = $1", [id]);
    await follow(page, `${queue}?search=thorn&open=${id}`);
    await page.getByRole('alert').getByText(`Application ${id} is not in this list.`).waitFor();
    expect(await page.getByRole('button', { name: 'Approve' }).count()).toBe(0);
    await checkAppearance(page);
    await page.setViewportSize({ width: 390, height: 844 });
    await page.getByRole('button', { name: 'All applications' }).click();
    await row(page, 'Olga Thorn').click();
    await isOpen(page, 'Olga Thorn');
  });

  it('is read as a whole, once however long it stands there, and leads back to the desk', async () => {
    const { id } = await createDeskApplicant({ given: 'Salma', family: 'Reed', days: 4 });
    const page = await openPage({ signedInAs: staff, isLeftBehind: true });
    await page.clock.install();
    const readings: string[] = [];
    page.on('request', (request) => {
      if (request.url().includes(`/Applications/${id}?`)) readings.push(request.url());
    });
    await visit(page, `/applications/${id}`);
    await page.getByRole('heading', { level: 1, name: /^At the association since/ }).waitFor();
    await page.clock.fastForward('01:00');
    expect(readings).toHaveLength(1);
    await page.getByRole('link', { name: 'Back to the list' }).click();
    await expect(page).toShow(queue, 'Applications');
  });
});

describe('the queue', () => {
  beforeAll(async () => {
    await runSql("update person set language = 'en-US' where email = $1", [staff]);
  });
  afterAll(clearDesk);

  it('looks right, wide and on a phone, where one opens as a page of its own', async () => {
    await createDeskApplicant({ given: 'Matteo', family: 'Wick', days: 8 });
    await createDeskApplicant({ given: 'Layan', family: 'Wick', days: 5, dives: 53 });
    const page = await openDesk('wick');
    await isOpen(page, 'Matteo Wick');
    await page.keyboard.press('r');
    await page.getByRole('dialog').waitFor();
    await checkAppearance(page);
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });

    await page.setViewportSize({ width: 390, height: 844 });
    await row(page, 'Layan Wick').click();
    await isOpen(page, 'Layan Wick');
    expect(await page.getByRole('table').isVisible()).toBe(false);
    await page.getByText('All that was filled in').click();
    const filledIn = page.locator('.filled-in');
    await filledIn.getByText('Red Cross').waitFor();
    await filledIn.getByText('3 of 5, confirmed').waitFor();
    await filledIn.getByText('Tomás Reyes').waitFor();
    await checkAppearance(page);
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goBack();
    await row(page, 'Matteo Wick').waitFor();
    await page.getByRole('button', { name: 'Desk, open the menu' }).click();
    await page.getByRole('dialog').getByRole('link', { name: 'Feature flags' }).waitFor();
    await page.getByRole('dialog').getByRole('link', { name: 'Back to the portal' }).click();
    await page.getByRole('navigation', { name: 'Shortcuts' }).waitFor();
  });

  it('is for staff alone', async () => {
    const page = await openPage({ signedInAs: 'instructor@demo.test' });
    await visit(page, queue);
    await expect(page).toShow('/training/unauthorized', 'You may not see this page');
  });

  it('that cannot be had says so, and Refresh brings it', async () => {
    const page = await openPage({ signedInAs: staff, expectedProblems: [/500/] });
    let isBroken = true;
    await page.route('**/api/applications/Applications/desk?*', (route) =>
      isBroken
        ? route.fulfill({ status: 500, json: { errors: [{ code: 'server.failed', message: '' }] } })
        : route.continue(),
    );
    await visit(page, queue);
    await page.getByText('Something went wrong').waitFor();
    isBroken = false;
    await page.getByRole('button', { name: 'Refresh' }).click();
    await expect.poll(() => page.getByText('Something went wrong').count()).toBe(0);
  });
});
