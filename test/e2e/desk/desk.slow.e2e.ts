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
import { open, row, toast, staff } from './desk-steps.ts';

const picture = (background: string) =>
  sharp({ create: { width: 640, height: 400, channels: 3, background } })
    .jpeg()
    .toBuffer();

describe('people search', () => {
  it('explains an empty search and an unknown number', async () => {
    const page = await openPage({ signedInAs: staff, expectedProblems: [/404/] });
    await visit(page, '/desk/people/999999999?search=zzqx');
    await page.getByText('Person not found').waitFor();
    await page.getByText('No results for “zzqx”').waitFor();
    await page.keyboard.press('Escape');
    await expect(page).toShow('/desk/people?search=zzqx', 'People');
  });

  it('moves from the details to the open row with J', async () => {
    const page = await open('/desk/people?search=okafor', 'People');
    await row(page, /Ida Okafor/).click();
    const heading = page.getByRole('heading', { level: 2, name: 'Ida Okafor' });
    await expect.poll(() => heading.evaluate((element) => element === document.activeElement)).toBe(true);
    await page.keyboard.press('j');
    const focused = page.locator('[role=row]:focus');
    await expect.poll(() => focused.textContent()).toContain('Ida Okafor');
  });

  it('finds a store by number', async () => {
    const page = await open('/desk/stores', 'Dive centers');
    await page.keyboard.type('20001');
    await row(page, /Kelder Bay Diving/).click();
    await page.getByRole('heading', { level: 2, name: 'Kelder Bay Diving' }).waitFor();
    expect(new URL(page.url()).pathname).toBe('/desk/stores/400007');
  });
});

describe('code granted by staff', () => {
  it.each([
    ['Grant club membership', 'club-year'],
    ['Grant specialty course', 'specialty-of-choice'],
  ])('requires a reason and belongs to the person: %s', async (button, packageId) => {
    const [person] = await runSql<{ id: number }>(
      `insert into person (sub, given_name, family_name, birthdate) values (gen_random_uuid(), 'Runa', 'Holt', '1991-02-03')
       returning affiliate_id::int as id`,
    );
    const page = await open(`/desk/people/${person?.id}`, 'People');
    await page.getByRole('button', { name: button }).click();
    const dialog = page.getByRole('dialog', { name: button });
    await dialog.getByRole('button', { name: 'Grant code' }).click();
    await dialog.getByText('Enter a reason').waitFor();
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

describe('person of age without email', () => {
  it('cannot be sent the handover link when no former guardian has an email address', async () => {
    const [person] = await runSql<{ id: number }>(
      `insert into person (sub, given_name, family_name, birthdate) values (gen_random_uuid(), 'Ove', 'Strand', '2001-02-03')
       returning affiliate_id::int as id`,
    );
    const page = await open(`/desk/people/${person?.id}`, 'People');
    await page.getByRole('button', { name: 'Resend handover link' }).click();
    await toast(page, 'None of the former guardians has an email address.');
    const auditEntries = await runSql(
      "select data from audit_entry where action = 'handover.link_sent' and subject = $1",
      [`person:${person?.id}`],
    );
    expect(auditEntries).toEqual([{ data: { sentTo: 0 } }]);
    await checkAppearance(page);
  });
});

describe('flags', () => {
  it('show a change made by someone else', async () => {
    const page = await openPage({ signedInAs: staff, expectedProblems: [/409/] });
    await visit(page, '/desk/flags');
    const share = page.getByRole('spinbutton', { name: 'Browser errors' });
    await share.waitFor();
    await runSql(`insert into feature_flag (name, value, updated_by) values ('browser-error-sample-rate', '0.9', 'manual')
      on conflict (name) do update set value = excluded.value`);
    await share.fill('50');
    await page.keyboard.press('Enter');
    await toast(page, 'A colleague just changed this flag. Check the new value and try again.');
    await expect.poll(() => share.inputValue()).toBe('90');
    await runSql("delete from feature_flag where name = 'browser-error-sample-rate'");
  });
});

describe('audit log', () => {
  it('loads older entries', async () => {
    await runSql(`insert into audit_entry (chain, chain_seq, at, actor_affiliate_id, action, subject, data, correlation_id, prev_hash, hash)
      select 1, 2000000 + n, now(), 400008, 'sample.action', 'sample', '{}', 'sample', '', md5(n::text) from generate_series(1, 60) n`);
    const page = await open('/desk/audit?action=sample', 'Audit log');
    await page.getByRole('button', { name: 'Show older' }).click();
    await expect.poll(() => page.locator('[data-part=log] li').count()).toBe(60);
    await runSql("delete from audit_entry where action = 'sample.action'");
  });
});

describe('mails', () => {
  it('are previewed in any language, on desktop, phone and as text', async () => {
    const page = await open('/desk/mails', 'Email templates');
    await page.getByRole('option', { name: 'Photo not approved' }).click();
    const frame = page.frameLocator('iframe');
    await frame.getByText('We can’t use your new photo').first().waitFor();
    await page.getByLabel('Email language').selectOption('ar-SA');
    await expect.poll(() => frame.locator('html').getAttribute('dir')).toBe('rtl');
    await page.getByText('Phone', { exact: true }).click();
    await expect.poll(async () => (await page.locator('iframe').boundingBox())?.width).toBe(375);
    await page.getByText('Plain text', { exact: true }).click();
    await page.locator('main pre').waitFor();
    await checkAppearance(page);
  });
});

describe("pictures of other agencies' cards", () => {
  it('are rejected with a reason, uploaded again and approved by keyboard', async () => {
    // The demo's cards were submitted earlier and would be shown first.
    await runSql("update outside_certification set status = 'approved', decided_at = now() where status = 'pending'");
    const { page: diver } = await openPageAsNewUser();
    await visit(diver, '/certifications/list');
    const call = await createApiCaller(diver, 'ecards');
    const card = { agency: 'Lake Divers', level: 'Ice Pilot', number: 'LD-7', certDate: '28-FEB-2019' };
    const { id } = await call<{ id: string }>('POST', 'outside', card);
    const imageFile = { name: 'card.jpg', mimeType: 'image/jpeg', buffer: await picture('#222') };
    await call('POST', `outside/${id}/picture`, undefined, { imageFile });

    const desk = await open('/desk/card-photos', 'Card photos');
    const shown = desk.getByRole('img', { name: 'Card photo submitted by Nora Fjord' });
    await shown.waitFor();
    await desk.getByText('LD-7').waitFor();
    const approve = desk.getByRole('button', { name: 'Approve' });
    await expect.poll(() => approve.getAttribute('aria-disabled')).toBeNull();
    await desk.keyboard.press('r');
    await desk.getByRole('button', { name: 'Not readable' }).click();
    await desk.getByRole('button', { name: 'Reject card' }).click();
    await toast(desk, /Nora Fjord’s card was rejected/);
    await desk.getByText('No card photos to review').waitFor();

    await visit(diver, '/certifications/list');
    const entry = diver.getByRole('listitem').filter({ hasText: 'Ice Pilot' });
    await entry.getByText('too dark or blurry').waitFor();
    await checkAppearance(diver);
    const chooser = diver.waitForEvent('filechooser');
    await entry.getByRole('button', { name: 'Upload a new photo' }).click();
    await (await chooser).setFiles({ name: 'card.jpg', mimeType: 'image/jpeg', buffer: await picture('#ddd') });
    await entry.getByText('Pending').waitFor();

    await visit(desk, '/desk/card-photos');
    await shown.waitFor();
    await expect.poll(() => approve.getAttribute('aria-disabled')).toBeNull();
    await desk.keyboard.press('a');
    await toast(desk, 'Nora Fjord’s card was approved.');
    await visit(diver, '/certifications/list');
    await entry.getByText('Verified', { exact: true }).waitFor();
  });
});

describe('audit log', () => {
  it('says when a name matches more people than are looked up', async () => {
    const page = await openPage({ signedInAs: staff });
    const note = page.locator('[data-part=log] > [aria-live]');
    await visit(page, '/desk/audit?subject=ma');
    await expect.poll(() => note.textContent()).not.toBe('');
    await visit(page, '/desk/audit?subject=Lindqvist');
    await page.locator('[data-part=log] summary').first().waitFor();
    expect(await note.textContent()).toBe('');
  });
});

/** A new diver uploads the physician's page of a form without a reviewer. Returns the form. */
async function uploadPhysicianPage(): Promise<string> {
  const { page: diver } = await openPageAsNewUser();
  await visit(diver, '/training/forms-applications');
  const documentId = await signForms(diver, { yes: ['medical.q3'] });
  const call = await createApiCaller(diver, 'forms');
  const file = { name: 'page.jpg', mimeType: 'image/jpeg', buffer: await picture('#fff') };
  await call('POST', 'Data', undefined, { kind: 'page', documentId, key: randomUUID(), file });
  return documentId;
}

describe("physician's pages without a name", () => {
  it('are queued at the desk, opened on request and decided there', async () => {
    const documentId = await uploadPhysicianPage();

    const page = await open('/desk/pages', 'Medical clearances');
    const waiting = row(page, /Nora Fjord/);
    await waiting.waitFor();
    const readings = () => runSql("select from form_reading where record_id = $1 and relation = 'staff'", [documentId]);
    expect(await readings()).toEqual([]);
    await waiting.click();
    await page.getByRole('heading', { level: 2, name: 'Nora Fjord' }).waitFor();
    await page.getByRole('figure').getByRole('img').waitFor();
    await checkAppearance(page);
    expect((await readings()).length).toBeGreaterThan(0);
    await page.getByText('Approved', { exact: true }).click();
    await page.locator('form:has([type=radio]) button[type=submit]').click();
    await page.getByText('Enter the date the physician signed.').waitFor();
    await page.getByLabel('Date signed by the physician').fill(new Date().toISOString().slice(0, 10));
    await page.locator('form:has([type=radio]) button[type=submit]').click();
    await waiting.waitFor({ state: 'detached' });
  });

  it('tell the clerk who loses a race who decided', async () => {
    const documentId = await uploadPhysicianPage();
    const pages = [await openPage({ signedInAs: staff }), await openPage({ signedInAs: staff })];
    for (const page of pages) {
      await visit(page, `/desk/pages?open=${documentId}`);
      await page.getByRole('figure').getByRole('img').waitFor();
      // Live events start when a page is used.
      await page.getByRole('heading', { level: 1 }).click();
    }
    const [first, second] = pages as [Page, Page];
    await first.getByRole('radio').first().check({ force: true });
    await first.locator('input[type=date]').fill(new Date().toISOString().slice(0, 10));
    await first.locator('form:has([type=radio]) button[type=submit]').click();
    await second.locator('[data-part=decided-by]').getByText('Priya Raman').waitFor();
    await expect.poll(() => second.getByRole('figure').count()).toBe(0);
    // The clerk's own decision closes the page without a message.
    await expect.poll(() => first.getByRole('figure').count()).toBe(0);
    expect(await first.locator('[data-part=decided-by]').count()).toBe(0);
  });
});
