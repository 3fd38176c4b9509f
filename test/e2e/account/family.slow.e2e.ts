import type { Page } from 'playwright';
import { afterEach, describe, expect, it } from 'vitest';
import { hashToken } from '#platform/server/crypto/secrets.ts';
import { openPage, visit, type PageOptions } from '#platform/testing/browser.ts';
import { countWhenLoaded } from '#test/support/e2e/count-when-loaded.ts';
import { runSql } from '#test/support/e2e/database.ts';
import '#test/support/e2e/expect-page.ts';
import { checkAppearance } from '#test/support/e2e/check-appearance.ts';
import { newPassword, openPageAsNewUser } from '#test/support/e2e/new-users.ts';
import { phone, gone, field, press, child, addChild, sendChild } from './family-steps.ts';

/** Ida belongs to the demo and is restored after each test. */
afterEach(async () => {
  await runSql('delete from guardian_link where affiliate_id = 400003 and guardian_id <> 400004');
  await runSql('delete from guardian_invite where affiliate_id = 400003');
});

async function openFamily(options: PageOptions): Promise<Page> {
  const page = await openPage(options);
  await visit(page, '/family');
  await expect(page).toShow('/family', 'Family');
  return page;
}

/** The path of the newest link mailed to the address. */
async function findSignLink(email: string): Promise<string> {
  const [mail] = await runSql<{ text: string }>(
    'select text from mail_outbox where to_address = $1 order by created_at desc limit 1',
    [email],
  );
  return /\/sign\/[\w-]+/.exec(mail?.text ?? '')?.[0] ?? '';
}

describe('family', () => {
  it("shows a child's courses, dives and cards with links", async () => {
    const page = await openFamily({ signedInAs: 'guardian@demo.test' });
    const ida = child(page, 'Ida Okafor');
    await ida.getByText('12 years old').waitFor();
    await ida.getByText('Open Water Diver').waitFor();
    await ida.getByText(/^\d+ dives?$/).waitFor();
    await ida.getByText('March 9, 2032').waitFor();
    await ida.getByRole('link', { name: 'Profile' }).click();
    await expect(page).toShow('/profile?for=400003', /Ida/);
    await page.getByRole('link', { name: 'Family page' }).click();
    await expect(page).toShow('/family', 'Family');
  });

  it('asks a guardian for their own birthdate, and then adds the child', async () => {
    const { page, email } = await openPageAsNewUser({ ...phone, expectedProblems: [/status of 422/] });
    await runSql('update person set birthdate = null where email = $1', [email]);
    await visit(page, '/family');
    await sendChild(page);
    await page.getByText('A guardian must be 18 or older.').waitFor();
    await checkAppearance(page);
    await field(page, 'Month').fill('3');
    await field(page, 'Day').fill('14');
    await field(page, 'Year').fill('1985');
    await press(page, 'Add child');
    await expect.poll(() => child(page, 'Obi Fjord').count()).toBe(1);
  });

  it('is not offered to a dive store, which can’t be a guardian', async () => {
    const page = await openFamily({ signedInAs: 'store@demo.test' });
    await page.getByText('Dive as a family').waitFor();
    expect(await countWhenLoaded(page.getByRole('button', { name: 'Add a child' }))).toBe(0);
    await visit(page, '/account');
    await page.getByRole('heading', { name: 'Recent activity' }).waitFor();
    expect(await countWhenLoaded(page.getByRole('link', { name: /Children and guardians/ }))).toBe(0);
  });

  it('shows a minor their guardians', async () => {
    const page = await openFamily({ signedInAs: 'minor@demo.test' });
    await page.getByText('Adaeze Okafor').waitFor();
    expect(await countWhenLoaded(page.getByRole('button', { name: /^Ask/ }))).toBe(0);
    expect(await countWhenLoaded(page.getByRole('button', { name: 'Add a child' }))).toBe(0);
    expect(await countWhenLoaded(page.getByRole('button', { name: 'Invite a guardian' }))).toBe(0);
    await page.getByText('Only your guardians can invite another guardian.').waitFor();
  });

  it('lets a guardian invite another, cancel and undo', async () => {
    const page = await openFamily({ signedInAs: 'guardian@demo.test' });
    await press(page, 'Invite a guardian');
    await press(page, 'Send invitation');
    await page.getByText('Enter a valid email address').waitFor();
    await field(page, 'Guardian’s email').fill('grandma@family.test');
    await checkAppearance(page);
    await press(page, 'Send invitation');
    await page.getByText('Invitation sent to grandma@family.test').waitFor();
    await press(page, 'Cancel invitation: grandma@family.test');
    await expect.poll(() => page.getByText(/^Invited\. Link expires/).count()).toBe(0);
    await press(page, 'Undo');
    await page.getByText(/^Invited\. Link expires/).waitFor();
    await checkAppearance(page);
  });
});

describe('second guardian', () => {
  it('signs up by link, agrees to a request to step down and is restored by staff', async () => {
    await runSql('delete from rate_counter');
    const page = await openFamily({ signedInAs: 'guardian@demo.test' });
    const email = `second-${process.pid}@family.test`;
    await press(page, 'Invite a guardian');
    await field(page, 'Guardian’s email').fill(email);
    await press(page, 'Send invitation');
    await page.getByText(`Invitation sent to ${email}`).waitFor();

    const link = await findSignLink(email);
    const second = await openPage({ expectedProblems: [gone] });
    await visit(second, link);
    await expect(second).toShow(link, 'Adaeze Okafor invited you to be Ida Okafor’s guardian');
    await checkAppearance(second);
    await second.getByRole('link', { name: 'Create an account' }).click();
    await field(second, 'First name').fill('Emeka');
    await field(second, 'Last name').fill('Okafor');
    expect(await second.getByLabel('Email').inputValue()).toBe(email);
    await second.getByLabel('Password', { exact: true }).fill(newPassword);
    await field(second, 'Month').fill('2');
    await field(second, 'Day').fill('3');
    await field(second, 'Year').fill('1980');
    await second.getByRole('checkbox').check();
    await press(second, 'Create account');

    await expect(second).toShow(link, 'Adaeze Okafor invited you to be Ida Okafor’s guardian');
    await runSql('update person set email_verified_at = now() where email = $1', [email]);
    await runSql('update account set email_verified_at = now() where email = $1', [email]);
    await visit(second, link);
    await second.getByText(`You’re signed in as Emeka Okafor (${email}).`).waitFor();
    await checkAppearance(second);
    await press(second, 'Accept invitation');
    await expect(second).toShow('/family', 'Family');
    await child(second, 'Ida Okafor').waitFor();
    await visit(second, link);
    await second.getByRole('heading', { level: 1, name: 'This link has expired' }).waitFor();
    await checkAppearance(second);

    await visit(page, '/family');
    await press(page, 'Ask to step down: Emeka Okafor');
    await checkAppearance(page);
    await press(page, 'Send request');
    await page.getByText('We asked Emeka Okafor to step down').waitFor();
    await visit(second, '/family');
    await second.getByText('Adaeze Okafor asked you to step down as Ida’s guardian.').waitFor();
    await checkAppearance(second);
    await press(second, 'Step down');
    await second.getByText('You’re no longer Ida’s guardian').first().waitFor();
    await press(second, 'Ask for a review');
    await second.getByLabel('Why do you disagree?').fill('I did not mean to.');
    await press(second, 'Send request');
    await second.getByText('You asked for a review.').waitFor();
    await checkAppearance(second);

    const desk = await openPage({ signedInAs: 'staff@demo.test' });
    await visit(desk, '/desk/requests');
    await desk.getByText('Emeka Okafor requested a review').waitFor();
    await checkAppearance(desk);
    const review = desk.locator('main li').filter({ hasText: 'Emeka Okafor' });
    await review.getByRole('link', { name: 'View person' }).click();
    await press(desk, 'Restore');
    await desk.getByLabel('Reason').fill('Both guardians agree.');
    await desk.getByRole('dialog').getByRole('button', { name: 'Restore' }).click();
    await expect.poll(() => desk.getByRole('dialog').count()).toBe(0);
    await visit(second, '/family');
    await child(second, 'Ida Okafor').waitFor();
  });
});

describe('person who turns 18', () => {
  it('takes over the account by the link from the guardian', async () => {
    const { page } = await openPageAsNewUser();
    await visit(page, '/family');
    await page.getByRole('heading', { name: 'Dive as a family' }).waitFor();
    await addChild(page);
    const token = `handover-${process.pid}-0123456789`;
    // The job does the same on the birthday.
    await runSql(
      `insert into link_token (token_hash, purpose, data, expires_at)
       select $1, 'handover', jsonb_build_object('affiliateId', max(affiliate_id)),
         now() + interval '1 day'
       from person where given_name = 'Obi'`,
      [hashToken(token)],
    );
    const device = await openPage({ ...phone, expectedProblems: [/status of 409/] });
    await visit(device, `/handover/${token}`);
    await expect(device).toShow(`/handover/${token}`, 'This account is now yours, Obi');
    await device.getByLabel('Email').fill('diver@demo.test');
    await device.getByLabel('Password', { exact: true }).fill(newPassword);
    await press(device, 'Take over account');
    await device.getByText(/already/).waitFor();
    await device.getByLabel('Email').fill(`obi-${process.pid}@family.test`);
    await press(device, 'Take over account');
    await device.getByRole('heading', { level: 1, name: 'Your account is ready' }).waitFor();
    await device.getByRole('link', { name: 'Sign in', exact: true }).last().click();
    await device.getByLabel('Password', { exact: true }).fill(newPassword);
    await press(device, 'Sign in');
    await device.waitForURL('**/training/dashboard');
    await device.getByRole('heading', { level: 1 }).waitFor();
  });
});
