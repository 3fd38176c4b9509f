import { afterEach, describe, expect, it } from 'vitest';
import { openPage, visit } from '#platform/testing/browser.ts';
import { countWhenLoaded } from '#test/support/e2e/count-when-loaded.ts';
import { runSql } from '#test/support/e2e/database.ts';
import { checkAppearance } from '#test/support/e2e/check-appearance.ts';
import { openPageAsNewUser } from '#test/support/e2e/new-users.ts';
import { phone, gone, field, press, child, addChild } from './family-steps.ts';

/** Ida belongs to the demo and is restored after each test. */
afterEach(async () => {
  await runSql('delete from guardian_link where affiliate_id = 400003 and guardian_id <> 400004');
  await runSql('delete from guardian_invite where affiliate_id = 400003');
});

describe('family', () => {
  it('adds a child without email, who joins on another phone', async () => {
    const { page } = await openPageAsNewUser();
    await visit(page, '/family');
    await page.getByRole('heading', { name: 'Dive as a family' }).waitFor();
    await checkAppearance(page);

    await page.getByRole('button', { name: 'Add a child' }).click();
    await field(page, 'Year').fill('1990');
    await press(page, 'Add child');
    await page.getByText('Enter first name').waitFor();
    await page.getByText('Enter birthdate month').or(page.getByText('Enter birthdate day')).waitFor();
    await checkAppearance(page);
    await press(page, 'Cancel');
    await addChild(page);
    await page.getByText('Obi added to your family').waitFor();
    await child(page, 'Obi Fjord').getByText('No email address').waitFor();
    // The last guardian cannot leave.
    expect(await countWhenLoaded(page.getByRole('button', { name: 'Step down as a guardian' }))).toBe(0);

    await press(page, 'Show QR code');
    await page.getByRole('img', { name: 'QR code that signs Obi in' }).waitFor();
    await checkAppearance(page);
    const url = await field(page, 'Link').inputValue();

    const device = await openPage({ ...phone, expectedProblems: [gone] });
    await visit(device, new URL(url).pathname);
    await device.getByRole('heading', { level: 1, name: 'Is this your own device?' }).waitFor();
    await press(device, 'Sign in on this device');
    await device.waitForURL('**/training/dashboard');
    await visit(device, '/family');
    await device.getByRole('heading', { name: 'Your guardians' }).waitFor();
    await device.getByText('Nora Fjord').waitFor();

    // The link works once.
    await visit(device, new URL(url).pathname);
    await press(device, 'Sign in on this device');
    await device.getByRole('heading', { level: 1, name: 'This link has expired' }).waitFor();
  });
});
