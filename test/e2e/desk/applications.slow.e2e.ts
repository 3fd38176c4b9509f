import type { Page } from 'playwright';
import sharp from 'sharp';
import { afterAll, afterEach, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { openPage, type PageOptions, visit } from '#platform/testing/browser.ts';
import { createApiCaller } from '#test/support/e2e/api-calls.ts';
import { runSql } from '#test/support/e2e/database.ts';
import { clearDesk, createDeskApplicant } from '#test/support/e2e/desk-applicants.ts';
import { checkAppearance } from '#test/support/e2e/check-appearance.ts';
import { openPageAsNewUser } from '#test/support/e2e/new-users.ts';
import '#test/support/e2e/expect-page.ts';

const staff = 'staff@demo.test';
const queue = '/desk/applications';

const findState = async (id: number) =>
  (await runSql<{ state: string }>('select state from application where id = $1', [id]))[0]?.state;

const readDetailName = (page: Page) => page.getByRole('heading', { level: 2 }).first().textContent();
const row = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name });

/** Resolves once the application's details are shown and can be decided. */
async function waitForDetail(page: Page, name: string): Promise<void> {
  await expect.poll(() => readDetailName(page)).toBe(name);
  await expect.poll(() => page.getByRole('button', { name: 'Approve' }).getAttribute('aria-disabled')).toBeNull();
}

/** Opens the queue filtered by a name, which hides the applications of other tests. */
async function openDesk(search: string, options: PageOptions = {}): Promise<Page> {
  const page = await openPage({ signedInAs: staff, ...options });
  await visit(page, `${queue}?search=${search}`);
  await page.getByRole('heading', { level: 1, name: 'Applications' }).waitFor();
  return page;
}

const clearedToday = async (page: Page) => Number(await page.getByText('reviewed today').locator('b').textContent());

afterEach(async () => {
  await runSql("update person set language = 'en-US' where email = $1", [staff]);
  await clearDesk();
});

describe('clerk', () => {
  it('navigates by keyboard, writes a note and searches; typing never decides', async () => {
    const first = await createDeskApplicant({ given: 'Camille', family: 'Reed', days: 4 });
    await createDeskApplicant({ given: 'Piotr', family: 'Reed', days: 3 });
    const page = await openDesk('reed');
    await waitForDetail(page, 'Camille Reed');
    await page.keyboard.press('j');
    await waitForDetail(page, 'Piotr Reed');
    await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('role'))).toBe('row');
    await page.keyboard.press('ArrowUp');
    await waitForDetail(page, 'Camille Reed');
    await page.keyboard.press('n');
    await page.keyboard.type('A razor-sharp applicant');
    await page.keyboard.press('Enter');
    await page.getByText('A razor-sharp applicant').waitFor();
    await page.keyboard.press('Escape');
    await page.keyboard.press('?');
    await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor();
    await page.keyboard.press('a');
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.keyboard.press('/');
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.type('xz no such name');
    await page.getByText(/^No results for/).waitFor();
    expect(await findState(first.id)).toBe('SubmittedToAssociation');
  });

  it('moves to the first result on Enter, and closes an application that a search does not find', async () => {
    await createDeskApplicant({ given: 'Oona', family: 'Heron', days: 5 });
    await createDeskApplicant({ given: 'Tariq', family: 'Bittern', days: 4 });
    const page = await openDesk('bittern');
    await waitForDetail(page, 'Tariq Bittern');
    const search = async (text: string) => {
      await page.keyboard.press('/');
      await page.keyboard.press('ControlOrMeta+a');
      await page.keyboard.type(text);
    };
    await search('heron');
    await page.keyboard.press('Enter');
    await waitForDetail(page, 'Oona Heron');
    const focused = page.locator('[role=row]:focus');
    await expect.poll(() => focused.textContent()).toContain('Oona Heron');

    await search('bittern');
    await row(page, 'Tariq Bittern').waitFor();
    await page.getByRole('heading', { level: 2, name: 'Oona Heron' }).waitFor({ state: 'detached' });
    expect(await page.getByText(/no longer in this queue/).count()).toBe(0);
  });

  it('decides once when a key is held down', async () => {
    const [first, second] = [
      await createDeskApplicant({ given: 'Linh', family: 'Zander', days: 5 }),
      await createDeskApplicant({ given: 'Anna', family: 'Zander', days: 4 }),
    ];
    const page = await openDesk('zander');
    await waitForDetail(page, 'Linh Zander');
    await page.keyboard.down('a');
    await waitForDetail(page, 'Anna Zander');
    for (let count = 0; count < 5; count++) await page.keyboard.down('a');
    await page.keyboard.up('a');
    await expect.poll(() => findState(first.id)).toBe('PaymentDue');
    expect(await findState(second.id)).toBe('SubmittedToAssociation');
  });

  it('reports an application that someone else decided first and refreshes the list', async () => {
    const { id } = await createDeskApplicant({ given: 'Inês', family: 'Tern', days: 5 });
    await createDeskApplicant({ given: 'Lena', family: 'Tern', days: 4 });
    const page = await openDesk('tern', { expectedProblems: [/status of 409/] });
    await waitForDetail(page, 'Inês Tern');
    await runSql("update application set state = 'Returned', version = version + 1 where id = $1", [id]);
    await page.keyboard.press('a');
    await page.getByText(/application’s status has changed/).waitFor();
    await waitForDetail(page, 'Lena Tern');
    // The refreshed list no longer contains it.
    await expect.poll(() => row(page, 'Inês Tern').count()).toBe(0);
  });

  it('shows attachments enlarged with the checks beside them', async () => {
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
    await waitForDetail(page, 'Nora Fjord');
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

  it('sends the payment link again and finds returned applications', async () => {
    const { id } = await createDeskApplicant({ given: 'Nils', family: 'Vane', days: 3, state: 'PaymentDue' });
    await createDeskApplicant({ given: 'Ayşe', family: 'Vane', days: 2, state: 'Returned' });
    await runSql(
      "update person set email = 'nils@vane.test' where affiliate_id = (select affiliate_id from application where id = $1)",
      [id],
    );
    const page = await openPage({ signedInAs: staff });
    await visit(page, `${queue}/payment?search=vane`);
    await expect(page).toShow(`${queue}/payment?search=vane`, 'Payments due');
    await page.getByRole('button', { name: 'Resend payment link' }).click();
    await page.getByText('Payment link sent to Nils Vane.').waitFor();
    await page.getByRole('link', { name: /^Returned/ }).click();
    await expect(page).toShow(`${queue}/returned`, 'Returned');
    await row(page, 'Ayşe Vane').waitFor();
    await page.getByRole('link', { name: 'Done' }).click();
    await expect(page).toShow(`${queue}/done`, 'Done');
  });

  it('approves, returns and declines several by keyboard and undoes the last', async () => {
    const [approved, returned, declined, last] = [
      await createDeskApplicant({ given: 'Adaeze', family: 'Quill', days: 9 }),
      await createDeskApplicant({ given: 'Ingrid', family: 'Quill', days: 8, medicalMonths: 13 }),
      await createDeskApplicant({ given: 'Haruki', family: 'Quill', days: 6 }),
      await createDeskApplicant({ given: 'Mei', family: 'Quill', days: 1 }),
    ];
    const page = await openDesk('quill');
    await waitForDetail(page, 'Adaeze Quill');
    const before = await clearedToday(page);
    await row(page, 'Adaeze Quill').getByText('9 days').waitFor();
    await row(page, 'Ingrid Quill').getByText('Medical: 13 months old').waitFor();
    await row(page, 'Ingrid Quill').getByText('7 of 8 requirements met').waitFor();
    await page.getByText('Calm with students and early to see trouble. Ready.').waitFor();

    await page.keyboard.press('a');
    await waitForDetail(page, 'Ingrid Quill');
    await page.getByText('Adaeze Quill’s application was approved.').waitFor();
    expect(await row(page, 'Adaeze Quill').count()).toBe(0);

    await page.keyboard.press('a');
    await page.getByRole('alert').getByText('You can’t approve this application yet').waitFor();
    await page.keyboard.press('r');
    const reason = page.getByRole('dialog', { name: 'What does Ingrid Quill need to change?' }).getByLabel('Reason');
    await expect.poll(() => reason.inputValue()).toMatch(/is more than 12 months ago\.$/);
    await page.keyboard.press('Enter');
    await waitForDetail(page, 'Haruki Quill');

    await page.keyboard.press('x');
    await page.getByRole('dialog', { name: 'Decline Haruki Quill’s application?' }).waitFor();
    await page.keyboard.type('The dives are those of another diver, at the lake.');
    await page.keyboard.press('Control+Enter');
    await waitForDetail(page, 'Mei Quill');

    await page.keyboard.press('a');
    await page.getByText('No results for').waitFor();
    await page.keyboard.press('z');
    await waitForDetail(page, 'Mei Quill');
    await page.getByText('Mei Quill is back in the queue.').waitFor();

    expect(await Promise.all([approved, returned, declined, last].map(({ id }) => findState(id)))).toEqual([
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
});

describe('application opened by URL', () => {
  /** Navigates like a notification link that staff press while at the desk. */
  async function followNotification(page: Page, name: string, url: string): Promise<void> {
    await runSql(
      `insert into notification (affiliate_id, name, url, message, kind, locale)
       values (400008, $1, $2, 'Look at this one', 'applications.at_desk', 'en-US')`,
      [name, url],
    );
    // Deleted after the test, because the page marks the notification as read after the click.
    onTestFinished(async () => void (await runSql('delete from notification where name = $1', [name])));
    await page.reload();
    await page.getByRole('button', { name: /^Notifications/ }).click();
    const drawer = page.getByRole('dialog', { name: 'Notifications' });
    await drawer.getByRole('link', { name }).click();
    await drawer.waitFor({ state: 'detached' });
  }

  it('opens when another application is already open, and reports one that is not in the queue', async () => {
    await createDeskApplicant({ given: 'Olga', family: 'Thorn', days: 9 });
    const { id } = await createDeskApplicant({ given: 'Emre', family: 'Thorn', days: 2 });
    const page = await openDesk('thorn');
    await waitForDetail(page, 'Olga Thorn');
    await followNotification(page, 'First link', `${queue}?search=thorn&open=${id}`);
    await waitForDetail(page, 'Emre Thorn');
    await page.keyboard.press('k');
    await waitForDetail(page, 'Olga Thorn');

    await runSql("update application set state = 'Rejected' where id = $1", [id]);
    await followNotification(page, 'Second link', `${queue}?search=thorn&open=${id}`);
    await page.getByRole('alert').getByText(`Application ${id} isn’t in this list.`).waitFor();
    expect(await page.getByRole('button', { name: 'Approve' }).count()).toBe(0);
    await checkAppearance(page);
    await page.setViewportSize({ width: 390, height: 844 });
    await page.getByRole('button', { name: 'Back to list' }).click();
    await row(page, 'Olga Thorn').click();
    await waitForDetail(page, 'Olga Thorn');
  });

  it('shows the whole application, logs the access once and links back to the queue', async () => {
    const { id } = await createDeskApplicant({ given: 'Salma', family: 'Reed', days: 4 });
    const page = await openPage({ signedInAs: staff, isLeftBehind: true });
    await page.clock.install();
    const readings: string[] = [];
    page.on('request', (request) => {
      if (request.url().includes(`/Applications/${id}?`)) readings.push(request.url());
    });
    await visit(page, `/applications/${id}`);
    await page.getByRole('heading', { level: 1, name: /^Submitted to the association on/ }).waitFor();
    await page.clock.fastForward('01:00');
    expect(readings).toHaveLength(1);
    await page.getByRole('link', { name: 'Back to list' }).click();
    await expect(page).toShow(queue, 'Applications');
  });
});

describe('queue', () => {
  beforeAll(async () => {
    await runSql("update person set language = 'en-US' where email = $1", [staff]);
  });

  afterAll(clearDesk);

  it('has no layout problems on a desktop and opens an application as a page on a phone', async () => {
    await createDeskApplicant({ given: 'Matteo', family: 'Wick', days: 8 });
    await createDeskApplicant({ given: 'Layan', family: 'Wick', days: 5, dives: 53 });
    const page = await openDesk('wick');
    await waitForDetail(page, 'Matteo Wick');
    await page.keyboard.press('r');
    await page.getByRole('dialog').waitFor();
    await checkAppearance(page);
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });

    await page.setViewportSize({ width: 390, height: 844 });
    await row(page, 'Layan Wick').click();
    await waitForDetail(page, 'Layan Wick');
    expect(await page.getByRole('table').isVisible()).toBe(false);
    await page.getByText('Application details').click();
    const filledIn = page.locator('[data-part=application-details]');
    await filledIn.getByText('Red Cross').waitFor();
    await filledIn.getByText('3 of 5, confirmed').waitFor();
    await filledIn.getByText('Tomás Reyes').waitFor();
    await checkAppearance(page);
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goBack();
    await row(page, 'Matteo Wick').waitFor();
    await page.getByRole('button', { name: 'Open desk menu' }).click();
    await page.getByRole('dialog').getByRole('link', { name: 'Feature flags' }).waitFor();
    await page.getByRole('dialog').getByRole('link', { name: 'Dashboard' }).click();
    await page.getByRole('navigation', { name: 'Shortcuts' }).waitFor();
  });

  it('shows a load error and reloads on Refresh', async () => {
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

  it('is for staff only', async () => {
    const page = await openPage({ signedInAs: 'instructor@demo.test' });
    await visit(page, queue);
    await expect(page).toShow('/training/unauthorized', 'You don’t have access to this page');
  });
});
