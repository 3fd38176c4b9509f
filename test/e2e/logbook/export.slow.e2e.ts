import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { unzipSync } from 'fflate';
import type { Page } from 'playwright';
import { beforeEach, describe, expect, it } from 'vitest';
import { createApiCaller } from '#test/support/e2e/api-calls.ts';
import { checkAppearance } from '#test/support/e2e/check-appearance.ts';
import { runSql } from '#test/support/e2e/database.ts';
import { clearDives, diver, seedDives } from '#test/support/e2e/logbook-dives.ts';
import { readDiveFile } from '#features/logbook/shared/dive-files/read-dive-file.ts';
import { open } from './list-steps.ts';

const samples = Array.from(
  { length: 41 },
  (_, minute) =>
    `<sample time='${minute}:00 min' depth='${minute % 40 === 0 ? 0 : 18}.0 m' temp='18.5 C' pressure0='${200 - minute}.0 bar'/>`,
);
const createDive = (number: number) => `<dive number='${number}' divesiteid='00000001' date='2026-05-0${number}'
  time='10:42:05' duration='40:00 min'><notes>Turtles &amp; rays</notes>
  <cylinder size='12.0 l' o2='32.0%' start='200.0 bar' end='80.0 bar'/>
  <divecomputer model='Perdix 2' date='2026-05-0${number}' time='10:42:05'><depth max='18.0 m'/>${samples.join('')}</divecomputer></dive>`;
const original = `<divelog program='subsurface' version='3'><divesites><site uuid='00000001' name='Blue Hole'/></divesites>
  <dives>${createDive(2)}${createDive(3)}</dives></divelog>`;

/** Imports a file with the page's session and waits for its dives. */
async function importDives(page: Page, file: string, dives: number): Promise<void> {
  const importId = randomUUID();
  const callLogbook = await createApiCaller(page, 'logbook');
  await callLogbook('POST', `api/Import/UploadFile/${importId}/0`, undefined, {
    name: 'blue hole.ssrf',
    file: { name: 'dive.ssrf', mimeType: 'application/xml', buffer: Buffer.from(file) },
  });
  const callGraphql = await createApiCaller(page, 'graphql');
  await callGraphql('POST', '', {
    query: `mutation ($id: ID!) { startImport(id: $id, choices: []) { id } }`,
    variables: { id: importId },
  });
  await expect
    .poll(
      () =>
        runSql('select added from (select count(*)::int as added from dive_import_entry where import_id = $1) as e', [
          importId,
        ]),
      { timeout: 30_000 },
    )
    .toEqual([{ added: dives }]);
}

/** What the logbook has of the imported dives. */
const storedDives = () =>
  runSql(
    `select dive_title, dive_location, dive_date::text, time_in::text, max_depth_m::float8, bottom_time_min, conditions,
       equipment, experience, outline from dive_log where affiliate_id = $1 and dive_title = 'Blue Hole'
     and deleted_at is null order by dive_date`,
    [diver.affiliateId],
  );

/** The label covers the whole card. */
async function choose(page: Page, label: string): Promise<void> {
  await page.getByRole('dialog').getByText(label, { exact: true }).click();
}

async function exportAs(page: Page, format: string): Promise<{ name: string; bytes: Buffer }> {
  await choose(page, format);
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download', exact: true }).click();
  const file = await download;
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  return { name: file.suggestedFilename(), bytes: await readFile(await file.path()) };
}

beforeEach(async () => {
  await clearDives();
  await runSql('delete from dive_import where affiliate_id = $1', [diver.affiliateId]);
});

describe('export', () => {
  it('downloads the dives of the list in every format, and the UDDF file gives the same dives again', async () => {
    await seedDives([{ title: 'North Wall', date: '2026-05-25', status: 'Logged', depthM: 24.8, minutes: 47 }]);
    const page = await open('/logbook/list');
    await importDives(page, original, 2);
    await page.goto('/logbook/list?search=blue');
    const openDialog = () => page.getByRole('button', { name: 'Export', exact: true }).click();

    await openDialog();
    await page.getByRole('radio', { name: 'Dives in this list (2)' }).waitFor();
    await page.getByRole('radio', { name: 'All dives (3)' }).waitFor();
    await checkAppearance(page);
    const pdf = await exportAs(page, 'PDF logbook');
    expect([pdf.name.split('.').at(-1), pdf.bytes.toString('latin1', 0, 5)]).toEqual(['pdf', '%PDF-']);

    await openDialog();
    const uddf = await exportAs(page, 'UDDF');
    await openDialog();
    const subsurface = await exportAs(page, 'Subsurface');
    for (const { bytes } of [uddf, subsurface])
      expect(readDiveFile(bytes).dives.map(({ recordings }) => recordings[0]?.samples.count)).toEqual([41, 41]);
    await openDialog();
    const csv = await exportAs(page, 'CSV');
    expect(readDiveFile(csv.bytes).dives).toMatchObject([{ maxDepthM: 18 }, { notes: 'Turtles & rays' }]);
    await openDialog();
    const originals = await exportAs(page, 'Original files');
    expect(Buffer.from(unzipSync(originals.bytes)['blue hole.ssrf'] ?? []).toString()).toBe(original);

    await openDialog();
    await choose(page, 'All dives (3)');
    expect(readDiveFile((await exportAs(page, 'CSV')).bytes).dives).toHaveLength(3);

    const before = await storedDives();
    expect(before).toHaveLength(2);
    await runSql("delete from dive_log where affiliate_id = $1 and dive_title = 'Blue Hole'", [diver.affiliateId]);
    await importDives(page, uddf.bytes.toString(), 2);
    expect(await storedDives()).toEqual(before);
  });

  it('downloads one dive from its menu, and explains why it has no original file', async () => {
    const [id = ''] = await seedDives([{ title: 'North Wall', date: '2026-05-25', status: 'Logged' }]);
    const page = await open(`/logbook/dive/${id}`, { expectedProblems: [/422/] });
    await page.getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menuitem', { name: 'Export' }).click();
    await choose(page, 'Original files');
    await page.getByRole('button', { name: 'Download', exact: true }).click();
    await page.getByText('These dives weren’t imported from files. Choose another format.').waitFor();
    const csv = await exportAs(page, 'CSV');
    expect(csv.bytes.toString()).toContain('North Wall');
  });
});
