import { createHash, randomUUID } from 'node:crypto';
import { pino } from 'pino';
import { beforeEach, describe, expect, it } from 'vitest';
import { testPortal } from '#test/support/api/portal-testing.ts';
import { listFingerprints } from '#features/logbook/shared/recordings/fingerprint.ts';
import type {
  DiveImport,
  DiveMatch,
  FileMapping,
  FilePreview,
  ImportChoice,
  ImportEntry,
} from '#features/logbook/shared/import-contract.ts';
import { readDiveFile } from '#features/logbook/shared/dive-files/read-dive-file.ts';
import { importDocuments } from '#features/logbook/web/imports/import-documents.ts';
import { importDivesJob } from './import-job.ts';

const portal = await testPortal();
const { services } = portal;
const { pool } = services.database;
const diver = 'diver@demo.test';

async function upload(importId: string, text: string) {
  const form = new FormData();
  form.append('name', 'dives.csv');
  form.append('file', new Blob([text]), 'dives.csv');
  const body = new Response(form);
  return portal.app.inject({
    method: 'POST',
    url: `/api/logbook/api/Import/UploadFile/${importId}/0`,
    headers: { ...(await portal.headersOf(diver)), 'content-type': body.headers.get('content-type') ?? '' },
    payload: Buffer.from(await body.arrayBuffer()),
  });
}

const describeFile = (importId: string, as = diver) =>
  portal.request(as, 'POST', `/api/logbook/api/Import/DescribeFile/${importId}/0`);

const start = (id: string, choices: ImportChoice[], mappings: FileMapping[]) =>
  portal.graphql(diver, String(importDocuments.startImport), { id, choices, mappings });

async function ask<Data>(document: { toString(): string }, variables: object): Promise<Data> {
  return (await portal.graphql(diver, String(document), variables)).json<{ data: Data }>().data;
}

async function runJob(importId: string): Promise<void> {
  const log = pino({ level: 'silent' });
  const context = { services, database: services.database, log, now: new Date(), isLastTry: false };
  await importDivesJob.run(context, { affiliateId: 400_001, importId });
}

/** Uploads a file, imports it with the job, and returns the import with its entries. */
async function importFile(text: string, choices: ImportChoice[] = [], mappings: FileMapping[] = []) {
  const id = randomUUID();
  await upload(id, text);
  await start(id, choices, mappings);
  await runJob(id);
  const { diveImports } = await ask<{ diveImports: DiveImport[] }>(importDocuments.imports, { id });
  const { diveImportEntries } = await ask<{ diveImportEntries: ImportEntry[] }>(importDocuments.importEntries, { id });
  return { item: diveImports[0] as DiveImport, entries: diveImportEntries };
}

const mapping: FileMapping['mapping'] = {
  headerRow: 0,
  columns: [
    { field: 'date', cylinder: 0 },
    { field: 'maxDepth', cylinder: 0 },
    { field: 'site', cylinder: 0 },
    { field: null, cylinder: 0 },
  ],
  dateOrder: 'mdy',
  decimal: ',',
  depthUnit: 'ft',
  pressureUnit: 'bar',
  temperatureUnit: 'C',
  weightUnit: 'kg',
  durationUnit: 'min',
  clockUnit: 'h:min',
};
/** Nothing in the header says what the columns are. */
const table = 'A;B;C;D\n03/04/2024;60,0;Reef;happy\n';

const utcFile = `<uddf version="3.2.1"><profiledata><repetitiongroup><dive id="d1"><informationbeforedive>
  <datetime>2024-05-01T10:00:00Z</datetime></informationbeforedive><samples>
  <waypoint><divetime>0</divetime><depth>0</depth></waypoint><waypoint><divetime>60</divetime><depth>18</depth></waypoint>
  <waypoint><divetime>1800</divetime><depth>0</depth></waypoint></samples>
  <informationafterdive><greatestdepth>18</greatestdepth><diveduration>1800</diveduration></informationafterdive>
  </dive></repetitiongroup></profiledata></uddf>`;

beforeEach(async () => {
  await pool.query('delete from dive_recording');
  await pool.query('delete from dive_import');
  await pool.query("delete from dive_log where affiliate_id = 400001 and dive_date < '2024-06-01'");
});

describe('a spreadsheet with a checked mapping', () => {
  it('is read with it, and the mapping stays with the import', async () => {
    const { item, entries } = await importFile(table, [], [{ file: 0, mapping }]);
    expect(item).toMatchObject({ status: 'done', added: 1, failed: 0 });
    expect(item.files[0]?.warnings).toMatchObject([{ field: 'column 4', code: 'column-ignored', value: 'D' }]);
    expect(entries).toMatchObject([{ action: 'added', dive_title: 'Reef', dive_date: '2024-03-04' }]);
    expect(entries[0]?.kept).toEqual(expect.arrayContaining(['date', 'site', 'max_depth_m']));
    const { rows } = await pool.query('select max_depth_m::float8 from dive_log where id = $1', [entries[0]?.log_id]);
    expect(rows[0].max_depth_m).toBeCloseTo(18.29, 1);
    const stored = await pool.query('select choices from dive_import where id = $1', [item.id]);
    expect(stored.rows[0].choices).toEqual([{ file: 0, mapping }]);
  });

  it('is refused without known columns, and nothing is stored', async () => {
    const { item, entries } = await importFile(table);
    expect(item).toMatchObject({ status: 'failed', problem: 'unknown-format dives.csv', added: 0 });
    expect(entries).toEqual([]);
  });

  it('is not imported with a mapping that is not valid', async () => {
    const id = randomUUID();
    await upload(id, table);
    for (const wrong of [
      { ...mapping, decimal: ';' },
      { ...mapping, columns: [{ field: 'password', cylinder: 0 }] },
      { ...mapping, columns: Array.from({ length: 301 }, () => ({ field: null, cylinder: 0 })) },
    ]) {
      const answer = await start(id, [], [{ file: 0, mapping: wrong as never }]);
      expect(answer.json()).toHaveProperty('errors');
    }
    const { rows } = await pool.query('select status from dive_import where id = $1', [id]);
    expect(rows).toEqual([{ status: 'uploading' }]);
  });
});

describe('a file that the server previews', () => {
  it('is described with the fingerprints that the import uses', async () => {
    const id = randomUUID();
    await upload(id, 'Date,Time,Depth (m),Site\n2024-05-01,10:00,18,Reef\n2024-05-02,,12,Wall\n');
    const preview = (await describeFile(id)).json<FilePreview>();
    expect(preview).toMatchObject({
      error: null,
      format: 'csv',
      dives: [
        { title: 'Reef', start: '2024-05-01T10:00:00', is_time_known: true, is_utc: false, has_recording: false },
        { title: 'Wall', start: '2024-05-02T00:00:00', is_time_known: false },
      ],
    });
    await start(id, [], []);
    await runJob(id);
    const { matchDives } = await ask<{ matchDives: DiveMatch[] }>(importDocuments.matchDives, {
      dives: preview.dives.map(({ fingerprint }) => ({ fingerprint })),
    });
    expect(matchDives.map(({ status }) => status)).toEqual(['same', 'same']);
  });

  it('is deleted if it can’t be read', async () => {
    const id = randomUUID();
    await upload(id, '<!DOCTYPE x [<!ENTITY a "b">]><uddf version="3.2.1">&a;</uddf>');
    expect((await describeFile(id)).json()).toMatchObject({ error: 'document-type', format: null, dives: [] });
    expect((await pool.query('select 1 from dive_import_file')).rows).toEqual([]);
    expect((await describeFile(id)).statusCode).toBe(404);
  });

  it('is not found by another person', async () => {
    const id = randomUUID();
    await upload(id, table);
    expect((await describeFile(id, 'student@demo.test')).statusCode).toBe(404);
  });
});

describe('a choice', () => {
  it('belongs to the dive with its fingerprint, wherever that is in the file', async () => {
    const file = 'Date,Time,Depth (m),Site\n2024-05-01,10:00,18,Reef\n2024-05-02,11:00,12,Wall\n';
    const [, second = ''] = listFingerprints(readDiveFile(Buffer.from(file)).dives);
    const fingerprint = createHash('sha256').update(second).digest('hex');
    const { entries } = await importFile(file, [{ file: 0, dive: 0, fingerprint, action: 'skip' }]);
    expect(entries.map(({ action }) => action)).toEqual(['added', 'skipped']);
  });
});

describe('a dive whose time the file doesn’t say', () => {
  it('is placed by the person’s answer, with its recording', async () => {
    const choice: ImportChoice = { file: 0, dive: 0, action: 'add', start: '2024-05-01T12:00:00' };
    const { entries } = await importFile(utcFile, [choice]);
    const { rows } = await pool.query(
      `select to_char(l.time_in, 'HH24:MI') as time_in, r.start_local::text from dive_log as l
       join dive_recording as r on r.log_id = l.id where l.id = $1`,
      [entries[0]?.log_id],
    );
    expect(rows).toEqual([{ time_in: '12:00', start_local: '2024-05-01 12:00:00' }]);
  });

  it('is left out without an answer, because its date in UTC may be another one at the site', async () => {
    const { item, entries } = await importFile(utcFile);
    expect(item).toMatchObject({ status: 'done', added: 0, failed: 1 });
    expect(entries).toMatchObject([{ action: 'failed', log_id: null, warnings: [{ code: 'utc-only' }] }]);
    const { rows } = await pool.query(
      "select 1 from dive_log where affiliate_id = 400001 and dive_date < '2024-06-01'",
    );
    expect(rows).toEqual([]);
  });

  it('is compared without the time if only the date is known', async () => {
    await pool.query(
      `insert into dive_log (affiliate_id, log_type, status, dive_title, dive_location, dive_date, dive_type, max_depth_m,
         bottom_time_min, time_in) values (400001, 'Recreational', 'Logged', 'Typed', 'Dahab', '2024-05-01', 'Shore', 18, 30, '10:00')`,
    );
    const [fingerprint = ''] = listFingerprints(readDiveFile(Buffer.from(utcFile)).dives);
    const hex = createHash('sha256').update(fingerprint).digest('hex');
    const match = async (isTimeKnown: boolean) =>
      (
        await ask<{ matchDives: DiveMatch[] }>(importDocuments.matchDives, {
          dives: [
            {
              fingerprint: hex,
              start: '2024-05-01T00:00:00',
              is_time_known: isTimeKnown,
              duration_s: 1800,
              max_depth: 18,
            },
          ],
        })
      ).matchDives[0]?.status;
    expect([await match(true), await match(false)]).toEqual(['new', 'probable']);
  });
});
