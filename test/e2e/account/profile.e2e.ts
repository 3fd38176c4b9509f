import type { Page } from 'playwright';
import sharp from 'sharp';
import { afterEach, describe, expect, it } from 'vitest';
import { openPage, visit, type PageOptions } from '#platform/testing/browser.ts';
import { runSql } from '#test/support/e2e/database.ts';
import '#test/support/e2e/expect-page.ts';
import { checkAppearance } from '#test/support/e2e/check-appearance.ts';
import { openPageAsNewUser } from '#test/support/e2e/new-users.ts';

const conflict = /status of 409/;
const refused = /status of 422/;

async function openProfile(options: PageOptions = {}): Promise<Page> {
  const { page } = await openPageAsNewUser(options);
  await visit(page, '/profile');
  await expect(page).toShow('/profile', 'Nora Fjord');
  return page;
}

const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true });
const country = (page: Page) => page.getByRole('combobox', { name: 'Country' });
const state = (page: Page) => page.getByRole('combobox', { name: 'State or province' });
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();

async function choose(page: Page, list: ReturnType<typeof country>, typed: string, name: string): Promise<void> {
  // The page scrolls to the field first; a list that is open would close by that.
  await list.click();
  await list.fill(typed);
  await page.getByRole('option', { name, exact: true }).click();
}

async function save(page: Page): Promise<void> {
  await press(page, 'Save');
  await page.getByText(/^Saved \d{1,2}:\d\d\s[AP]M$/).waitFor();
}

async function fillAddress(page: Page): Promise<void> {
  await choose(page, country(page), 'norw', 'Norway');
  await field(page, 'Address').fill('Fjordveien 3');
  await field(page, 'City/town').fill('Bergen');
  await field(page, 'Postal code').fill('5003');
}

/** The calls that change something, as they are made. */
function collectChanges(page: Page): string[] {
  const calls: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (request.method() !== 'GET' && /^\/api\/(account|global)\//.test(pathname))
      calls.push(`${request.method()} ${decodeURIComponent(pathname)}`);
  });
  return calls;
}

const focused = (page: Page) => page.evaluate(() => document.activeElement?.id);

describe('a profile', () => {
  it('says field by field what is missing, with the focus on the first, and jumps to each', async () => {
    const page = await openProfile();
    for (const name of ['First name', 'Last name', 'Day', 'Month', 'Year']) await field(page, name).fill('');
    await press(page, 'Save');
    await page.getByText('8 fields need a look').waitFor();
    await expect.poll(() => focused(page)).toBe('profile-firstName');
    const prompts = ['first name', 'last name', 'birthdate day', 'birthdate month', 'birthdate year'];
    for (const prompt of [...prompts, 'address', 'city/town'])
      expect(await page.locator('.msg', { hasText: `Enter ${prompt}` }).count(), prompt).toBe(1);
    await checkAppearance(page);
    await page.getByRole('alert').getByRole('link', { name: 'City/town' }).click();
    await expect.poll(() => focused(page)).toBe('profile-city');

    await field(page, 'City/town').fill('Hilo');
    await page.locator('.msg', { hasText: 'Enter city/town' }).waitFor({ state: 'detached' });
    await choose(page, country(page), 'united st', 'United States');
    await press(page, 'Save');
    await page.locator('.msg', { hasText: 'Enter state' }).waitFor();
    await page.locator('.msg', { hasText: 'Enter postal code' }).waitFor();
  });

  it('knows no day that does not exist, and none that is still to come', async () => {
    const page = await openProfile();
    await fillAddress(page);
    await field(page, 'Day').fill('31');
    await press(page, 'Save');
    await page.getByText('There is no such day').waitFor();
    await field(page, 'Month').fill('5');
    await page.getByText('There is no such day').waitFor({ state: 'detached' });
    await field(page, 'Year').fill('2999');
    await press(page, 'Save');
    await page.getByText('This day has not come yet').waitFor();
    expect(await page.locator('[aria-invalid=true]').count()).toBe(1);
  });

  it('is saved by no more calls than there are changes, and is still so after a reload', async () => {
    const page = await openProfile();
    const calls = collectChanges(page);
    await fillAddress(page);
    await field(page, 'Middle name').fill('Marie');
    await field(page, 'Phone').fill('+47 22 12 34 56');
    await page.getByRole('button', { name: /Gender/ }).click();
    await page.getByRole('option', { name: 'Non-binary' }).click();
    await save(page);
    expect(calls.map((call) => call.replace(/[^/]+@[^/]+|\d{6}/, '…')).toSorted()).toEqual(
      [
        'POST /api/global/profiles/…/MailingAddress',
        'PUT /api/account/user/update/phone/…',
        'PUT /api/account/user/update/…',
      ].toSorted(),
    );
    await page.getByRole('heading', { level: 1, name: 'Nora Marie Fjord' }).waitFor();
    expect(await field(page, 'Phone').inputValue()).toBe('+4722123456');

    calls.length = 0;
    await field(page, 'Phone').fill('');
    await save(page);
    expect(calls).toHaveLength(1);
    await page.reload();
    await expect.poll(() => country(page).inputValue()).toBe('Norway');
    expect(await field(page, 'Phone').inputValue()).toBe('');
    expect(await field(page, 'City/town').inputValue()).toBe('Bergen');
    expect(await page.getByRole('button', { name: /Non-binary/ }).count()).toBe(1);
  });

  it('asks for what the country asks for', async () => {
    const page = await openProfile();
    await fillAddress(page);
    await choose(page, country(page), 'united st', 'United States');
    await field(page, 'Postal code').fill('96720');
    await choose(page, state(page), 'hawa', 'Hawaii');
    await save(page);
    await page.reload();
    await expect.poll(() => state(page).inputValue()).toBe('Hawaii');

    // Another country has other states, or none.
    await choose(page, country(page), 'cana', 'Canada');
    await expect.poll(() => state(page).inputValue()).toBe('');
    await choose(page, country(page), 'hong', 'Hong Kong SAR China');
    await field(page, 'Postal code').fill('');
    await press(page, 'Save');
    await page.locator('.msg', { hasText: 'Enter state' }).waitFor();
    expect(await page.locator('[aria-invalid=true]').count()).toBe(1);
    await choose(page, country(page), 'pana', 'Panama');
    expect(await state(page).count()).toBe(0);
    await save(page);
    await page.reload();
    await expect.poll(() => country(page).inputValue()).toBe('Panama');
    expect(await field(page, 'Postal code').inputValue()).toBe('');
  });

  it('says so when the list of states does not load, and asks for it again', async () => {
    const page = await openProfile({ expectedProblems: [/status of 503|503 http/] });
    const failed = { errors: [{ code: 'server.failed', message: 'it broke' }], correlationId: 'test-0004' };
    await page.route('**/Countries/*/States*', (route) => route.fulfill({ status: 503, json: failed }), { times: 1 });
    await choose(page, country(page), 'united st', 'United States');
    await page.getByText('The list of states did not load.').waitFor();
    await checkAppearance(page);
    await press(page, 'Try again');
    await choose(page, state(page), 'hawa', 'Hawaii');
    expect(await page.getByText('The list of states did not load.').count()).toBe(0);
  });

  it('keeps what was refused as it was typed, and saves the rest', async () => {
    const page = await openProfile({ expectedProblems: [refused] });
    await fillAddress(page);
    await field(page, 'Postal code').fill('x');
    await field(page, 'Phone').fill('12');
    await field(page, 'Last name').fill('Strand');
    await press(page, 'Save');
    await page.getByText('This is no postal code of this country').first().waitFor();
    await page.getByText('Enter the number with its country code').first().waitFor();
    expect(await field(page, 'Phone').inputValue()).toBe('12');
    await page.getByRole('heading', { level: 1, name: 'Nora Strand' }).waitFor();
    await page.getByText('Not saved yet').waitFor();
    await field(page, 'Phone').fill('');
    await field(page, 'Postal code').fill('5003');
    await save(page);
  });

  it('that was changed in another tab is shown beside what was typed, and never overwritten', async () => {
    const page = await openProfile({ expectedProblems: [conflict] });
    await fillAddress(page);
    await save(page);
    const other = await page.context().newPage();
    await visit(other, '/profile');
    await field(other, 'Last name').fill('Vik');
    await field(other, 'Day').fill('11');
    await save(other);

    await field(page, 'Last name').fill('Berg');
    await press(page, 'Save');
    await page.getByText('This profile was changed elsewhere meanwhile').waitFor();
    await page.getByText('Changed elsewhere. It is now: Vik').waitFor();
    await expect.poll(() => focused(page)).toBe('profile-lastName');
    expect(await field(page, 'Last name').inputValue()).toBe('Berg');
    // The one correction of the first day follows, and is on file from now on.
    await page.getByText('April 11, 1991').waitFor();
    await checkAppearance(page);

    // Pressing again decides nothing.
    await press(page, 'Save');
    await expect.poll(() => focused(page)).toBe('profile-lastName');
    expect(await runSql('select given_name from person where family_name = $1', ['Vik'])).toHaveLength(1);

    await press(page, 'Keep mine');
    await save(page);
    await page.getByRole('heading', { level: 1, name: 'Nora Berg' }).waitFor();
  });

  it('takes the other one when that is chosen', async () => {
    const page = await openProfile({ expectedProblems: [conflict] });
    await fillAddress(page);
    await save(page);
    const other = await page.context().newPage();
    await visit(other, '/profile');
    await field(other, 'City/town').fill('Oslo');
    await save(other);
    await field(page, 'City/town').fill('Voss');
    await press(page, 'Save');
    await page.getByText('Changed elsewhere. It is now: Oslo').waitFor();
    await press(page, 'Use the new one');
    expect(await field(page, 'City/town').inputValue()).toBe('Oslo');
    await page
      .getByText('No changes')
      .or(page.getByText(/^Saved/))
      .first()
      .waitFor();
  });

  it('is as it was typed after the tab died, until it is discarded', async () => {
    const page = await openProfile();
    await field(page, 'Last name').fill('Berg');
    await page.getByText('Not saved yet').waitFor();
    const context = page.context();
    await page.close({ runBeforeUnload: false });

    const again = await context.newPage();
    await visit(again, '/profile');
    await again.getByText('You have changes that were not saved.').waitFor();
    expect(await field(again, 'Last name').inputValue()).toBe('Berg');
    await press(again, 'Discard');
    expect(await field(again, 'Last name').inputValue()).toBe('Fjord');
    await again.reload();
    await expect.poll(() => field(again, 'Last name').inputValue()).toBe('Fjord');
    expect(await again.getByText('You have changes that were not saved.').count()).toBe(0);
  });

  it('saved in one tab leaves alone what is typed in another', async () => {
    const page = await openProfile();
    await fillAddress(page);
    await save(page);
    const other = await page.context().newPage();
    await visit(other, '/profile');
    await expect(other).toShow('/profile', 'Nora Fjord');
    await field(page, 'City/town').fill('Voss');
    await field(other, 'Last name').fill('Berg');
    await other.getByText('Not saved yet').waitFor();
    await save(page);
    await other.reload();
    await other.getByText('You have changes that were not saved.').waitFor();
    expect(await field(other, 'Last name').inputValue()).toBe('Berg');
  });

  it('that was not saved is nowhere in the browser after signing out, by whichever way', async () => {
    const page = await openProfile();
    const drafts = () => page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('draft:')));
    await field(page, 'Last name').fill('Berg');
    await page.getByText('Not saved yet').waitFor();
    expect(await drafts()).toHaveLength(1);
    await visit(page, '/login/sign-out');
    await page.locator('input[name=password]').waitFor();
    expect(await drafts()).toEqual([]);
  });

  it('keeps everything without a network, and saves once it is back', async () => {
    const page = await openProfile({ losesNetwork: true });
    await fillAddress(page);
    await page.context().setOffline(true);
    await page.getByText('No network. Kept on this device.').waitFor();
    await press(page, 'Save');
    await page.getByText('No connection. Check the network and try again.').waitFor();
    expect(await field(page, 'City/town').inputValue()).toBe('Bergen');
    await page.context().setOffline(false);
    await save(page);
  });

  it('of a store has one name and no birthdate', async () => {
    const page = await openPage({ signedInAs: 'store@demo.test' });
    await visit(page, '/profile');
    await expect(page).toShow('/profile', 'Kelder Bay Diving');
    expect(await field(page, 'Name of the store').inputValue()).toBe('Kelder Bay Diving');
    expect(await field(page, 'Day').count()).toBe(0);
    expect(await field(page, 'Last name').count()).toBe(0);
  });

  it('of somebody else is not there', async () => {
    const page = await openPage({ signedInAs: 'diver@demo.test', expectedProblems: [/status of 404/] });
    await visit(page, '/profile?for=400003');
    await expect(page).toShow('/profile?for=400003', 'There is no profile here for you');
    await page.getByRole('link', { name: 'To my profile' }).click();
    await expect(page).toShow('/profile', 'Maren Lindqvist');
  });
});

describe("a child's profile", () => {
  it('is edited by the guardian, who sees whose it is', async () => {
    const page = await openPage({ signedInAs: 'guardian@demo.test' });
    await visit(page, '/profile');
    await expect(page).toShow('/profile', 'Adaeze Okafor');
    await page.getByRole('navigation', { name: 'Whose page' }).getByRole('link', { name: 'Ida' }).click();
    await expect(page).toShow('/profile?for=400003', 'Ida Okafor');
    await page.getByText('You are editing Ida’s profile as guardian.').waitFor();
    await checkAppearance(page);
    await field(page, 'Middle name').fill('Chioma');
    await save(page);
    await page.getByRole('heading', { level: 1, name: 'Ida Chioma Okafor' }).waitFor();

    const child = await openPage({ signedInAs: 'minor@demo.test' });
    await visit(child, '/profile');
    await expect(child).toShow('/profile', 'Ida Chioma Okafor');
    expect(await child.getByRole('navigation', { name: 'Whose page' }).count()).toBe(0);
    await child.getByText('March 9, 2014').waitFor();
    expect(await field(child, 'Year').count()).toBe(0);

    await field(page, 'Middle name').fill('');
    await save(page);
  });

  it('shows its birthdate, which is corrected with a document that staff approve', async () => {
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
});

describe('in Arabic', () => {
  const person = 'candidate@demo.test';
  afterEach(async () => {
    await runSql("update person set language = 'en-US' where email = $1", [person]);
  });

  it('the profile reads from right to left and looks right', async () => {
    await runSql("update person set language = 'ar-SA' where email = $1", [person]);
    const page = await openPage({ signedInAs: person });
    await visit(page, '/profile');
    await expect(page).toShow('/profile', 'Leilani Kahale');
    expect(await page.locator('html').getAttribute('dir')).toBe('rtl');
    await expect.poll(() => page.locator('#profile-countryId').inputValue()).toBe('الولايات المتحدة');
  });
});
