import type { Page } from 'playwright';
import { describe, expect, it } from 'vitest';
import { visit } from '#platform/testing/browser.ts';
import { runSql } from '#test/support/e2e/database.ts';
import { conflict, openProfile, field, country, press, save, fillAddress } from './profile-steps.ts';

/** Records requests that change data. */
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

describe('profile', () => {
  it('saves with one request per change and keeps the values after a reload', async () => {
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

  it('saves a phone number without asking for an address', async () => {
    const page = await openProfile();
    await field(page, 'Phone').fill('+47 22 12 34 56');
    await save(page);
    await page.reload();
    await expect.poll(() => field(page, 'Phone').inputValue()).toBe('+4722123456');
  });

  it('shows changes from another tab beside the input and never overwrites them', async () => {
    const page = await openProfile({ expectedProblems: [conflict] });
    await fillAddress(page);
    await save(page);
    const other = await page.context().newPage();
    await visit(other, '/profile');
    await field(other, 'Last name').fill('Vik');
    await field(other, 'Day').fill('11');
    await save(other);

    await field(page, 'Last name').fill('Berg');
    await press(page, 'Save changes');
    await page.getByText('This profile changed while you were editing').waitFor();
    await page.getByText('Changed elsewhere. Current value: Vik').waitFor();
    await expect.poll(() => focused(page)).toBe('profile-lastName');
    expect(await field(page, 'Last name').inputValue()).toBe('Berg');
    // The birthdate can be corrected once on the first day and is read-only afterwards.
    await page.getByText('April 11, 1991').waitFor();

    // Saving again does not resolve the conflict.
    await press(page, 'Save changes');
    await expect.poll(() => focused(page)).toBe('profile-lastName');
    expect(await runSql('select given_name from person where family_name = $1', ['Vik'])).toHaveLength(1);

    await press(page, 'Keep mine');
    await save(page);
    await page.getByRole('heading', { level: 1, name: 'Nora Berg' }).waitFor();
  });
});
