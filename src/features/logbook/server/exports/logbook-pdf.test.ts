import sharp from 'sharp';
import { beforeEach, describe, expect, it } from 'vitest';
import { readPdfPages } from '#test/support/api/form-record-testing.ts';
import { createDiveFile, createImportFixture } from '#test/support/api/import-testing.ts';
import { testPortal } from '#test/support/api/portal-testing.ts';
import { limits } from '#features/logbook/shared/rules.ts';
import { encryptFile } from '#platform/server/crypto/secrets.ts';
import { splitIntoDocuments } from './logbook-pdf.ts';

const portal = await testPortal();
const { pool } = portal.services.database;
const { importFile } = createImportFixture(portal, 'diver@demo.test');

beforeEach(async () => {
  await pool.query('delete from dive_recording');
  await pool.query('delete from dive_import');
  await pool.query("delete from dive_log where affiliate_id = 400001 and dive_date < '2020-01-01'");
});

/** A dive with a recording; the changes are SQL. */
async function addDive(changes = "dive_title = 'Blue Hole'"): Promise<string> {
  const { entries } = await importFile(createDiveFile([{ start: '2019-05-01T10:00:00' }]));
  const id = entries[0]?.log_id ?? '';
  await pool.query(`update dive_log set ${changes} where id = $1`, [id]);
  return id;
}

async function addPhotos(logId: string, captions: readonly string[]): Promise<void> {
  const jpeg = await sharp({ create: { width: 60, height: 40, channels: 3, background: '#0a7ea4' } })
    .jpeg()
    .toBuffer();
  const key = `dive-photos/printed-${logId}.jpg`;
  const encrypted = encryptFile(portal.env.SECRET_KEYS, 'dive-photo', key, jpeg);
  await portal.services.files.put(key, encrypted, 'application/octet-stream');
  await pool.query(
    `insert into dive_photo (affiliate_id, log_id, file_key, thumb_key, width, height, position, caption)
     select 400001, $1, $2 || n, $2, 60, 40, n, caption from unnest($3::text[]) with ordinality as c (caption, n)`,
    [logId, key, captions],
  );
}

async function readPdf(id: string): Promise<string> {
  const link = await portal.request('diver@demo.test', 'POST', '/api/logbook/api/Export/CreateLink', {
    format: 'pdf',
    ids: [id],
  });
  const url = new URL(link.json<{ url: string }>().url).pathname;
  const { rawPayload, headers } = await portal.app.inject({ method: 'GET', url });
  expect(headers['content-type']).toBe('application/pdf');
  return (await readPdfPages(rawPayload)).join(' ');
}

describe('a printed dive', () => {
  it('has its facts, its recorded profile and the instructor’s verification', async () => {
    const id = await addDive(`dive_title = 'Blue Hole', dive_location = 'Dahab, Egypt', dive_type = 'Shore',
      log_type = 'Training', status = 'Verified', memsys_member_number = 100001, log_course = 'open_water', log_number = 2,
      skills = '{mask_full}', submitted_at = '2019-05-02', verified_at = '2019-05-03', verified_by = 400005,
      verified_name = 'Amara Lindqvist',
      conditions = '{"weather": "Sunny", "bottom_water_temp": 21.5}',
      equipment = '{"gas_mixture": "EANx32", "oxygen": 32, "starting_pressure": 200, "ending_pressure": 60}',
      experience = '{"notes": "Two turtles", "buddies": ["Noor Haddad"]}'`);
    const text = await readPdf(id);
    for (const expected of [
      'Blue Hole',
      'May 1, 2019, 10:00–10:40',
      'Dahab, Egypt',
      '18 m',
      'Weather Sunny',
      'Bottom temperature 22 °C',
      'Start pressure 200 bar',
      'End pressure 60 bar',
      'Entry Shore',
      'Buddy Noor Haddad',
      'Two turtles',
      'Fully flooded mask clear',
      'Recorded by Perdix 2',
      '40 min',
      'Verified by Amara Lindqvist on May 3, 2019.',
    ])
      expect(text).toContain(expected);
  });

  it('claims neither a verification nor a recording that it doesn’t have', async () => {
    const id = await addDive();
    await pool.query('delete from dive_recording where log_id = $1', [id]);
    const text = await readPdf(id);
    expect(text).toContain('Blue Hole');
    expect(text).not.toContain('Verified');
    expect(text).not.toContain('Recorded by');
  });

  it('has all its photos', async () => {
    const captions = Array.from({ length: limits.photos }, (_, index) => `Turtle ${index + 1}.`);
    const id = await addDive();
    await addPhotos(id, captions);
    const text = await readPdf(id);
    expect(captions.filter((caption) => !text.includes(caption))).toEqual([]);
  });
});

describe('a long logbook', () => {
  const dives = Array.from({ length: 5 }, (_, index) => ({ id: String(index) }));
  const split = (counts: Record<string, number>, part: { dives: number; photos: number }) =>
    splitIntoDocuments(dives, new Map(Object.entries(counts)), part).map((document) => document.map(({ id }) => id));

  it('is several documents of a limited number of dives', () => {
    expect(split({}, { dives: 2, photos: 10 })).toEqual([['0', '1'], ['2', '3'], ['4']]);
    expect(split({}, { dives: 5, photos: 10 })).toHaveLength(1);
  });

  it('starts another document rather than leave out photos', () => {
    expect(split({ 0: 4, 1: 6, 2: 1, 4: 20 }, { dives: 100, photos: 10 })).toEqual([['0', '1'], ['2', '3'], ['4']]);
  });
});
