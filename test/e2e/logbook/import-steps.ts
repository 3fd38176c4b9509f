import type { Page } from 'playwright';
import { runSql } from '#test/support/e2e/database.ts';
import { clearDives, diver } from '#test/support/e2e/logbook-dives.ts';

/** 24 dives on 24 days with a sample a minute, as Subsurface writes them. */
export function createDiveFile(): string {
  const dives = Array.from({ length: 24 }, (_, index) => {
    const day = String(index + 1).padStart(2, '0');
    const depth = 12 + (index % 8) * 2;
    const samples = Array.from({ length: 41 }, (_sample, minute) => {
      const share = Math.min(1, minute / 5, (40 - minute) / 12);
      return `<sample time='${minute}:00 min' depth='${(depth * share).toFixed(1)} m' temp='${(20 - minute / 10).toFixed(1)} C'/>`;
    });
    return `<dive number='${index + 1}' divesiteid='0000000${index % 4}' date='2026-04-${day}' time='10:42:00' duration='40:30 min' tags='reef'>
      <cylinder size='12.0 l' o2='32.0%' start='200.0 bar' end='60.0 bar'/>
      <divecomputer model='Perdix 2' deviceid='abcd'><depth max='${depth}.0 m'/>${samples.join('')}</divecomputer></dive>`;
  });
  const sites = ['Kelder Rock', 'North Wall', 'The Arch', 'Seal Cove'].map(
    (name, index) => `<site uuid='0000000${index}' name='${name}'/>`,
  );
  return `<divelog program='subsurface' version='3'><divesites>${sites.join('')}</divesites><dives>${dives.join('')}</dives></divelog>`;
}

/** Headers that no rule recognizes, dates with the month first and depths in feet. */
export const spreadsheet = 'When;How far;Where\n03/04/2026;60,0;Blue Hole\n03/25/2026;72,5;Canyon\n';

export const toUpload = (name: string, content: string | Uint8Array) => ({
  name,
  mimeType: 'application/octet-stream',
  buffer: Buffer.from(content),
});

export async function clearImports(): Promise<void> {
  await runSql('delete from dive_import where affiliate_id = $1', [diver.affiliateId]);
  await clearDives();
}

export const chooseFiles = (page: Page, ...files: ReturnType<typeof toUpload>[]) =>
  page.locator('input[type=file]').first().setInputFiles(files);

export const countDives = async () =>
  (
    await runSql<{ count: number }>(
      'select count(*)::int from dive_log where affiliate_id = $1 and deleted_at is null',
      [diver.affiliateId],
    )
  )[0]?.count;

/** Presses the import button and waits for the job to finish. */
export async function importAll(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Import \d+ dive/ }).click();
  await page.waitForURL(/\/logbook\/import\/[\w-]{36}$/);
  await page.getByRole('heading', { name: 'Import report' }).waitFor({ timeout: 60_000 });
}
