import type { Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openPage, visit } from '#platform/testing/browser.ts';
import { runSql } from '#test/support/e2e/database.ts';
import '#test/support/e2e/expect-page.ts';
import { checkAppearance } from '#test/support/e2e/check-appearance.ts';
import { openPageAsNewUser } from '#test/support/e2e/new-users.ts';
import { certify } from '#test/support/e2e/shop-orders.ts';
import { club, levels, activeUntil, payButton, savings } from './club-steps.ts';

/** Inserts an approved photo without a file. */
async function approvePhoto(email: string): Promise<void> {
  await runSql(
    `insert into person_photo (affiliate_id, file_key, status, uploaded_by, decided_by, decided_at)
     select affiliate_id, 'no-file', 'approved', affiliate_id, 400008, now() from person where email = $1`,
    [email],
  );
}

const freeCard = (page: Page) => page.locator('article').filter({ hasText: 'One free eCard' });

describe('diver who can join', () => {
  it('returns without paying; an old link says it was paid', async () => {
    const { page, email } = await openPageAsNewUser();
    await certify(email, levels.openWater, 500);
    await visit(page, club);
    await page.getByRole('button', { name: 'Join for $26.95' }).click();
    await payButton(page).waitFor();
    const link = new URL(page.url()).pathname;
    await page.getByRole('link', { name: 'Go back without paying' }).click();
    await expect(page).toShow(club, 'You can join Bluewater Club');
    await page.getByText('You haven’t been charged.').waitFor();

    await visit(page, link);
    await payButton(page).click();
    await expect(page).toShow(club, activeUntil);
    await page.getByText('We have no card on file, so your membership won’t renew automatically.').waitFor();
    await visit(page, link);
    await expect(page).toShow(link, 'Payment complete');
    await checkAppearance(page);
    await page.getByRole('link', { name: 'Continue' }).click();
    await expect(page).toShow(club, activeUntil);
  });

  it('shows a pending payment until it is confirmed', async () => {
    const { page, email } = await openPageAsNewUser();
    await certify(email, levels.openWater, 500);
    await visit(page, club);
    await page.getByRole('button', { name: 'Join for $26.95' }).click();
    await payButton(page).waitFor();
    const link = new URL(page.url()).pathname;
    await visit(page, `${club}?payment=paid`);
    await page.getByText('Your payment is being processed.').waitFor();
    const paid = await page.request.post(`/api/shop${link}`, { data: { card: '4242' } });
    expect(paid.status()).toBe(200);
    await page.getByText('Thanks, your payment went through.').waitFor();
    await expect(page).toShow(club, activeUntil);
  });

  it('explains an unknown payment link', async () => {
    const page = await openPage({ expectedProblems: [/status of 404/] });
    const link = '/pay/nobody-made-this-link-ever';
    await visit(page, link);
    await expect(page).toShow(link, 'This payment link doesn’t work');
  });
});

describe('recently certified diver', () => {
  it('starts one free 90-day trial and then joins', async () => {
    const { page, email } = await openPageAsNewUser();
    await certify(email, levels.openWater, 20);
    await visit(page, club);
    await expect(page).toShow(club, 'Try Bluewater Club free for 90 days');
    await checkAppearance(page);
    await page.getByRole('button', { name: 'Start free trial' }).click();
    await expect(page).toShow(club, /^Free trial until \w+ \d+, \d{4}$/);
    await page.getByText('90 days left').waitFor();
    expect(await page.getByRole('button', { name: 'Start free trial' }).count()).toBe(0);
    await freeCard(page).getByText('It comes with your first paid year.').waitFor();

    await page.getByRole('button', { name: 'Join for $26.95' }).click();
    await payButton(page).click();
    await expect(page).toShow(club, activeUntil);
    const years = page.locator('section').filter({ hasText: 'Membership history' });
    await years.getByText('Free trial').waitFor();
  });
});

describe('free eCard of the year', () => {
  it('is chosen once and appears in the certifications', async () => {
    const { page, email } = await openPageAsNewUser();
    await certify(email, levels.openWater, 500);
    await certify(email, levels.advanced, 400);
    await certify(email, levels.ice, 300);
    await runSql(
      `with member as (insert into membership (affiliate_id) select affiliate_id from person where email = $1
         returning affiliate_id)
       insert into membership_period (affiliate_id, kind, starts_on, ends_on, price_minor, currency, discount_code)
       select affiliate_id, 'first', current_date - 100, current_date + 265, 2695, 'USD', 'E2E25-' || affiliate_id
       from member`,
      [email],
    );
    await visit(page, club);
    await expect(page).toShow(club, activeUntil);
    // Without a photo, the page explains why no card can be chosen.
    await freeCard(page).getByRole('link', { name: 'an approved photo' }).waitFor();
    await freeCard(page).getByRole('button', { name: 'View your cards' }).click();
    const dialog = page.getByRole('dialog', { name: 'Choose your free eCard' });
    await expect.poll(() => dialog.getByText('Needs an approved photo.').count()).toBe(2);
    await dialog.getByText('Not included in the club’s free eCards.').waitFor();
    await checkAppearance(page);
    await dialog.getByRole('link', { name: 'Go to your profile' }).first().click();
    await page.waitForURL('**/profile');

    await approvePhoto(email);
    await visit(page, club);
    await freeCard(page).getByRole('button', { name: 'Choose a card' }).click();
    await dialog.getByRole('button', { name: 'Get this eCard' }).click();
    await dialog.getByText('Choose a card', { exact: true }).waitFor();
    await checkAppearance(page);
    await dialog.getByText('Advanced', { exact: false }).first().click();
    await dialog.getByRole('button', { name: 'Get this eCard' }).click();
    await freeCard(page).getByRole('link', { name: 'Open card' }).waitFor();
    expect(await freeCard(page).getByRole('button').count()).toBe(0);
    await savings(page).getByText('$34.95').waitFor();

    await freeCard(page).getByRole('link', { name: 'Open card' }).click();
    await page.waitForURL(/\/certifications\/ecard\/\d+\/30$/);
    await visit(page, '/certifications/list');
    await page.locator('main a[href*="/certifications/ecard/"]').first().waitFor();
  });
});

describe('member', () => {
  it('restores a switch when the request failed', async () => {
    const page = await openPage({ signedInAs: 'diver@demo.test', expectedProblems: [/ERR_FAILED/] });
    await visit(page, club);
    const renewal = page.getByRole('switch', { name: 'Renew automatically' });
    await renewal.waitFor();
    await page.route('**/api/shop/club/renewal', (route) => route.abort());
    await renewal.click();
    await page.getByText('We couldn’t connect. Check your internet connection and try again.').waitFor();
    expect(await renewal.isChecked()).toBe(true);
  });

  it('reloads the page on Refresh', async () => {
    const page = await openPage({ signedInAs: 'diver@demo.test', expectedProblems: [/500/] });
    let isBroken = true;
    await page.route('**/api/shop/club', (route) =>
      isBroken
        ? route.fulfill({ status: 500, json: { errors: [{ code: 'server.failed', message: '' }] } })
        : route.continue(),
    );
    await visit(page, club);
    await page.getByText('Something went wrong').waitFor();
    await checkAppearance(page);
    isBroken = false;
    await page.getByRole('button', { name: 'Refresh' }).click();
    await expect(page).toShow(club, activeUntil);
  });
});

describe('membership with a declined renewal', () => {
  it('is paid with another card', async () => {
    const { page, email } = await openPageAsNewUser();
    await certify(email, levels.openWater, 500);
    await runSql(
      `with member as (insert into membership (affiliate_id, is_renewing, payment_method, payment_hint)
         select affiliate_id, true, 'test_9995', '9995' from person where email = $1 returning affiliate_id),
       tried as (insert into renewal_try (affiliate_id, due_on, number, outcome)
         select affiliate_id, current_date - 3, 1, 'declined' from member)
       insert into membership_period (affiliate_id, kind, starts_on, ends_on, price_minor, currency, discount_code)
       select affiliate_id, 'first', current_date - 368, current_date - 3, 2695, 'USD', 'E2E26-' || affiliate_id
       from member`,
      [email],
    );
    await visit(page, club);
    await expect(page).toShow(club, 'Your renewal is past due');
    await page.getByText('We couldn’t charge the card ending in 9995.').waitFor();
    await checkAppearance(page);
    await page.getByRole('button', { name: 'Cancel membership' }).click();
    const dialog = page.getByRole('alertdialog', { name: 'End your membership now?' });
    await dialog.getByRole('button', { name: 'Keep membership' }).click();
    await page.getByRole('button', { name: 'Pay $49.95' }).click();
    await page.getByRole('heading', { level: 1, name: 'Pay $49.95' }).waitFor();
    await page.getByText('We’ll save this card for renewals.').waitFor();
    await payButton(page).click();
    await expect(page).toShow(club, activeUntil);
  });
});

describe('former member', () => {
  it('shows until when they can return and the price', async () => {
    const page = await openPage({ signedInAs: 'guardian@demo.test' });
    await visit(page, club);
    await expect(page).toShow(club, /^Your membership ended on \w+ \d+, \d{4}$/);
    await page.getByText(/^Rejoin for £27\.50 until \w+ \d+, \d{4}\./).waitFor();
    await page.getByRole('button', { name: 'Rejoin for £27.50' }).waitFor();
    await page.locator('section').filter({ hasText: 'Membership history' }).getByText('First year').waitFor();
  });
});

/** One person for each language, because a person's language overrides the browser's. */
const readers = [
  ['ar-SA', 'guardian@demo.test'],
  ['de-DE', 'candidate@demo.test'],
] as const;

describe.each(readers)('in %s, %s', (locale, email) => {
  beforeAll(() => runSql('update person set language = $1 where email = $2', [locale, email]));

  afterAll(() => runSql("update person set language = 'en-US' where email = $1", [email]));

  it('has no axe violations and no overflow', async () => {
    const page = await openPage({ locale, signedInAs: email });
    await visit(page, club);
    await page.locator('main .card').first().waitFor();
    await expect.poll(() => page.locator('main [data-part=skeleton]').count()).toBe(0);
    expect(await page.locator('html').getAttribute('lang')).toBe(locale);
    await checkAppearance(page);
  });
});
