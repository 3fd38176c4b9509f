import { beforeEach, describe, expect, it } from 'vitest';
import { checkAppearance } from '#test/support/e2e/check-appearance.ts';
import { runSql } from '#test/support/e2e/database.ts';
import '#test/support/e2e/expect-page.ts';
import { diver, seedDives } from '#test/support/e2e/logbook-dives.ts';
import {
  chooseFiles,
  clearImports,
  countDives,
  createDiveFile,
  importAll,
  spreadsheet,
  toUpload,
} from './import-steps.ts';
import { encodeActivity } from '#features/logbook/shared/dive-files/fit-testing.ts';
import {
  cloudTables,
  encodeDatabase,
  encodeLog,
  packLog,
} from '#features/logbook/server/imports/shearwater/shearwater-testing.ts';
import { open } from './list-steps.ts';

const file = () => toUpload('24 dives.ssrf', createDiveFile());

beforeEach(clearImports);

describe('importing dives', () => {
  it('adds 24 dives, attaches one that was logged by hand, is undone, and repeats', async () => {
    const [typed = ''] = await seedDives([
      { title: 'My own words', date: '2026-04-03', status: 'Logged', depthM: 15.5, minutes: 42 },
    ]);
    const page = await open('/logbook/list');
    await page.getByRole('link', { name: 'Import dives' }).click();
    await expect(page).toShow('/logbook/import', 'Import dives');
    await chooseFiles(page, file());
    await page.getByRole('heading', { name: '24 dives found' }).waitFor();
    const first = page.locator('[data-part=dives] > li').first();
    await first.getByText('Likely match', { exact: true }).first().waitFor();
    await first.getByText('Max depth: 15.5 m entered, 16 m recorded').waitFor();
    expect(await first.getByRole('radio', { name: 'Attach the recording' }).isChecked()).toBe(true);
    expect(await page.locator('[data-part=dives] svg.profile').count()).toBeGreaterThan(3);
    await checkAppearance(page);

    await importAll(page);
    await expect(page).toShow(new URL(page.url()).pathname, '24 dives imported');
    expect(await countDives()).toBe(24);
    const report = page.locator('details').nth(1);
    await report.locator('summary').click();
    await report.getByText('Dive time: 2430 s saved as 41').waitFor();
    await report.getByText('Tags: reef left out. The logbook has no field for it.').waitFor();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download report' }).click(),
    ]);
    expect(download.suggestedFilename()).toMatch(/^import-[\d-]+\.csv$/);
    await checkAppearance(page);
    const [log] = await runSql('select dive_title, max_depth_m::float8, is_imported from dive_log where id = $1', [
      typed,
    ]);
    expect(log).toEqual({ dive_title: 'My own words', max_depth_m: 15.5, is_imported: false });
    const notices = await runSql("select 1 from notification where affiliate_id = $1 and kind = 'logbook.imported'", [
      diver.affiliateId,
    ]);
    expect(notices.length).toBeGreaterThan(0);

    await runSql(
      "update dive_log set dive_title = 'Edited since', version = version + 1 where affiliate_id = $1 and dive_date = '2026-04-09'",
      [diver.affiliateId],
    );
    await page.getByRole('button', { name: 'Undo import' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Undo import' }).click();
    await page.getByText('22 dives deleted. 1 recording removed.').waitFor();
    await page.getByText('1 dive stays in your logbook:').waitFor();
    await page.getByRole('link', { name: 'Edited since' }).first().waitFor();
    expect(await countDives()).toBe(2);

    await page.goto('/logbook/import');
    await page.getByText('Import undone').waitFor();
    await chooseFiles(page, file());
    await page.getByRole('heading', { name: '24 dives found' }).waitFor();
    expect(await page.getByText('Already in your logbook').count()).toBeLessThan(2);
    await importAll(page);
    expect(await countDives()).toBe(24);

    await page.goto('/logbook/import');
    await chooseFiles(page, file());
    await page.getByText('0 of 24 selected').waitFor();
    expect(await page.getByRole('button', { name: 'Import dives' }).getAttribute('aria-disabled')).toBe('true');
    expect(await countDives()).toBe(24);
  });

  it('reads a spreadsheet with the columns that the person chose, and remembers them', async () => {
    const page = await open('/logbook/import');
    await chooseFiles(page, toUpload('mine.csv', spreadsheet));
    await page.getByLabel('When').selectOption({ label: 'Date' });
    await page.getByLabel('How far').selectOption({ label: 'Max depth' });
    await page.getByLabel('Where').selectOption({ label: 'Dive site' });
    await page.getByLabel('Date', { exact: true }).selectOption('mdy');
    await page.getByLabel('Decimal separator').selectOption(',');
    await page.getByLabel('Depth', { exact: true }).selectOption('ft');
    await page.getByText('Blue Hole', { exact: true }).waitFor();
    await page
      .getByText(/^18\.3/)
      .first()
      .waitFor();
    await checkAppearance(page);
    await importAll(page);
    const rows = await runSql(
      'select dive_title, dive_date::text, round(max_depth_m, 1)::float8 as depth from dive_log where affiliate_id = $1 order by dive_date',
      [diver.affiliateId],
    );
    expect(rows).toEqual([
      { dive_title: 'Blue Hole', dive_date: '2026-03-04', depth: 18.3 },
      { dive_title: 'Canyon', dive_date: '2026-03-25', depth: 22.1 },
    ]);

    await page.goto('/logbook/import');
    await chooseFiles(page, toUpload('mine again.csv', spreadsheet));
    await page.getByText('Already in your logbook').first().waitFor();
  });

  it('previews a FIT file in the browser, and a database with the help of the server', async () => {
    const log = packLog(encodeLog());
    const database = encodeDatabase(cloudTables, [
      ['dive_details', { DiveId: 'a', DiveDate: '2025-09-20 07:42:35', Site: 'Blue Hole' }],
      ['log_data', { log_id: 'a', format: 'sw-pnf', data_bytes_1: log }],
    ]);
    const page = await open('/logbook/import');
    await chooseFiles(page, toUpload('activity.fit', encodeActivity({})), toUpload('cloud.db', database));
    await page.getByRole('heading', { name: '2 dives found' }).waitFor();
    await page.getByText('18.4').first().waitFor();
    await page.getByText('Blue Hole', { exact: true }).waitFor();
    await importAll(page);
    const recordings = await runSql('select sample_count from dive_recording where affiliate_id = $1 order by 1', [
      diver.affiliateId,
    ]);
    expect(recordings).toEqual([{ sample_count: 2 }, { sample_count: 3 }]);
  });

  it('explains files that it can’t read, and asks for a missing date', async () => {
    const page = await open('/logbook/import');
    await chooseFiles(
      page,
      toUpload('empty.fit', ''),
      toUpload('photo.bin', '\u0000\u0001\u0002'),
      toUpload('entities.uddf', '<!DOCTYPE x [<!ENTITY a "b">]><uddf version="3.2.1">&a;</uddf>'),
      toUpload('dateless.csv', 'Date,Depth (m),Site\n,18,Reef\n2026-04-02,12,Wall\n'),
    );
    await page.getByText('This file is empty.').waitFor();
    await page.getByText('This isn’t a dive log we can read.').waitFor();
    await page.getByText('This file contains definitions that we don’t accept for security reasons.').waitFor();
    await page.getByText('Needs attention').waitFor();
    await page.getByText('1 of 2 selected').waitFor();
    await page.getByLabel('Dive start, local time').fill('2026-04-01T09:30');
    await page.getByLabel('Dive start, local time').blur();
    await page.getByText('2 of 2 selected').waitFor();
    await importAll(page);
    const rows = await runSql<{ time: string }>(
      "select dive_date || ' ' || time_in as time from dive_log where affiliate_id = $1 and dive_title = 'Reef'",
      [diver.affiliateId],
    );
    expect(rows).toEqual([{ time: '2026-04-01 09:30:00' }]);
  });

  it('keeps the files through a failed upload and a reload', async () => {
    const page = await open('/logbook/import', { expectedProblems: [/409/] });
    await chooseFiles(page, file());
    await page.getByRole('heading', { name: '24 dives found' }).waitFor();
    await page.route('**/UploadFile/**', (route) => route.fulfill({ status: 409, body: '{"errors":[]}' }));
    await page.getByRole('button', { name: 'Import 24 dives' }).click();
    await page.getByRole('button', { name: 'Try again' }).waitFor();
    await page.unroute('**/UploadFile/**');
    await page.reload();
    await page.getByRole('heading', { name: '24 dives found' }).waitFor();
    await importAll(page);
    expect(await countDives()).toBe(24);
  });

  it('takes files that another app shares, with and without the service worker', async () => {
    const page = await open('/logbook/import');
    await page.evaluate(() => navigator.serviceWorker.ready);
    await page.reload();
    await page.evaluate((text) => {
      const form = document.createElement('form');
      form.method = 'POST';
      form.action = '/logbook/import';
      form.enctype = 'multipart/form-data';
      const input = document.createElement('input');
      input.type = 'file';
      input.name = 'files';
      const data = new DataTransfer();
      data.items.add(new File([text], 'shared.csv'));
      input.files = data.files;
      form.append(input);
      document.body.append(form);
      form.submit();
    }, 'Date,Depth (m),Site\n2026-04-02,12,Shared reef\n');
    await expect(page).toShow('/logbook/import?shared=files', 'Import dives');
    await page.locator('[data-part=title]', { hasText: 'Shared reef' }).waitFor();
    await page.goto('/logbook/import?shared=none');
    await page.getByText('We didn’t receive the files you shared. Choose them here instead.').waitFor();
  });

  it('works with the keyboard, and numbers dives from 301', async () => {
    const page = await open('/logbook/import');
    await chooseFiles(page, file());
    await page.getByRole('heading', { name: '24 dives found' }).waitFor();
    await page.getByRole('button', { name: 'Select none' }).focus();
    await page.keyboard.press('Enter');
    await page.getByText('0 of 24 selected').waitFor();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Space');
    await page.getByText('1 of 24 selected').waitFor();
    await page.getByRole('button', { name: 'Import 1 dive' }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Import report' }).waitFor({ timeout: 60_000 });
    expect(await countDives()).toBe(1);

    await page.goto('/logbook/list');
    await page.getByRole('button', { name: 'More actions', exact: true }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('menuitem', { name: 'First dive number' }).press('Enter');
    await page.getByLabel('Number of your first dive here').fill('301');
    await page.keyboard.press('Enter');
    await page.getByText('#301').waitFor();
    await runSql('delete from logbook_setting where affiliate_id = $1', [diver.affiliateId]);
  });
});
