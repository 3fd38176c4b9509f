import type { Page } from 'playwright';
import { describe, expect, it } from 'vitest';
import { visit } from '#platform/testing/browser.ts';
import { runSql } from '#test/support/e2e/database.ts';
import { checkAppearance } from '#test/support/e2e/check-appearance.ts';
import {
  createPath,
  field,
  place,
  press,
  expand,
  focused,
  errorMessage,
  state,
  isSaved,
  valueOf,
  chooseType,
  openForm,
  logsOf,
} from './log-dive-steps.ts';
import '#test/support/e2e/expect-page.ts';

const pick = (page: Page, name: string) => page.locator('fieldset label').getByText(name, { exact: true }).click();

describe('recreational dive', () => {
  it('keeps imperial nitrox values after switching to metric and back', async () => {
    const { page, email } = await openForm({ unit: 'Imperial' });
    await field(page, 'Title').fill('Wreck of the Halcyon');
    await page.getByLabel('Date').fill('2026-03-01');
    await chooseType(page, 'Boat');
    await place(page).fill('Kelder Bay, the new wall');
    await field(page, 'Max depth').fill('62');
    await field(page, 'Time in').pressSequentially('2350');
    await field(page, 'Time out').fill('12:33 am');
    await field(page, 'Bottom time').focus();
    expect([await valueOf(page, 'Time in'), await valueOf(page, 'Time out')]).toEqual(['23:50', '00:33']);
    expect(await valueOf(page, 'Bottom time')).toBe('43');
    await field(page, 'Bottom time').fill('50');
    await page.getByText('That’s longer than the 43 min from time in to time out.').waitFor();
    await press(page, '43 min from time in to time out. Use 43 min');
    await expand(page, 'Equipment');
    await pick(page, 'EANx32');
    expect([await valueOf(page, 'Oxygen'), await valueOf(page, 'Nitrogen')]).toEqual(['32', '68']);
    await page.getByText('Maximum operating depth (MOD): 111 ft').waitFor();
    await field(page, 'Weight').fill('14');
    await field(page, 'Start pressure').fill('3,000');
    await field(page, 'End pressure').fill('3100');
    await errorMessage(page, 'End pressure can’t be higher than start pressure').waitFor();
    await state(page).getByText('Saved on this device. Fix the highlighted fields').waitFor();
    expect(await logsOf(email)).toEqual([]);
    await field(page, 'End pressure').fill('700');
    await isSaved(page);
    expect(page.url()).toMatch(/\/recreational\/update\/\d+$/);
    expect(await focused(page)).toBe('log-ending_pressure');

    const settings = await page.context().newPage();
    await visit(settings, '/settings');
    await settings.getByRole('radio', { name: 'Metric' }).check();
    await expect.poll(() => valueOf(page, 'Max depth')).toBe('18.9');
    expect([await valueOf(page, 'Start pressure'), await valueOf(page, 'Weight')]).toEqual(['207', '6.4']);
    await page.getByText('Maximum operating depth (MOD): 33.8 m').waitFor();
    await settings.getByRole('radio', { name: 'Imperial' }).check();
    await expect.poll(() => valueOf(page, 'Max depth')).toBe('62');
    expect([await valueOf(page, 'Start pressure'), await valueOf(page, 'Weight')]).toEqual(['3,000', '14']);
    await settings.close();

    await press(page, 'Log Dive');
    const [log] = await logsOf(email);
    await expect(page).toShow(`/logbook/log-dive/recreational/update/${log?.id}/confirmation`, 'Dive #1 logged');
    expect((await logsOf(email))[0]).toMatchObject({
      status: 'Logged',
      typed: expect.arrayContaining([
        { field: 'max_depth', value: 62, unit: 'ft' },
        { field: 'starting_pressure', value: 3000, unit: 'psi' },
      ]),
    });
    await visit(page, `/logbook/log-dive/recreational/update/${log?.id}`);
    await expect.poll(() => valueOf(page, 'Max depth')).toBe('62');
    await field(page, 'Title').fill('Wreck of the Halcyon, by night');
    await state(page).getByText('Saved on this device. Save changes to update your logbook.').waitFor();
    await press(page, 'Save changes');
    await page.waitForURL(`**/logbook/dive/${log?.id}`);
    expect((await logsOf(email))[0]?.dive_title).toBe('Wreck of the Halcyon, by night');

    await visit(page, createPath);
    await field(page, 'Title').fill('The next one');
    await press(page, 'Copy last dive');
    await expect.poll(() => place(page).inputValue()).toBe('Kelder Bay, the new wall');
    expect([await valueOf(page, 'Title'), await valueOf(page, 'Max depth')]).toEqual(['The next one', '']);
  });

  it('keeps the draft when publishing fails', async () => {
    const { page, email } = await openForm({ expectedProblems: [/status of 503|503 http/] });
    await field(page, 'Title').fill('A short one');
    await page.getByLabel('Date').fill('2026-03-01');
    await chooseType(page, 'Shore');
    await place(page).fill('Kelder Bay');
    await field(page, 'Max depth').fill('8');
    await field(page, 'Bottom time').fill('30');
    await page.route('**/api/graphql', async (route) =>
      route.request().postData()?.includes('submitLog')
        ? route.fulfill({ status: 503, json: failed })
        : route.continue(),
    );
    await press(page, 'Log Dive');
    const dialog = page.getByRole('alertdialog', { name: 'Uh Oh!' });
    await dialog.getByText('An error occurred, and we were unable to publish this dive log.').waitFor();
    expect(await logsOf(email)).toMatchObject([{ status: 'Draft', dive_title: 'A short one' }]);
    await page.unroute('**/api/graphql');
    await dialog.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('heading', { name: 'Dive #1 logged' }).waitFor();
  });

  it('lists missing fields and moves focus to them', async () => {
    const { page } = await openForm();
    await expect(page).toShow(createPath, 'Log a dive');
    await press(page, 'Log Dive');
    await page.getByText('Required fields missing in:').waitFor();
    await expect.poll(() => focused(page)).toBe('log-dive_title');
    for (const text of ['Enter a title', 'Select a dive type', 'Enter a location'])
      expect(await errorMessage(page, text).count(), text).toBe(1);
    for (const text of ['Enter a max depth', 'Enter a bottom time'])
      expect(await errorMessage(page, text).count(), text).toBe(1);
    for (const name of ['Conditions', 'Equipment', 'Experience']) await expand(page, name);
    await checkAppearance(page);
    await page.getByRole('link', { name: 'Depth/Time' }).click();
    await expect.poll(() => focused(page)).toBe('log-max_depth');
    await page.keyboard.type('12,5');
    await errorMessage(page, 'Enter a max depth').waitFor({ state: 'detached' });
    await expand(page, 'General');
    await page.getByRole('link', { name: 'General' }).click();
    await expect.poll(() => focused(page)).toBe('log-dive_title');
  });
});

const failed = { errors: [{ code: 'server.failed', message: 'it broke' }], correlationId: 'test-0005' };

describe('unsaved input', () => {
  it('creates one dive despite a lost network, a killed tab and a lost response', async () => {
    const { page, email } = await openForm({ losesNetwork: true });
    const context = page.context();
    await context.setOffline(true);
    await field(page, 'Title').fill('Typed without a network');
    await field(page, 'Max depth').fill('1');
    await state(page).getByText('We’ll sync it when you’re back online').waitFor();
    await page.close();
    await context.setOffline(false);

    const next = await context.newPage();
    let lost = 0;
    await next.route('**/api/graphql', async (route) => {
      if (lost > 0 || !route.request().postData()?.includes('createRecreationalLog')) return route.continue();
      lost += 1;
      await route.fetch();
      await route.abort();
    });
    await visit(next, createPath);
    await expect.poll(() => valueOf(next, 'Title')).toBe('Typed without a network');
    await next.getByText('We restored your unsaved changes.').waitFor();
    await field(next, 'Max depth').fill('18');
    await isSaved(next);
    expect(lost).toBe(1);
    await expect
      .poll(() => logsOf(email))
      .toMatchObject([
        { dive_title: 'Typed without a network', typed: [{ field: 'max_depth', value: 18, unit: 'm' }] },
      ]);

    await field(next, 'Title').fill('And once more');
    await next.close();
    const last = await context.newPage();
    const [log] = await logsOf(email);
    await visit(last, `/logbook/log-dive/recreational/update/${log?.id}`);
    await expect.poll(() => valueOf(last, 'Title')).toBe('And once more');
    await isSaved(last);
    expect(await logsOf(email)).toMatchObject([{ dive_title: 'And once more' }]);
  });

  it('survives an expired session', async () => {
    const { page, email } = await openForm({ expectedProblems: [/status of 401/] });
    await runSql(
      "update session set expires_at = now() - interval '1 minute' where affiliate_id = (select affiliate_id from person where email = $1)",
      [email],
    );
    // The token expires with the session.
    let rejected = 0;
    await page.route('**/api/graphql', (route) => {
      if (rejected > 0 || !route.request().postData()?.includes('createRecreationalLog')) return route.continue();
      rejected += 1;
      return route.fulfill({ status: 401, json: { errors: [{ code: 'session.invalid', message: 'it ended' }] } });
    });
    await field(page, 'Title').fill('Typed for too long');
    await page.waitForRequest('**/auth/start*');
    await page.getByText('We restored your unsaved changes.').waitFor();
    await expect.poll(() => valueOf(page, 'Title')).toBe('Typed for too long');
    await isSaved(page);
    expect(await logsOf(email)).toMatchObject([{ dive_title: 'Typed for too long' }]);
  });

  it('never overwrites changes from another tab', async () => {
    const { page: one, email } = await openForm({ expectedProblems: [/status of 409/] });
    await field(one, 'Title').fill('The first words');
    await isSaved(one);
    const other = await one.context().newPage();
    await visit(other, one.url());
    await expect.poll(() => valueOf(other, 'Title')).toBe('The first words');
    const gate = Promise.withResolvers<void>();
    await other.route('**/api/graphql', async (route) => {
      if (route.request().postData()?.includes('updateRecreationalLog')) await gate.promise;
      await route.continue();
    });
    await field(other, 'Title').fill('Typed in the other');
    await state(other).getByText('Saving…').waitFor();
    await field(one, 'Title').fill('Typed in the one');
    await isSaved(one);
    gate.resolve();
    await other.getByText('This dive was changed on another device').waitFor();
    const row = other.getByRole('row', { name: /^Title/ });
    expect(await row.getByRole('cell').allInnerTexts()).toEqual(['Typed in the other', 'Typed in the one']);
    await press(other, 'Keep mine');
    await isSaved(other);
    expect(await logsOf(email)).toMatchObject([{ dive_title: 'Typed in the other' }]);
    await expect.poll(() => valueOf(one, 'Title')).toBe('Typed in the other');
  });
});

describe('training dive', () => {
  it('shows imperial limits and lengths as taught in feet', async () => {
    const { page } = await openForm({ unit: 'Imperial' });
    await visit(page, '/logbook/log-dive/select-course');
    await page.getByText('4 dives, up to 60 ft').waitFor();
    await page.getByRole('link', { name: /^Open Water dive 2/ }).click();
    await field(page, 'Max depth').fill('41');
    await page.getByText('The limit for this dive is 40 ft.').waitFor();
    await field(page, 'Max depth').fill('40');
    await page.getByText('The limit for this dive is').waitFor({ state: 'detached' });
    await page.getByText('Ascent no faster than 60 ft per minute').waitFor();
    expect(await page.getByText('Controlled emergency swimming ascent (CESA) from 20–30 ft').isVisible()).toBe(true);
  });

  it('reads from right to left in Arabic', async () => {
    const { page } = await openForm({ language: 'ar-SA' });
    await expect.poll(() => page.locator('html').getAttribute('dir')).toBe('rtl');
    await page.locator('[data-part=task-aside] button').first().click();
    await page.locator('[data-part=missing]').waitFor();
    await checkAppearance(page);
  });
});
