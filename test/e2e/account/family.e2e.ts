import { afterEach, describe, expect, it } from 'vitest';
import { openPage, visit } from '#platform/testing/browser.ts';
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
    await press(page, 'Add');
    await page.getByText('Enter first name').waitFor();
    await page.getByText('Enter birthdate month').or(page.getByText('Enter birthdate day')).waitFor();
    await checkAppearance(page);
    await press(page, 'Cancel');
    await addChild(page);
    await page.getByText('Obi is part of your family page now').waitFor();
    await child(page, 'Obi Fjord').getByText('no e-mail of their own').waitFor();
    // The last guardian cannot leave.
    expect(await page.getByRole('button', { name: 'Step down as a guardian' }).count()).toBe(0);

    await press(page, 'Show the code');
    await page.getByRole('img', { name: 'Code that signs Obi in' }).waitFor();
    await checkAppearance(page);
    const url = await field(page, 'Link').inputValue();

    const device = await openPage({ ...phone, expectedProblems: [gone] });
    await visit(device, new URL(url).pathname);
    await device.getByRole('heading', { level: 1, name: 'Dive in on this device' }).waitFor();
    await press(device, 'This is my device');
    await device.waitForURL('**/training/dashboard');
    await visit(device, '/family');
    await device.getByRole('heading', { name: 'Your guardians' }).waitFor();
    await device.getByText('Nora Fjord').waitFor();

    // The link works once.
    await visit(device, new URL(url).pathname);
    await press(device, 'This is my device');
    await device.getByRole('heading', { level: 1, name: 'This link has expired' }).waitFor();
  });
});
