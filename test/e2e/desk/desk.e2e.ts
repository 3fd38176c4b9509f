import { describe, expect, it } from 'vitest';
import { visit } from '#platform/testing/browser.ts';
import { countWhenLoaded } from '#test/support/e2e/count-when-loaded.ts';
import { clearDesk, createDeskApplicant } from '#test/support/e2e/desk-applicants.ts';
import { runSql } from '#test/support/e2e/database.ts';
import { checkAppearance } from '#test/support/e2e/check-appearance.ts';
import { open, row, toast } from './desk-steps.ts';

describe('people search', () => {
  it('finds a person while typing, opens the file by keyboard and links to the audit log', async () => {
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
    // Accesses are folded away from changes.
    await page.getByRole('heading', { level: 1, name: 'Audit log' }).waitFor();
    expect(await countWhenLoaded(page.getByText('Viewed \u2068Adaeze Okafor\u2069’s record'))).toBe(0);
    await page.getByRole('switch', { name: 'Include views' }).click();
    await page.getByText('Viewed \u2068Adaeze Okafor\u2069’s record').first().waitFor();
  });

  it('focuses the search with a slash, and Enter opens the only match', async () => {
    const page = await open('/desk/people', 'People');
    await page.getByRole('heading', { level: 1, name: 'People' }).click();
    await page.keyboard.press('/');
    await page.keyboard.type('kelder bay');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 2, name: 'Kelder Bay Diving' }).waitFor();
    // Stores don't dive and have no photo.
    const file = page.getByRole('region', { name: 'Kelder Bay Diving' });
    await file.getByText(/orders?$/).waitFor();
    expect(await countWhenLoaded(file.getByText(/dives? logged|signed form|Photo/))).toBe(0);
  });
});

describe('two clerks at one queue', () => {
  it('see each other’s decisions live, and read who decided', async () => {
    await createDeskApplicant({ given: 'Zofia', family: 'Pelikan', days: 5 });
    await createDeskApplicant({ given: 'Jan', family: 'Pelikan', days: 4 });
    const [first, second] = [
      await open('/desk/applications?search=pelikan', 'Applications'),
      await open('/desk/applications?search=pelikan', 'Applications'),
    ];
    for (const page of [first, second]) {
      await page.getByRole('heading', { level: 2, name: 'Zofia Pelikan' }).waitFor();
      await expect.poll(() => page.getByRole('button', { name: 'Approve' }).getAttribute('aria-disabled')).toBeNull();
      // Live events start when a page is used.
      await page.getByRole('heading', { level: 1 }).click();
    }
    await first.keyboard.press('a');
    await toast(first, /Zofia Pelikan/);
    await second
      .locator('[data-part=decided-by]')
      .getByText(/Priya Raman.*Approved .*Zofia Pelikan.*application/)
      .waitFor();
    await expect.poll(() => second.getByRole('row').filter({ hasText: 'Zofia' }).count()).toBe(0);
    await clearDesk();
  });
});

describe('cards', () => {
  it('are found by number and revoked with a public reason', async () => {
    const [card] = await runSql<{ id: number }>(
      `with holder as (insert into person (sub, given_name, family_name) values (gen_random_uuid(), 'Odile', 'Renard')
         returning affiliate_id)
       insert into certification (affiliate_id, level_id, cert_date, office)
       select affiliate_id, 30, '2025-05-04', 'Leith' from holder returning license_id::int as id`,
    );
    const page = await open(`/desk/cards?search=${card?.id}`, 'Cards');
    await row(page, /Odile Renard/).click();
    await checkAppearance(page);
    await page.getByRole('button', { name: 'Revoke card' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Revoke card' }).click();
    await dialog.getByText('Enter a reason').waitFor();
    await dialog.getByLabel('Reason').fill('Issued to the wrong person.');
    await checkAppearance(page);
    await dialog.getByRole('button', { name: 'Revoke card' }).click();
    await toast(page, 'Odile Renard’s card was revoked.');
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
  it('are set, show who set them and can be reset', async () => {
    await runSql('delete from feature_flag');
    const page = await open('/desk/flags', 'Feature flags');
    const texts = page.getByRole('textbox', { name: 'Banner message' });
    await texts.fill('Back at noon.');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await toast(page, 'Flag updated.');
    await page.getByText('Changed by Priya Raman').waitFor();
    expect(await runSql("select value from feature_flag where name = 'maintenance-message'")).toEqual([
      { value: 'Back at noon.' },
    ]);
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect.poll(() => texts.inputValue()).toBe('');
    const share = page.getByRole('spinbutton', { name: 'Request tracing' });
    await share.fill('150');
    await page.getByText('Enter a number from 0 to 100').waitFor();
    await share.fill('25');
    await page.keyboard.press('Enter');
    await expect
      .poll(() => runSql("select value from feature_flag where name = 'trace-sample-rate'"))
      .toEqual([{ value: 0.25 }]);
  });
});

describe('audit log', () => {
  it('filters by URL, reads as sentences and shows the recorded data', async () => {
    const page = await open('/desk/people?search=kelder', 'People');
    await visit(page, '/desk/audit');
    await page.getByLabel('Action').fill('person.search');
    await expect.poll(() => new URL(page.url()).search).toBe('?action=person.search');
    const entry = page.getByRole('listitem').filter({ hasText: 'Searched for people' }).first();
    await entry.locator('summary').click();
    await entry.getByText('"length": 6').waitFor();
    await entry.getByRole('button', { name: 'Copy correlation ID' }).waitFor();
    await checkAppearance(page);
    await page.getByRole('button', { name: 'Clear filters' }).click();
    await expect.poll(() => new URL(page.url()).search).toBe('');
    await page.getByLabel('Subject').fill('nothing:1');
    await page.getByText('No entries found').waitFor();
  });
});
