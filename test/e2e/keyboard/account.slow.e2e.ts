import type { Page } from 'playwright';
import sharp from 'sharp';
import { describe, expect, it, onTestFinished } from 'vitest';
import { openPage, visit } from '#platform/testing/browser.ts';
import { runSql } from '#test/support/e2e/database.ts';
import '#test/support/e2e/expect-page.ts';
import {
  arrowTo,
  chooseOption,
  chooseFile,
  pressKeyOn,
  pressMenu,
  skipToContent,
  tabTo,
  typeInto,
} from '#test/support/e2e/keyboard.ts';
import { findMailLink } from '#test/support/e2e/mails.ts';
import {
  readBadge,
  bellButton,
  clearNotifications,
  seedFewNotifications,
  notificationNames,
  reader,
  notificationRow,
  readTitles,
} from '#test/support/e2e/notifications.ts';
import { openPageAsNewUser, removePhotos } from '#test/support/e2e/new-users.ts';

const dashboard = '/training/dashboard';
const [first = '', second = '', third = ''] = notificationNames;
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true });
const field = (page: Page, name: string) => page.getByLabel(name, { exact: true });

const personOf = async (email: string) =>
  (
    await runSql<Record<string, unknown>>(
      `select given_name, middle_name, birthdate::text, unit, language, address.version as address, photo.status as photo
       from person left join mailing_address address using (affiliate_id)
       left join person_photo photo using (affiliate_id) where email = $1`,
      [email],
    )
  )[0];

describe('with the keyboard only', () => {
  it('signs up, signs out and resets the password by email link', async () => {
    await runSql('delete from rate_counter');
    const email = `keys-${process.pid}-${Date.now()}@example.test`;
    const page = await openPage();
    await visit(page, '/login/sign-in');
    await pressKeyOn(page.getByRole('link', { name: 'Create an account' }));
    await page.getByRole('heading', { name: 'Create an account' }).waitFor();
    await typeInto(field(page, 'First name'), 'Nora');
    await typeInto(field(page, 'Last name'), 'Fjord');
    await typeInto(field(page, 'Email'), email);
    await typeInto(field(page, 'Password'), 'Sea-Urchin-7');
    await typeInto(field(page, 'Month'), '4');
    await typeInto(field(page, 'Day'), '9');
    await typeInto(field(page, 'Year'), '1991');
    await pressKeyOn(page.getByRole('checkbox'), 'Space');
    await pressKeyOn(button(page, 'Create account'));
    await expect(page).toShow(dashboard, 'Welcome, Nora');
    expect(await personOf(email)).toMatchObject({ given_name: 'Nora', birthdate: '1991-04-09' });
    // The field is focused once the code was sent.
    await page.getByRole('dialog').getByText(email).waitFor();
    await pressKeyOn(button(page, 'Not now'));

    await pressMenu(page.locator('[data-part=user-menu]'), 'Sign out');
    await pressKeyOn(page.getByRole('link', { name: 'Forgot password?' }));
    await page.getByRole('heading', { name: 'Reset your password' }).waitFor();
    await typeInto(field(page, 'Email'), email);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Check your email' }).waitFor();
    await visit(page, await findMailLink(email, '/sso/reset/'));
    await typeInto(field(page, 'New password'), 'New-Anchor-2');
    await typeInto(field(page, 'Confirm password'), 'New-Anchor-2');
    await pressKeyOn(button(page, 'Save new password'));
    await page.getByRole('heading', { name: 'Password changed' }).waitFor();
    await pressKeyOn(page.getByRole('link', { name: 'Sign in', exact: true }));
    await typeInto(field(page, 'Email'), email);
    await typeInto(field(page, 'Password'), 'New-Anchor-2');
    await page.keyboard.press('Enter');
    await expect(page).toShow(dashboard, 'Welcome, Nora');
  });

  it('changes profile, photo, settings and password', async () => {
    onTestFinished(removePhotos);
    const { page, email } = await openPageAsNewUser();
    await visit(page, '/profile');
    await expect(page).toShow('/profile', 'Nora Fjord');
    await skipToContent(page);
    await chooseFile(button(page, 'Choose photo'), await drawPhoto());
    await page.getByRole('dialog', { name: 'Crop photo' }).waitFor();
    await tabTo(page.getByRole('group', { name: /Move it with the arrow keys/ }));
    for (let count = 0; count < 5; count++) await page.keyboard.press('ArrowLeft');
    await pressKeyOn(page.getByRole('slider', { name: 'Zoom' }), 'ArrowRight');
    await pressKeyOn(button(page, 'Save photo'));
    await page.getByText('Pending approval').waitFor();
    await typeInto(field(page, 'Middle name'), 'Marie');
    await chooseOption(button(page, /Gender/), 'Non-binary');
    await typeInto(page.getByRole('combobox', { name: 'Country' }), 'norw');
    await page.getByRole('option', { name: 'Norway' }).waitFor();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await typeInto(field(page, 'Address'), 'Fjordveien 3');
    await typeInto(field(page, 'City/town'), 'Bergen');
    await typeInto(field(page, 'Postal code'), '5003');
    await pressKeyOn(button(page, 'Save changes'));
    await expect(page).toShow('/profile', 'Nora Marie Fjord');
    await page.getByText(/^Saved \d/).waitFor();
    expect(await personOf(email)).toMatchObject({ middle_name: 'Marie', address: 1, photo: 'pending' });

    await visit(page, '/settings');
    await skipToContent(page);
    await arrowTo(page.getByRole('radio', { name: 'Metric' }), page.getByRole('radio', { name: 'Imperial' }));
    await expect.poll(() => personOf(email)).toMatchObject({ unit: 'Imperial' });
    await tabTo(page.locator('main').getByRole('button', { name: 'English' }), 'Shift+Tab');
    await page.keyboard.press('Enter');
    await page.getByRole('listbox').waitFor();
    await page.keyboard.type('deu');
    await page.keyboard.press('Enter');
    await page.locator('html[lang=de-DE]').waitFor();
    await expect.poll(() => personOf(email)).toMatchObject({ language: 'de-DE' });
    await runSql("update person set language = 'en-US' where email = $1", [email]);

    await visit(page, '/account');
    await skipToContent(page);
    await typeInto(page.locator('input[name=oldPassword]'), 'Sea-Urchin-7');
    await typeInto(page.locator('input[name=newPassword]'), 'New-Anchor-2');
    await typeInto(page.locator('input[name=confirmation]'), 'New-Anchor-2');
    await pressKeyOn(button(page, 'Change password'));
    await page.getByRole('region', { name: 'Status messages' }).getByText('Password changed').waitFor();
  });

  it('changes preferences and reads, marks and deletes notifications', async () => {
    const chosen = () => runSql('select from notification_choice where affiliate_id = $1', [reader.affiliateId]);
    await clearNotifications();
    await runSql('delete from notification_choice where affiliate_id = $1', [reader.affiliateId]);
    await runSql('delete from preference where affiliate_id = $1', [reader.affiliateId]);
    await seedFewNotifications();
    const page = await openPage({ signedInAs: reader.email });
    await visit(page, '/preferences/subscriber');
    await skipToContent(page);
    await pressKeyOn(page.getByRole('checkbox', { name: /Offers from our partners/ }), 'Space');
    await chooseOption(button(page, /Email language/), 'Deutsch');
    await pressKeyOn(button(page, 'Save changes'));
    await page.getByText('Thank you! Your preferences have been updated.').waitFor();
    expect(
      await runSql('select third_party, communication_language from preference where affiliate_id = $1', [
        reader.affiliateId,
      ]),
    ).toEqual([{ third_party: true, communication_language: 'de-DE' }]);
    await pressKeyOn(page.locator('main a[href="/preferences/notifications"]'));
    await expect(page).toShow('/preferences/notifications', 'Notifications');
    const choices = page.locator('main').getByRole('switch', { disabled: false });
    const was = await choices.first().isChecked();
    await pressKeyOn(choices.first(), 'Space');
    await expect.poll(() => choices.first().isChecked()).toBe(!was);
    await expect.poll(async () => (await chosen()).length).toBeGreaterThan(0);

    await pressKeyOn(bellButton(page));
    await notificationRow(page, first).waitFor();
    await pressKeyOn(notificationRow(page, first).getByRole('button', { name: 'Mark as read' }));
    await expect.poll(() => readBadge(page)).toBe('1');
    await pressKeyOn(notificationRow(page, second).getByRole('button', { name: 'Delete' }));
    await expect.poll(() => readTitles(page)).not.toContain(second);
    await page.keyboard.press('Control+z');
    await expect.poll(() => readTitles(page)).toContain(second);
    await tabTo(notificationRow(page, third).getByRole('link'));
    await page.keyboard.press('Delete');
    await expect.poll(() => readTitles(page)).not.toContain(third);
    await expect
      .poll(() =>
        runSql(
          `select name, read from notification where affiliate_id = $1 and deleted_at is null order by timestamp desc`,
          [reader.affiliateId],
        ),
      )
      .toEqual([
        { name: first, read: true },
        { name: second, read: false },
        { name: notificationNames[3], read: true },
      ]);
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await tabTo(bellButton(page));
  });

  it('unsubscribes from news and one kind of email without sign-in', async () => {
    const { affiliateId } = reader;
    await runSql('delete from notification_choice where affiliate_id = $1', [affiliateId]);
    await runSql('delete from preference where affiliate_id = $1', [affiliateId]);
    const [person] = await runSql<{ uid: string }>('select global_uuid as uid from person where affiliate_id = $1', [
      affiliateId,
    ]);
    const page = await openPage();
    await page.request.post('/api/preferences/unsubscribe', {
      data: { id: person?.uid, bluewaterCommunications: true, thirdParty: false, communicationLanguage: 'en-US' },
    });
    const title = (name: string) => page.getByRole('heading', { level: 1, name }).waitFor();
    await visit(page, `/unsubscribed/en-US?global_uid=${person?.uid}`);
    await title('Unsubscribe from Bluewater?');
    await pressKeyOn(button(page, 'Unsubscribe'));
    await title('You’re unsubscribed');
    await pressKeyOn(button(page, 'Undo'));
    await title('You’re subscribed again');
    await pressKeyOn(page.getByRole('checkbox', { name: /Offers from our partners/ }), 'Space');
    await pressKeyOn(button(page, 'Save changes'));
    await page.getByText('Thank you! Your preferences have been updated.').waitFor();
    expect(
      await runSql('select communications, third_party from preference where affiliate_id = $1', [affiliateId]),
    ).toEqual([{ communications: true, third_party: true }]);

    await visit(page, `/unsubscribed/en-US?global_uid=${person?.uid}&kind=logbook.returned`);
    await pressKeyOn(button(page, 'Stop these emails'));
    await expect
      .poll(() => runSql('select kind, by_mail from notification_choice where affiliate_id = $1', [affiliateId]))
      .toEqual([{ kind: 'logbook.returned', by_mail: false }]);
  });
});

/** The left half is red and the right half blue. */
async function drawPhoto() {
  const blue = { create: { width: 600, height: 600, channels: 3, background: '#00f' } } as const;
  const buffer = await sharp({ create: { width: 1200, height: 600, channels: 3, background: '#f00' } })
    .composite([{ input: await sharp(blue).png().toBuffer(), left: 600, top: 0 }])
    .jpeg()
    .toBuffer();
  return { name: 'me.jpg', mimeType: 'image/jpeg', buffer };
}
