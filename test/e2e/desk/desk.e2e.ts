import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { openPage, visit } from '#platform/testing/browser.ts';
import { createApiCaller } from '#test/support/e2e/api-calls.ts';
import { runSql } from '#test/support/e2e/database.ts';
import '#test/support/e2e/expect-page.ts';
import { checkAppearance } from '#test/support/e2e/check-appearance.ts';
import { openPageAsNewUser } from '#test/support/e2e/new-users.ts';
import { signForms } from '#test/support/e2e/signed-forms.ts';

const staff = 'staff@demo.test';
const picture = (background: string) =>
  sharp({ create: { width: 640, height: 400, channels: 3, background } })
    .jpeg()
    .toBuffer();

async function open(path: string, heading: string): Promise<Page> {
  const page = await openPage({ signedInAs: staff });
  await visit(page, path);
  await page.getByRole('heading', { level: 1, name: heading }).waitFor();
  return page;
}

const row = (page: Page, name: string | RegExp) => page.getByRole('row', { name }).first();
const toast = (page: Page, text: string | RegExp) => page.locator('.toast').getByText(text).waitFor();

describe('looking somebody up', () => {
  it('finds a person as one types, opens the file by keys, and leads on to what was done about them', async () => {
    const page = await open('/desk/people', 'People');
    await page.keyboard.type('ida okafor');
    await row(page, /Ida Okafor/).waitFor();
    await expect.poll(() => new URL(page.url()).searchParams.get('search')).toBe('ida okafor');
    await expect.poll(() => page.getByRole('row', { name: /Okafor/ }).count()).toBe(1);
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('j');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 2, name: 'Ida Okafor' }).waitFor();
    const file = page.getByRole('region', { name: 'Ida Okafor' });
    await file.getByText('minor@demo.test').waitFor();
    await file.getByRole('link', { name: 'Adaeze Okafor' }).click();
    await page.getByRole('heading', { level: 2, name: 'Adaeze Okafor' }).waitFor();
    await page.getByRole('link', { name: 'Account history' }).click();
    await page.getByText('Opened the file of \u2068Adaeze Okafor\u2069').first().waitFor();
  });

  it('says that nobody was found, and that a number is nobody’s', async () => {
    const page = await openPage({ signedInAs: staff, expectedProblems: [/404/] });
    await visit(page, '/desk/people/999999999?search=zzqx');
    await page.getByText('Nobody has this number').waitFor();
    await page.getByText('Nothing found for “zzqx”').waitFor();
    await page.keyboard.press('Escape');
    await expect(page).toShow('/desk/people?search=zzqx', 'People');
  });

  it('finds a store by its number', async () => {
    const page = await open('/desk/stores', 'Stores');
    await page.keyboard.type('20001');
    await row(page, /Kelder Bay Diving/).click();
    await page.getByRole('heading', { level: 2, name: 'Kelder Bay Diving' }).waitFor();
    expect(new URL(page.url()).pathname).toBe('/desk/stores/400007');
  });
});

describe('a code granted by staff', () => {
  it.each([
    ['Grant club year', 'club-year'],
    ['Grant specialty', 'specialty-of-choice'],
  ])('needs a reason, and is the person’s: %s', async (button, packageId) => {
    const [person] = await runSql<{ id: number }>(
      `insert into person (sub, given_name, family_name, birthdate) values (gen_random_uuid(), 'Runa', 'Holt', '1991-02-03')
       returning affiliate_id::int as id`,
    );
    const page = await open(`/desk/people/${person?.id}`, 'People');
    await page.getByRole('button', { name: button }).click();
    const dialog = page.getByRole('dialog', { name: button });
    await dialog.getByRole('button', { name: 'Grant code' }).click();
    await dialog.getByText('Enter a reason.').waitFor();
    await dialog.getByRole('textbox').fill('Her course was cancelled.');
    await checkAppearance(page);
    await dialog.getByRole('button', { name: 'Grant code' }).click();
    await page.getByText(/^Code granted to/).waitFor();
    const granted = await runSql('select package_id as id from access_code where holder_affiliate_id = $1', [
      person?.id,
    ]);
    expect(granted).toEqual([{ id: packageId }]);
  });
});

describe('who came of age without an e-mail', () => {
  it('is sent the handover link again from the file, and the desk is told where nobody is left to pass it on', async () => {
    const [grown] = await runSql<{ id: number }>(
      `insert into person (sub, given_name, family_name, birthdate) values (gen_random_uuid(), 'Ove', 'Strand', '2001-02-03')
       returning affiliate_id::int as id`,
    );
    const page = await open(`/desk/people/${grown?.id}`, 'People');
    await page.getByRole('button', { name: 'Send the handover link again' }).click();
    await toast(page, 'No former guardian has an e-mail here to send the link to.');
    const deeds = await runSql("select data from audit_entry where action = 'handover.link_sent' and subject = $1", [
      `person:${grown?.id}`,
    ]);
    expect(deeds).toEqual([{ data: { sentTo: 0 } }]);
    await checkAppearance(page);
  });
});

describe('cards', () => {
  it('are found by number and revoked with a reason that everybody reads', async () => {
    const [card] = await runSql<{ id: number }>(
      `with somebody as (insert into person (sub, given_name, family_name) values (gen_random_uuid(), 'Odile', 'Renard')
         returning affiliate_id)
       insert into certification (affiliate_id, level_id, cert_date, office)
       select affiliate_id, 30, '2025-05-04', 'Leith' from somebody returning license_id::int as id`,
    );
    const page = await open(`/desk/cards?search=${card?.id}`, 'Cards');
    await row(page, /Odile Renard/).click();
    await checkAppearance(page);
    await page.getByRole('button', { name: 'Revoke' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Revoke' }).click();
    await dialog.getByText('Say why').waitFor();
    await dialog.getByLabel('Reason').fill('Issued to the wrong person.');
    await checkAppearance(page);
    await dialog.getByRole('button', { name: 'Revoke' }).click();
    await toast(page, 'The card of Odile Renard is revoked.');
    await page.getByText('Revoked: Issued to the wrong person.').waitFor();
    await row(page, /Odile Renard/)
      .getByText('Revoked')
      .waitFor();
    expect(
      await runSql('select revoked_reason as reason from certification where license_id = $1', [card?.id]),
    ).toEqual([{ reason: 'Issued to the wrong person.' }]);
  });
});

describe('flags', () => {
  it('are set at once, say who set them, and are taken back by a press', async () => {
    await runSql('delete from feature_flag');
    const page = await open('/desk/flags', 'Feature flags');
    const words = page.getByRole('textbox', { name: 'Words of the banner' });
    await words.fill('Back at noon.');
    await page.getByRole('button', { name: 'Set', exact: true }).click();
    await toast(page, 'The flag is set.');
    await page.getByText('Set by Priya Raman').waitFor();
    expect(await runSql("select value from feature_flag where name = 'maintenance-message'")).toEqual([
      { value: 'Back at noon.' },
    ]);
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect.poll(() => words.inputValue()).toBe('');
    const share = page.getByRole('spinbutton', { name: 'Traced requests' });
    await share.fill('150');
    await page.getByText('A number from 0 to 100').waitFor();
    await share.fill('25');
    await page.keyboard.press('Enter');
    await expect
      .poll(() => runSql("select value from feature_flag where name = 'trace-sample-rate'"))
      .toEqual([{ value: 0.25 }]);
  });

  it('that somebody else has set meanwhile are shown as they are now', async () => {
    const page = await openPage({ signedInAs: staff, expectedProblems: [/409/] });
    await visit(page, '/desk/flags');
    const share = page.getByRole('spinbutton', { name: 'Errors from browsers' });
    await share.waitFor();
    await runSql(`insert into feature_flag (name, value, updated_by) values ('browser-error-sample-rate', '0.9', 'a hand')
      on conflict (name) do update set value = excluded.value`);
    await share.fill('50');
    await page.keyboard.press('Enter');
    await toast(page, 'Somebody else has just set this flag. Look at it again.');
    await expect.poll(() => share.inputValue()).toBe('90');
    await runSql("delete from feature_flag where name = 'browser-error-sample-rate'");
  });
});

describe('the audit log', () => {
  it('is narrowed in its address, read in words, and shows what was written down', async () => {
    const page = await open('/desk/people?search=kelder', 'People');
    await visit(page, '/desk/audit');
    await page.getByLabel('Deed').fill('person.search');
    await expect.poll(() => new URL(page.url()).search).toBe('?action=person.search');
    const entry = page.getByRole('listitem').filter({ hasText: 'Looked for people' }).first();
    await entry.locator('summary').click();
    await entry.getByText('"length": 6').waitFor();
    await entry.getByRole('button', { name: 'Copy the correlation id' }).waitFor();
    await checkAppearance(page);
    await page.getByRole('button', { name: 'Show all' }).click();
    await expect.poll(() => new URL(page.url()).search).toBe('');
    await page.getByLabel('About').fill('nothing:1');
    await page.getByText('Nothing was written down').waitFor();
  });

  it('loads what is older', async () => {
    await runSql(`insert into audit_entry (seq, at, actor_affiliate_id, action, subject, data, correlation_id, prev_hash, hash)
      select 900000000 + n, now(), 400008, 'sample.deed', 'sample', '{}', 'sample', '', md5(n::text) from generate_series(1, 60) n`);
    const page = await open('/desk/audit?action=sample', 'Audit log');
    await page.getByRole('button', { name: 'Load older' }).click();
    await expect.poll(() => page.locator('.trail-rows li').count()).toBe(60);
    await runSql("delete from audit_entry where action = 'sample.deed'");
  });
});

describe('mails', () => {
  it('are shown as somebody gets them, in any language, wide, small and as text', async () => {
    const page = await open('/desk/mails', 'Mails');
    await page.getByRole('option', { name: 'Your photo was not approved' }).click();
    const frame = page.frameLocator('iframe');
    await frame.getByText('The new photo cannot be used').first().waitFor();
    await page.getByLabel('Language of the mail').selectOption('ar-SA');
    await expect.poll(() => frame.locator('html').getAttribute('dir')).toBe('rtl');
    await page.getByText('Phone', { exact: true }).click();
    await expect.poll(async () => (await page.locator('iframe').boundingBox())?.width).toBe(375);
    await page.getByText('Plain text', { exact: true }).click();
    await page.locator('.mail-text').waitFor();
    await checkAppearance(page);
  });
});

describe('pictures of cards from elsewhere', () => {
  it('are rejected with a reason, sent anew by their owner, and approved, all by keys', async () => {
    const { page: diver } = await openPageAsNewUser();
    await visit(diver, '/certifications/list');
    const call = await createApiCaller(diver, 'ecards');
    const card = { agency: 'Lake Divers', level: 'Ice Pilot', number: 'LD-7', certDate: '28-FEB-2019' };
    const { id } = await call<{ id: string }>('POST', 'outside', card);
    const imageFile = { name: 'card.jpg', mimeType: 'image/jpeg', buffer: await picture('#222') };
    await call('POST', `outside/${id}/picture`, undefined, { imageFile });

    const desk = await open('/desk/card-photos', 'Cards from elsewhere');
    const shown = desk.getByRole('img', { name: 'Picture of the card that Nora Fjord sent in' });
    await shown.waitFor();
    await desk.getByText('LD-7').waitFor();
    const approve = desk.getByRole('button', { name: 'Approve' });
    await expect.poll(() => approve.getAttribute('aria-disabled')).toBeNull();
    await desk.keyboard.press('r');
    await desk.getByRole('button', { name: 'Cannot be read' }).click();
    await desk.getByRole('button', { name: 'Reject the card' }).click();
    await toast(desk, /The card of Nora Fjord is rejected/);
    await desk.getByText('No card waits').waitFor();

    await visit(diver, '/certifications/list');
    const entry = diver.getByRole('listitem').filter({ hasText: 'Ice Pilot' });
    await entry.getByText('too dark or blurred').waitFor();
    await checkAppearance(diver);
    const chooser = diver.waitForEvent('filechooser');
    await entry.getByRole('button', { name: 'Add another picture' }).click();
    await (await chooser).setFiles({ name: 'card.jpg', mimeType: 'image/jpeg', buffer: await picture('#ddd') });
    await entry.getByText('Being checked').waitFor();

    await visit(desk, '/desk/card-photos');
    await shown.waitFor();
    await expect.poll(() => approve.getAttribute('aria-disabled')).toBeNull();
    await desk.keyboard.press('a');
    await toast(desk, 'The card of Nora Fjord is approved.');
    await visit(diver, '/certifications/list');
    await entry.getByText('Checked', { exact: true }).waitFor();
  });
});

describe('physician’s pages that name nobody', () => {
  it('wait at the desk, open only when asked for, and are decided there', async () => {
    const { page: diver } = await openPageAsNewUser();
    await visit(diver, '/training/forms-applications');
    const documentId = await signForms(diver, { yes: ['medical.q3'] });
    const call = await createApiCaller(diver, 'forms');
    const file = { name: 'page.jpg', mimeType: 'image/jpeg', buffer: await picture('#fff') };
    await call('POST', 'Data', undefined, { kind: 'page', documentId, key: randomUUID(), file });

    const page = await open('/desk/pages', 'Physician’s clearances');
    const waiting = row(page, /Nora Fjord/);
    await waiting.waitFor();
    const readings = () => runSql("select from form_reading where record_id = $1 and relation = 'staff'", [documentId]);
    expect(await readings()).toEqual([]);
    await waiting.click();
    await page.getByRole('heading', { level: 2, name: 'Nora Fjord' }).waitFor();
    await page.locator('.file-view img').waitFor();
    await checkAppearance(page);
    expect((await readings()).length).toBeGreaterThan(0);
    await page.getByText('Approved', { exact: true }).click();
    await page.locator('.review button[type=submit]').click();
    await page.getByText('Please enter the day that stands on the page.').waitFor();
    await page.getByLabel('Day the physician signed').fill(new Date().toISOString().slice(0, 10));
    await page.locator('.review button[type=submit]').click();
    await waiting.waitFor({ state: 'detached' });
  });
});
