import { randomUUID } from 'node:crypto';
import { strFromU8, unzipSync } from 'fflate';
import { pino } from 'pino';
import { beforeEach, describe, expect, it } from 'vitest';
import { testPortal } from '#test/support/api/portal-testing.ts';
import type { JobContext } from '#platform/server/jobs/jobs.ts';
import type { FileDive } from '#features/logbook/shared/dive-files/dive-file.ts';
import { readDiveFile } from '#features/logbook/shared/dive-files/read-dive-file.ts';
import type { DiveExport } from '#features/logbook/shared/export-contract.ts';
import { documents } from '#features/logbook/web/graphql-documents.ts';
import { importDocuments } from '#features/logbook/web/imports/import-documents.ts';
import { importDivesJob } from '#features/logbook/server/imports/import-job.ts';

const portal = await testPortal();
const { services } = portal;
const { pool } = services.database;
const diver = 'diver@demo.test';
const instructor = 'instructor@demo.test';
const affiliateId = 400001;

const createFile = (site: string, day: string) => `<divelog program='subsurface' version='3'>
<divesites><site uuid='00000001' name='${site}' gps='27.8 34.3'><geo cat='2' value='Ruritania'/></site></divesites><dives>
<dive number='1' divesiteid='00000001' date='${day}' time='10:00:07' duration='40:00 min'>
  <buddy>Noor, Kenji</buddy><notes>=1+1</notes><suit>5 mm</suit>
  <cylinder size='12.0 l' o2='32.0%' start='200.0 bar' end='60.0 bar'/><cylinder size='7.0 l' o2='50.0%'/>
  <divecomputer model='Perdix 2' date='${day}' time='10:00:07'><depth max='18.25 m'/>
  <event time='20:00 min' name='gaschange' cylinder='1'/>
  ${Array.from({ length: 41 }, (_, minute) => `<sample time='${minute}:00 min' depth='${minute % 40 === 0 ? 0 : 18.25} m' temp='18.5 C' pressure0='${200 - minute} bar' heartbeat='80'/>`).join('')}
  </divecomputer></dive></dives></divelog>`;

async function importFile(text: string, as = diver): Promise<void> {
  const id = randomUUID();
  const form = new FormData();
  form.append('name', 'my dives.ssrf');
  form.append('file', new Blob([text]), 'dives.ssrf');
  const body = new Response(form);
  await portal.app.inject({
    method: 'POST',
    url: `/api/logbook/api/Import/UploadFile/${id}/0`,
    headers: { ...(await portal.headersOf(as)), 'content-type': body.headers.get('content-type') ?? '' },
    payload: Buffer.from(await body.arrayBuffer()),
  });
  await portal.graphql(as, String(importDocuments.startImport), { id, choices: [] });
  const { rows } = await pool.query<{ data: { affiliateId: number; importId: string } }>(
    "delete from pgboss.job where name = 'logbook.import' returning data",
  );
  const log = pino({ level: 'silent' });
  const context: JobContext = { services, database: services.database, log, now: new Date(), isLastTry: false };
  for (const { data } of rows) await importDivesJob.run(context, data);
}

const createLink = (body: object, as: string | null = diver) =>
  portal.request(as, 'POST', '/api/logbook/api/Export/CreateLink', body);

async function download(body: DiveExport, as = diver) {
  const link = await createLink(body, as);
  expect(link.json()).toMatchObject({ url: expect.stringContaining('/api/Export/Download/') });
  const path = new URL(link.json<{ url: string }>().url).pathname;
  const response = await portal.app.inject({ method: 'GET', url: path });
  expect(response.statusCode).toBe(200);
  return { response, path, dives: link.json<{ dives: number }>().dives };
}

const readExport = async (body: DiveExport): Promise<FileDive[]> =>
  readDiveFile((await download(body)).response.rawPayload).dives;
const idOf = async (title: string, owner = affiliateId): Promise<string> =>
  (await pool.query('select id::text from dive_log where affiliate_id = $1 and dive_title = $2', [owner, title]))
    .rows[0]?.id;

beforeEach(async () => {
  await pool.query('delete from dive_recording');
  await pool.query('delete from dive_import');
  await pool.query("delete from dive_log where dive_date < '2020-01-01'");
  await importFile(createFile('Blue Hole', '2019-05-01'));
});

describe.each(['uddf', 'subsurface'] as const)('an export as %s', (format) => {
  it('has the dive with its fields and samples', async () => {
    const [dive] = await readExport({ format, ids: [await idOf('Blue Hole')] });
    expect(dive).toMatchObject({
      start: { local: '2019-05-01T10:00:07' },
      durationS: 2400,
      maxDepthM: 18.25,
      waterTempC: 18.5,
      site: { name: 'Blue Hole', location: 'Ruritania' },
      buddies: ['Noor', 'Kenji'],
      suit: '5 mm',
      notes: '=1+1',
      cylinders: [
        { gas: { o2: 32, he: 0 }, volumeL: 12, startBar: 200, endBar: 60 },
        { gas: { o2: 50, he: 0 }, volumeL: 7 },
      ],
    });
    const recording = dive?.recordings[0];
    expect(recording).toMatchObject({ model: 'Perdix 2', events: [{ timeS: 1200, kind: 'gas-change', cylinder: 1 }] });
    expect(recording?.samples.count).toBe(41);
    expect([...(recording?.samples.columns.heartRate ?? [])]).toEqual(Array.from({ length: 41 }, () => 80));
    expect(recording?.samples.pressureBar[0]?.[40]).toBe(160);
  });

  it('adds nothing when it is imported again', async () => {
    const { response } = await download({ format });
    const before = await pool.query('select count(*)::int from dive_log where affiliate_id = 400001');
    const id = await idOf('Blue Hole');
    await pool.query('delete from dive_import_entry where log_id = $1', [id]);
    const own = await download({ format, ids: [id] });
    await importFile(own.response.body);
    const after = await pool.query('select count(*)::int from dive_log where affiliate_id = 400001');
    expect(after.rows).toEqual(before.rows);
    expect(response.headers['content-disposition']).toMatch(/^attachment; filename="logbook-\d{4}-\d\d-\d\d\.\w+"/);
  });

  it('gives another diver the same dive', async () => {
    const { response } = await download({ format, ids: [await idOf('Blue Hole')] });
    await importFile(response.body, 'student@demo.test');
    const { rows } = await pool.query(
      `select dive_title, dive_location, dive_date::text, time_in::text, max_depth_m::float8, bottom_time_min, conditions,
        equipment, experience, outline from dive_log where dive_title = 'Blue Hole' order by id`,
    );
    expect(rows).toHaveLength(2);
    expect(rows[1]).toEqual(rows[0]);
  });
});

describe('an export', () => {
  it('as CSV escapes text, has details of the logbook, and is read again', async () => {
    const { response } = await download({ format: 'csv', ids: [await idOf('Blue Hole')] });
    expect(response.body).toContain(",'=1+1,");
    expect(response.body.split('\r\n')[0]).toContain('Title,Status');
    expect(readDiveFile(response.rawPayload).dives).toMatchObject([
      { notes: '=1+1', maxDepthM: 18.25, durationS: 2400, cylinders: [{ startBar: 200 }, { gas: { o2: 50 } }] },
    ]);
  });

  it('of the original files is a zip of what was imported, unchanged', async () => {
    await importFile(createFile('Canyon', '2019-05-02'));
    const { response } = await download({ format: 'originals' });
    const files = unzipSync(response.rawPayload);
    expect(Object.keys(files)).toEqual(['my dives.ssrf', 'my dives 2.ssrf']);
    expect(
      Object.values(files)
        .map((bytes) => strFromU8(bytes))
        .toSorted(),
    ).toEqual([createFile('Blue Hole', '2019-05-01'), createFile('Canyon', '2019-05-02')].toSorted());
  });

  it('has the dives of a filter, oldest first, and never drafts', async () => {
    await importFile(createFile('Canyon', '2018-05-02'));
    await portal.graphql(diver, String(documents.createRecreational), {
      general: {
        dive_title: 'A draft',
        dive_location: '',
        status: 'Draft',
        depth_times: [{}],
        conditions: [{}],
        equipment: [{}],
        experiences: [{}],
      },
    });
    const found = await readExport({ format: 'uddf', filter: { search: 'ruritania' } });
    expect(found.map(({ site }) => site?.name)).toEqual(['Canyon', 'Blue Hole']);
    const all = await readExport({ format: 'csv' });
    const { rows } = await pool.query(
      "select count(*)::int from dive_log where affiliate_id = 400001 and deleted_at is null and status <> 'Draft'",
    );
    expect(all).toHaveLength(rows[0].count);
    expect(all.map(({ number }) => number)).toEqual(all.map((_, index) => index + 1));
  });

  it('gives nothing for the ids of another diver, not even to the instructor who verifies', async () => {
    const id = await idOf('Blue Hole');
    for (const as of [instructor, 'student@demo.test', 'minor@demo.test', 'guardian@demo.test']) {
      const response = await createLink({ format: 'uddf', ids: [id] }, as);
      expect([as, response.statusCode, response.json().errors?.[0]?.code]).toEqual([as, 422, 'logbook.export_empty']);
    }
    expect((await createLink({ format: 'uddf', ids: [id] }, null)).statusCode).toBe(401);
  });

  it('is refused without original files, and with invalid input', async () => {
    await pool.query('delete from dive_import');
    expect((await createLink({ format: 'originals' })).json()).toMatchObject({
      errors: [{ code: 'logbook.no_originals' }],
    });
    expect((await createLink({ format: 'xls' })).statusCode).toBe(400);
    expect((await createLink({ format: 'csv', ids: [] })).statusCode).toBe(400);
  });

  it('has a link that works once, and is in the audit trail', async () => {
    const { path, dives } = await download({ format: 'csv' });
    expect((await portal.app.inject({ method: 'GET', url: path })).statusCode).toBe(410);
    const { rows } = await pool.query(
      "select actor_affiliate_id, subject, data from audit_entry where action = 'logbook.exported' order by seq desc limit 1",
    );
    expect(rows).toEqual([
      { actor_affiliate_id: affiliateId, subject: `person:${affiliateId}`, data: { format: 'csv', dives } },
    ]);
  });
});
