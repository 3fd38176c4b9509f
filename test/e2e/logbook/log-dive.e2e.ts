import type { Page } from 'playwright';
import { describe, expect, it } from 'vitest';
import { openPage, visit } from '#platform/testing/browser.ts';
import { runSql } from '#test/support/e2e/database.ts';
import { startDelayedJobs } from '#test/support/e2e/delayed-jobs.ts';
import { enterDeviationReason, createPhoto } from '#test/support/e2e/logbook-dives.ts';
import { openPageAsNewUser } from '#test/support/e2e/new-users.ts';
import { field, place, press, expand, errorMessage, isSaved, chooseType, logsOf } from './log-dive-steps.ts';
import '#test/support/e2e/expect-page.ts';

/** The dives of a day without demo dives. */
const classOf = (page: Page) => page.locator('[data-part=class]').filter({ hasText: 'Mar 2, 2026' });

async function openPendingDive(page: Page): Promise<void> {
  await visit(page, '/logbook/verification');
  await classOf(page).getByRole('link', { name: 'Nora Fjord' }).click();
  await page.getByRole('heading', { name: 'Nora Fjord' }).waitFor();
}

describe('log a dive on a phone', () => {
  it('offers the next dive of an open course with its instructor, and starts from now', async () => {
    const page = await openPage({ signedInAs: 'student@demo.test', width: 390, height: 844, hasTouch: true });
    await visit(page, '/training/dashboard');
    const [enrolled] = await runSql<{ number: string }>(
      `select member_number::text as number from enrollment where affiliate_id = 400002 and package_id = 'open-water'`,
    );
    await page.getByRole('link', { name: 'Log a dive' }).tap();
    const next = page.getByRole('menuitem', { name: /^Training dive \d/ });
    await next.waitFor();
    await page.getByRole('menuitem', { name: 'Recreational dive' }).waitFor();
    await next.tap();
    await page.locator('#log-dive_title').waitFor();
    expect(await page.getByLabel('Instructor number').inputValue()).toBe(enrolled?.number);
    expect(await page.getByLabel('Date').inputValue()).toMatch(/^\d{4}-\d{2}-\d{2}$/);
    expect(await field(page, 'Time out').inputValue()).toMatch(/^\d{2}:\d{2}$/);
    await field(page, 'Bottom time').fill('42');
    expect(await field(page, 'Time in').inputValue()).toMatch(/^\d{2}:\d{2}$/);
    await page.getByLabel('Date').fill('2026-03-01');
    expect(await field(page, 'Time out').inputValue()).toBe('');
    expect(await field(page, 'Time in').inputValue()).toBe('');
  });

  it('warns about unusual values without blocking, and drops messages of filled fields', async () => {
    const { page } = await openPageAsNewUser({ width: 390, height: 844 });
    await visit(page, '/logbook/log-dive/recreational/create');
    await field(page, 'Max depth').fill('400');
    await errorMessage(page, 'That’s deeper than 40 m').waitFor();
    await field(page, 'Time out').fill('');
    await press(page, 'Log Dive');
    await errorMessage(page, 'Enter a bottom time').waitFor();
    await field(page, 'Time out').fill('10:45');
    await field(page, 'Time in').fill('10:00');
    await errorMessage(page, 'Enter a bottom time').waitFor({ state: 'detached' });
    expect(await field(page, 'Bottom time').inputValue()).toBe('45');
  });
});

describe('training dive', () => {
  const notice = (page: Page) => page.locator('main [data-part=callout]');
  const phone = { width: 390, height: 844 };

  it('is logged on a phone, submitted, withdrawn, corrected after a return and locked once verified', async () => {
    // A first attempt may have left its dive in the instructor's list.
    await runSql("update dive_log set deleted_at = now() where dive_date = '2026-03-02' and status = 'Pending'");
    const { page, email } = await openPageAsNewUser({ ...phone, hasTouch: true });
    await visit(page, '/logbook/log-dive/select-course');
    await expect(page).toShow('/logbook/log-dive/select-course', 'Which training dive did you do?');
    await page.getByRole('link', { name: /^Open Water dive 2/ }).tap();
    await expect(page).toShow(
      '/logbook/log-dive/training/create/open_water/2/Open%20Water%20dive%202',
      'Open Water dive 2',
    );
    await page.getByLabel('Date').fill('2026-03-02');
    await place(page).tap();
    await place(page).fill('GULLY');
    await page.getByRole('option', { name: 'Harbour Gully, St Abbs' }).waitFor();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await expect.poll(() => place(page).inputValue()).toBe('Harbour Gully, St Abbs');
    await chooseType(page, 'Shore');
    await field(page, 'Instructor number').fill('999999');
    await errorMessage(page, 'Invalid Instructor Number').waitFor();
    await field(page, 'Instructor number').fill('100001');
    await page.getByText('Tomás Reyes').waitFor();
    await field(page, 'Max depth').fill('14');
    await page.getByText('The limit for this dive is 12 m.').waitFor();
    await field(page, 'Max depth').fill('11.5');
    await field(page, 'Bottom time').fill('32');
    await press(page, 'Submit for Verification');
    await errorMessage(page, 'Select at least 1 skill').waitFor();
    await page.getByText('Fully flooded mask clear').tap();
    await page.getByText('Neutral buoyancy').tap();
    await expand(page, 'Experience');
    const files = [await createPhoto('#08f', 'wall.jpg'), await createPhoto('#0a7', 'kelp.jpg')];
    await page.locator('[data-part=photos] input[multiple]').setInputFiles(files);
    await page.getByText('2 of 20').waitFor();
    await press(page, 'Submit for Verification');
    await page.getByRole('heading', { name: 'Submitted to Tomás Reyes' }).waitFor();
    const [log] = await logsOf(email);
    const address = `/logbook/log-dive/training/update/${log?.id}`;
    await expect(page).toShow(`${address}/confirmation`, 'Submitted to Tomás Reyes');
    expect(log).toMatchObject({ status: 'Pending', dive_title: 'Open Water dive 2' });

    await visit(page, address);
    await notice(page).getByText('Tomás Reyes hasn’t verified this dive yet.').waitFor();
    expect(await field(page, 'Title').isEditable()).toBe(false);
    await press(page, 'Withdraw and edit');
    await expect.poll(() => field(page, 'Title').isEditable()).toBe(true);
    await field(page, 'Title').fill('Dive 2 at Kelder Bay');
    await isSaved(page);
    await press(page, 'Submit for Verification');
    await page.getByRole('heading', { name: 'Submitted to Tomás Reyes' }).waitFor();

    const instructor = await openPage({ signedInAs: 'instructor@demo.test' });
    await openPendingDive(instructor);
    const photos = instructor.getByRole('complementary', { name: 'Dive details' }).locator('img');
    await expect.poll(() => photos.count()).toBe(2);
    await press(instructor, 'Return');
    await instructor.getByLabel('What needs to change?').fill('We were in longer than that.');
    await instructor.getByRole('button', { name: /Select a field/ }).click();
    await instructor.getByRole('option', { name: 'Bottom time' }).click();
    await instructor.getByRole('textbox', { name: 'Bottom time' }).fill('It was 38 minutes.');
    await press(instructor, 'Return dive');
    await instructor.getByText('Returned to Nora Fjord').waitFor();
    await startDelayedJobs();
    await page.getByRole('button', { name: 'Notifications, 1 unread' }).waitFor();
    await visit(page, address);
    await notice(page).getByText('We were in longer than that.').waitFor();
    await errorMessage(page, 'Tomás Reyes: It was 38 minutes.').waitFor();
    await field(page, 'Bottom time').fill('38');
    await errorMessage(page, 'It was 38 minutes.').waitFor({ state: 'detached' });
    await press(page, 'Resubmit');
    await page.getByRole('heading', { name: 'Submitted to Tomás Reyes' }).waitFor();
    expect(await logsOf(email)).toMatchObject([{ status: 'Pending', dive_title: 'Dive 2 at Kelder Bay' }]);

    await classOf(instructor).waitFor();
    await classOf(instructor).getByLabel('Select the whole class').check();
    await press(instructor, 'Verify 1 dive');
    await enterDeviationReason(instructor);
    await classOf(instructor).waitFor({ state: 'detached' });
    await visit(page, address);
    await notice(page).getByText('You can still edit your notes and photos.').waitFor();
    expect(await field(page, 'Title').isEditable()).toBe(false);
    await expand(page, 'Experience');
    await field(page, 'Notes').fill('A seal came by.');
    await press(page, 'Save changes');
    await page.getByText('Changes saved').waitFor();
    const [stored] = await runSql('select status, experience from dive_log where id = $1', [log?.id]);
    expect(stored).toMatchObject({ status: 'Verified', experience: { notes: 'A seal came by.' } });
  });
});
