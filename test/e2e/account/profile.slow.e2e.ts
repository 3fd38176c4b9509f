import type { Page } from 'playwright';
import sharp from 'sharp';
import { afterEach, describe, expect, it } from 'vitest';
import { openPage, visit } from '#platform/testing/browser.ts';
import { runSql } from '#test/support/e2e/database.ts';
import { checkAppearance } from '#test/support/e2e/check-appearance.ts';
import { conflict, openProfile, field, country, press, choose, save, fillAddress } from './profile-steps.ts';
import '#test/support/e2e/expect-page.ts';

const focused = (page: Page) => page.evaluate(() => document.activeElement?.id);

const unprocessable = /status of 422/;
const state = (page: Page) => page.getByRole('combobox', { name: 'State or province' });

describe('profile', () => {
  it('rejects nonexistent and future dates', async () => {
    const page = await openProfile();
    await fillAddress(page);
    await field(page, 'Day').fill('31');
    await press(page, 'Save changes');
    await page.getByText('That date doesn’t exist').waitFor();
    await field(page, 'Month').fill('5');
    await page.getByText('That date doesn’t exist').waitFor({ state: 'detached' });
    await field(page, 'Year').fill('2999');
    await press(page, 'Save changes');
    await page.getByText('Birthdate can’t be in the future').waitFor();
    expect(await page.locator('[aria-invalid=true]').count()).toBe(1);
  });

  it('requires the address fields of the country', async () => {
    const page = await openProfile();
    await fillAddress(page);
    await choose(page, country(page), 'united st', 'United States');
    await field(page, 'Postal code').fill('96720');
    await choose(page, state(page), 'hawa', 'Hawaii');
    await save(page);
    await page.reload();
    await expect.poll(() => state(page).inputValue()).toBe('Hawaii');

    // States depend on the country.
    await choose(page, country(page), 'cana', 'Canada');
    await expect.poll(() => state(page).inputValue()).toBe('');
    await choose(page, country(page), 'hong', 'Hong Kong SAR China');
    await field(page, 'Postal code').fill('');
    await press(page, 'Save changes');
    await page.locator('[data-part=message]', { hasText: 'Enter state' }).waitFor();
    expect(await page.locator('[aria-invalid=true]').count()).toBe(1);
    await choose(page, country(page), 'pana', 'Panama');
    expect(await state(page).count()).toBe(0);
    await save(page);
    await page.reload();
    await expect.poll(() => country(page).inputValue()).toBe('Panama');
    expect(await field(page, 'Postal code').inputValue()).toBe('');
  });

  it('shows an error when the states do not load and retries', async () => {
    const page = await openProfile({ expectedProblems: [/status of 503|503 http/] });
    const failed = { errors: [{ code: 'server.failed', message: 'request failed' }], correlationId: 'test-0004' };
    await page.route('**/Countries/*/States*', (route) => route.fulfill({ status: 503, json: failed }), { times: 1 });
    await choose(page, country(page), 'united st', 'United States');
    await page.getByText('We couldn’t load the list of states.').waitFor();
    await checkAppearance(page);
    await press(page, 'Try again');
    await choose(page, state(page), 'hawa', 'Hawaii');
    expect(await page.getByText('We couldn’t load the list of states.').count()).toBe(0);
  });

  it('keeps rejected input and saves the rest', async () => {
    const page = await openProfile({ expectedProblems: [unprocessable] });
    await fillAddress(page);
    await field(page, 'Postal code').fill('x');
    await field(page, 'Phone').fill('12');
    await field(page, 'Last name').fill('Strand');
    await press(page, 'Save changes');
    await page.getByText('Enter a valid postal code for this country').first().waitFor();
    await page.getByText('Enter a phone number with its country code').first().waitFor();
    expect(await field(page, 'Phone').inputValue()).toBe('12');
    await page.getByRole('heading', { level: 1, name: 'Nora Strand' }).waitFor();
    await page.getByText('Unsaved changes', { exact: true }).waitFor();
    await field(page, 'Phone').fill('');
    await field(page, 'Postal code').fill('5003');
    await save(page);
  });

  it("uses the other tab's value when chosen", async () => {
    const page = await openProfile({ expectedProblems: [conflict] });
    await fillAddress(page);
    await save(page);
    const other = await page.context().newPage();
    await visit(other, '/profile');
    await field(other, 'City/town').fill('Oslo');
    await save(other);
    await field(page, 'City/town').fill('Voss');
    await press(page, 'Save changes');
    await page.getByText('Changed elsewhere. Current value: Oslo').waitFor();
    await press(page, 'Use new value');
    expect(await field(page, 'City/town').inputValue()).toBe('Oslo');
    await page
      .getByText('No changes')
      .or(page.getByText(/^Saved/))
      .first()
      .waitFor();
  });

  it('restores unsaved input after the tab was closed, until discarded', async () => {
    const page = await openProfile();
    await field(page, 'Last name').fill('Berg');
    await page.getByText('Unsaved changes', { exact: true }).waitFor();
    const context = page.context();
    await page.close({ runBeforeUnload: false });

    const reopened = await context.newPage();
    await visit(reopened, '/profile');
    await reopened.getByText('You have unsaved changes.').waitFor();
    expect(await field(reopened, 'Last name').inputValue()).toBe('Berg');
    await press(reopened, 'Discard changes');
    expect(await field(reopened, 'Last name').inputValue()).toBe('Fjord');
    await reopened.reload();
    await expect.poll(() => field(reopened, 'Last name').inputValue()).toBe('Fjord');
    expect(await reopened.getByText('You have unsaved changes.').count()).toBe(0);
  });

  it('keeps input in another tab when saved', async () => {
    const page = await openProfile();
    await fillAddress(page);
    await save(page);
    const other = await page.context().newPage();
    await visit(other, '/profile');
    await expect(other).toShow('/profile', 'Nora Fjord');
    await field(page, 'City/town').fill('Voss');
    await field(other, 'Last name').fill('Berg');
    await other.getByText('Unsaved changes', { exact: true }).waitFor();
    await save(page);
    await other.reload();
    await other.getByText('You have unsaved changes.').waitFor();
    expect(await field(other, 'Last name').inputValue()).toBe('Berg');
  });

  it('deletes unsaved input from the browser on sign-out', async () => {
    const page = await openProfile();
    const databases = () => page.evaluate(async () => (await indexedDB.databases()).map(({ name }) => name));
    const drafts = () => page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('draft')));
    await field(page, 'Last name').fill('Berg');
    await page.getByText('Unsaved changes', { exact: true }).waitFor();
    // Drafts move from local storage to IndexedDB.
    await expect.poll(databases).toContain('drafts');
    await visit(page, '/login/sign-out');
    await page.locator('input[name=password]').waitFor();
    expect(await drafts()).toEqual([]);
    await expect.poll(databases).not.toContain('drafts');
  });

  it('keeps input offline and saves when online', async () => {
    const page = await openProfile({ losesNetwork: true });
    await fillAddress(page);
    await page.context().setOffline(true);
    await page.getByText('You’re offline. Changes are saved on this device.').waitFor();
    await press(page, 'Save changes');
    await page.getByText('We couldn’t connect. Check your internet connection and try again.').waitFor();
    expect(await field(page, 'City/town').inputValue()).toBe('Bergen');
    await page.context().setOffline(false);
    await save(page);
  });

  it('has one name and no birthdate for a store', async () => {
    const page = await openPage({ signedInAs: 'store@demo.test' });
    await visit(page, '/profile');
    await expect(page).toShow('/profile', 'Kelder Bay Diving');
    expect(await field(page, 'Dive center name').inputValue()).toBe('Kelder Bay Diving');
    expect(await field(page, 'Day').count()).toBe(0);
    expect(await field(page, 'Last name').count()).toBe(0);
  });

  it('shows the level, member number and status of a professional', async () => {
    const page = await openPage({ signedInAs: 'instructor@demo.test' });
    await visit(page, '/profile');
    await expect(page).toShow('/profile', 'Tomás Reyes');
    await page.getByText('Instructor · Member number 100001 · Active', { exact: true }).waitFor();
  });

  it('returns not found for another person', async () => {
    const page = await openPage({ signedInAs: 'diver@demo.test', expectedProblems: [/status of 404/] });
    await visit(page, '/profile?for=400003');
    await expect(page).toShow('/profile?for=400003', 'Profile not found');
    await page.getByRole('link', { name: 'Go to my profile' }).click();
    await expect(page).toShow('/profile', 'Maren Lindqvist');
  });

  it('lists missing fields, focuses the first and links to each', async () => {
    const page = await openProfile();
    for (const name of ['First name', 'Last name', 'Day', 'Month', 'Year']) await field(page, name).fill('');
    await field(page, 'Address').fill('Fjordveien 3');
    await press(page, 'Save changes');
    await page.getByText('7 fields need attention').waitFor();
    await expect.poll(() => focused(page)).toBe('profile-firstName');
    const prompts = ['first name', 'last name', 'birthdate day', 'birthdate month', 'birthdate year'];
    for (const prompt of [...prompts, 'city/town'])
      expect(await page.locator('[data-part=message]', { hasText: `Enter ${prompt}` }).count(), prompt).toBe(1);
    await checkAppearance(page);
    await page.getByRole('alert').getByRole('link', { name: 'City/town' }).click();
    await expect.poll(() => focused(page)).toBe('profile-city');

    await field(page, 'City/town').fill('Hilo');
    await page.locator('[data-part=message]', { hasText: 'Enter city/town' }).waitFor({ state: 'detached' });
    await choose(page, country(page), 'united st', 'United States');
    await press(page, 'Save changes');
    await page.locator('[data-part=message]', { hasText: 'Enter state' }).waitFor();
    await page.locator('[data-part=message]', { hasText: 'Enter postal code' }).waitFor();
  });
});

describe("child's profile", () => {
  it('shows the birthdate, which staff correct with a document', async () => {
    const page = await openPage({ signedInAs: 'guardian@demo.test' });
    await visit(page, '/profile?for=400003');
    await expect(page).toShow('/profile?for=400003', 'Ida Okafor');
    await page.getByText('March 9, 2014').waitFor();
    await press(page, 'Ask for a correction');
    await press(page, 'Send request');
    await page.getByText('Choose a document that shows the birthdate').waitFor();
    const dialog = page.getByRole('dialog');
    for (const [name, value] of [
      ['Month', '3'],
      ['Day', '19'],
      ['Year', '2014'],
    ] as const)
      await dialog.getByRole('textbox', { name, exact: true }).fill(value);
    const paper = await sharp({ create: { width: 800, height: 600, channels: 3, background: '#ddd' } })
      .png()
      .toBuffer();
    const file = { name: 'passport.png', mimeType: 'image/png', buffer: paper };
    await page.locator('input[type=file][aria-label="Choose document"]').setInputFiles(file);
    await press(page, 'Send request');
    await page.getByText('You asked us to change it to March 19, 2014.').waitFor();
    await checkAppearance(page);
    await press(page, 'Cancel request');
    await page.getByRole('button', { name: 'Ask for a correction' }).waitFor();
  });

  it('is edited by the guardian and names the child', async () => {
    const page = await openPage({ signedInAs: 'guardian@demo.test' });
    await visit(page, '/profile');
    await expect(page).toShow('/profile', 'Adaeze Okafor');
    await page.getByRole('navigation', { name: 'Choose a person' }).getByRole('link', { name: 'Ida' }).click();
    await expect(page).toShow('/profile?for=400003', 'Ida Okafor');
    await page.getByText('You’re editing Ida’s profile as their guardian.').waitFor();
    await checkAppearance(page);
    await field(page, 'Middle name').fill('Chioma');
    await save(page);
    await page.getByRole('heading', { level: 1, name: 'Ida Chioma Okafor' }).waitFor();

    const child = await openPage({ signedInAs: 'minor@demo.test' });
    await visit(child, '/profile');
    await expect(child).toShow('/profile', 'Ida Chioma Okafor');
    expect(await child.getByRole('navigation', { name: 'Choose a person' }).count()).toBe(0);
    await child.getByText('March 9, 2014').waitFor();
    expect(await field(child, 'Year').count()).toBe(0);

    await field(page, 'Middle name').fill('');
    await save(page);
  });
});

describe('in Arabic', () => {
  const person = 'candidate@demo.test';

  afterEach(async () => {
    await runSql("update person set language = 'en-US' where email = $1", [person]);
  });

  it('shows the profile from right to left', async () => {
    await runSql("update person set language = 'ar-SA' where email = $1", [person]);
    const page = await openPage({ signedInAs: person });
    await visit(page, '/profile');
    await expect(page).toShow('/profile', 'Leilani Kahale');
    expect(await page.locator('html').getAttribute('dir')).toBe('rtl');
    await expect.poll(() => page.locator('#profile-countryId').inputValue()).toBe('الولايات المتحدة');
  });
});
