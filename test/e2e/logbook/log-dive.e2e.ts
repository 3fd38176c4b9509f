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

describe('training dive', () => {
  const notice = (page: Page) => page.locator('main [data-part=callout]');
  const phone = { width: 390, height: 844 };

  it('is logged on a phone, submitted, withdrawn, corrected after a return and locked once verified', async () => {
    // A first attempt may have left its dive in the instructor's list.
    await runSql("update dive_log set deleted_at = now() where dive_date = '2026-03-02' and status = 'Pending'");
    const { page, email } = await openPageAsNewUser({ ...phone, hasTouch: true });
    await visit(page, '/logbook/log-dive/select-course');
    await expect(page).toShow('/logbook/log-dive/select-course', 'Which training dive?');
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
    await page.getByText('This dive is trained to 12 m.').waitFor();
    await field(page, 'Max depth').fill('11.5');
    await field(page, 'Bottom time').fill('32');
    await press(page, 'Submit for Verification');
    await errorMessage(page, 'Select at least 1 skill').waitFor();
    await page.getByText('Flooded mask cleared').tap();
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
    await notice(page).getByText('Tomás Reyes has it to verify.').waitFor();
    expect(await field(page, 'Title').isEditable()).toBe(false);
    await press(page, 'Withdraw to change it');
    await expect.poll(() => field(page, 'Title').isEditable()).toBe(true);
    await field(page, 'Title').fill('Dive 2 at Kelder Bay');
    await isSaved(page);
    await press(page, 'Submit for Verification');
    await page.getByRole('heading', { name: 'Submitted to Tomás Reyes' }).waitFor();

    const instructor = await openPage({ signedInAs: 'instructor@demo.test' });
    await openPendingDive(instructor);
    const photos = instructor.getByRole('complementary', { name: 'The dive' }).locator('img');
    await expect.poll(() => photos.count()).toBe(2);
    await press(instructor, 'Return');
    await instructor.getByLabel('What is wrong?').fill('We were in longer than that.');
    await instructor.getByRole('button', { name: /Choose a field/ }).click();
    await instructor.getByRole('option', { name: 'Bottom time' }).click();
    await instructor.getByRole('textbox', { name: 'Bottom time' }).fill('It was 38 minutes.');
    await press(instructor, 'Return the dive');
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
    await classOf(instructor).getByLabel('Choose the whole class').check();
    await press(instructor, 'Verify 1 dive');
    await enterDeviationReason(instructor);
    await classOf(instructor).waitFor({ state: 'detached' });
    await visit(page, address);
    await notice(page).getByText('Your notes and photos can still be changed.').waitFor();
    expect(await field(page, 'Title').isEditable()).toBe(false);
    await expand(page, 'Experience');
    await field(page, 'Notes').fill('A seal came by.');
    await press(page, 'Save changes');
    await page.getByText('Your changes are saved').waitFor();
    const [stored] = await runSql('select status, experience from dive_log where id = $1', [log?.id]);
    expect(stored).toMatchObject({ status: 'Verified', experience: { notes: 'A seal came by.' } });
  });
});
