import { describe, expect, it } from 'vitest';
import { openPage, visit } from '#platform/testing/browser.ts';
import { runSql } from '#test/support/e2e/database.ts';
import '#test/support/e2e/expect-page.ts';
import { openPageAsNewUser } from '#test/support/e2e/new-users.ts';
import { certify } from '#test/support/e2e/shop-orders.ts';
import { club, levels, activeUntil, payButton, savings } from './club-steps.ts';

describe('diver who can join', () => {
  it('pays with another card after one was declined and becomes a member', async () => {
    const { page, email } = await openPageAsNewUser();
    await visit(page, club);
    await expect(page).toShow(club, 'You can’t join the club yet');
    await certify(email, levels.openWater, 500);
    await page.reload();
    await expect(page).toShow(club, 'You can join Bluewater Club');
    await page.getByLabel(/^Renew automatically each year/).check();
    await page.getByRole('button', { name: 'Join for $26.95' }).click();

    await page.getByRole('heading', { level: 1, name: 'Pay $26.95' }).waitFor();
    expect(new URL(page.url()).pathname).toMatch(/^\/pay\//);
    await page.getByText('Bluewater Club: first year').waitFor();
    await page.getByText('you won’t be charged').waitFor();
    await page.getByText('Card ending in 0002').click();
    await payButton(page).click();
    await page.getByText('Your card was declined. You haven’t been charged.').waitFor();
    await page.getByText('Card ending in 4242').click();
    await payButton(page).click();

    await expect(page).toShow(club, activeUntil);
    await page.getByText('Thanks, your payment went through.').waitFor();
    await savings(page).getByText('-$26.95').waitFor();
    await page.getByText(/for \$49\.95 with the card ending in 4242/).waitFor();
  });
});

describe('member', () => {
  it('shows the membership year, the benefits and the club code', async () => {
    const page = await openPage({ signedInAs: 'diver@demo.test' });
    await visit(page, club);
    await expect(page).toShow(club, activeUntil);
    const line = page.getByRole('region', { name: 'Your club year' });
    await expect.poll(() => line.getByRole('listitem').count()).toBe(4);
    await line.getByText(/^First year/).waitFor();
    await line.getByText(/saved SEK\s475\.00/).waitFor();
    await line.getByText(/\d+ days left/).waitFor();
    await line.getByText('Renews').waitFor();
    await savings(page).getByText('Course discount, Dry Suit').waitFor();
    await savings(page)
      .getByText(/SEK\s190\.00/)
      .waitFor();
    await page.getByText(/^Used on .* for Dry Suit\./).waitFor();
  });

  it('turns renewal off, undoes it and shows changes made elsewhere', async () => {
    const page = await openPage({ signedInAs: 'diver@demo.test', expectedProblems: [/status of 409/] });
    await visit(page, club);
    const renewal = page.getByRole('switch', { name: 'Renew automatically' });
    const isOn = page.getByText(/for SEK\s425\.00 with the card ending in 4242/);
    await isOn.waitFor();
    expect(await renewal.isChecked()).toBe(true);
    await page.getByRole('button', { name: 'Cancel membership' }).click();
    await page.getByText(/^Automatic renewal is off\. You’re a member until/).waitFor();
    await page.getByText(/^Off\. You’re a member until .*won’t be charged again\.$/).waitFor();
    expect(await renewal.isChecked()).toBe(false);
    await page.getByRole('button', { name: 'Undo' }).click();
    await isOn.waitFor();
    expect(await renewal.isChecked()).toBe(true);

    await runSql('update membership set version = version + 1 where affiliate_id = 400001');
    await renewal.click();
    await page.getByText('Your membership was changed somewhere else.').waitFor();
    expect(await renewal.isChecked()).toBe(true);
    await renewal.click();
    await page.getByText(/^Off\. You’re a member until/).waitFor();
    await renewal.click();
    await isOn.waitFor();
    await page.reload();
    await renewal.waitFor();
    expect(await renewal.isChecked()).toBe(true);
  });
});
