import { createHash, randomUUID } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { testPortal } from '#test/support/api/portal-testing.ts';
import { pino } from 'pino';
import type { JobContext } from '#platform/server/jobs/jobs.ts';
import { listExportedTables } from '#platform/server/privacy/personal-data.ts';
import type { DiveLog, LogbookTotals } from '#features/logbook/shared/contract.ts';
import type { DiveImport, DiveMatch, ImportChoice, ImportEntry } from '#features/logbook/shared/import-contract.ts';
import { listFingerprints } from '#features/logbook/shared/recordings/fingerprint.ts';
import { unpackRecording } from '#features/logbook/shared/recordings/pack-recording.ts';
import { readDiveFile } from '#features/logbook/shared/dive-files/read-dive-file.ts';
import { documents } from '#features/logbook/web/graphql-documents.ts';
import { importDocuments } from '#features/logbook/web/imports/import-documents.ts';
import { importDivesJob, purgeImports } from './import-job.ts';

const portal = await testPortal();
const { services } = portal;
const { pool } = services.database;
const diver = 'diver@demo.test';
const context = (): JobContext => ({
  services,
  database: services.database,
  log: pino({ level: 'silent' }),
  now: new Date(),
  isLastTry: false,
});

interface TestDive {
  start: string;
  site?: string;
  depthM?: number;
  heartRate?: number;
}

/** A Subsurface file with a sample every minute. */
const createFile = (dives: readonly TestDive[]) => `<divelog program='subsurface' version='3'>
<divesites>${dives.map(({ site }, index) => (site === undefined ? '' : `<site uuid='0000000${index}' name='${site}' gps='27.8 34.3'/>`)).join('')}</divesites>
<dives>${dives
  .map(
    (
      { start, site, depthM = 18, heartRate },
      index,
    ) => `<dive number='${index + 1}' ${site === undefined ? '' : `divesiteid='0000000${index}'`}
  date='${start.slice(0, 10)}' time='${start.slice(11)}' duration='40:00 min'>
  <cylinder size='12.0 l' o2='32.0%' start='200.0 bar' end='60.0 bar'/>
  <divecomputer model='Perdix 2' deviceid='abcd'><depth max='${depthM} m'/>
  ${Array.from({ length: 41 }, (_, minute) => `<sample time='${minute}:00 min' depth='${minute === 0 || minute === 40 ? 0 : depthM} m' temp='18.0 C' ${heartRate === undefined ? '' : `heartbeat='${heartRate}'`}/>`).join('')}
  </divecomputer></dive>`,
  )
  .join('')}</dives></divelog>`;

async function upload(importId: string, position: number, text: string | Buffer, as = diver) {
  const form = new FormData();
  form.append('name', `dives ${position}.ssrf`);
  form.append('file', new Blob([new Uint8Array(Buffer.from(text))]), 'dives.ssrf');
  const body = new Response(form);
  return portal.app.inject({
    method: 'POST',
    url: `/api/logbook/api/Import/UploadFile/${importId}/${position}`,
    headers: { ...(await portal.headersOf(as)), 'content-type': body.headers.get('content-type') ?? '' },
    payload: Buffer.from(await body.arrayBuffer()),
  });
}

async function ask<Data>(document: { toString(): string }, variables: object = {}, as = diver): Promise<Data> {
  const answer = await portal.graphql(as, String(document), variables);
  return answer.json<{ data: Data }>().data;
}

/** Uploads a file, starts its import and runs the job. */
async function importFile(text: string | Buffer, choices: ImportChoice[] = [], as = diver): Promise<DiveImport> {
  const id = randomUUID();
  expect((await upload(id, 0, text, as)).statusCode).toBe(200);
  await ask(importDocuments.startImport, { id, choices }, as);
  const { rows } = await pool.query<{ data: { affiliateId: number; importId: string } }>(
    "delete from pgboss.job where name = 'logbook.import' returning data",
  );
  for (const { data } of rows) await importDivesJob.run(context(), data);
  const { diveImports } = await ask<{ diveImports: DiveImport[] }>(importDocuments.imports, { id }, as);
  return diveImports[0] as DiveImport;
}
const entriesOf = async (id: string) =>
  (await ask<{ diveImportEntries: ImportEntry[] }>(importDocuments.importEntries, { id })).diveImportEntries;
const logOf = async (id: string, as = diver) => (await ask<{ diveLog: DiveLog }>(documents.log, { id }, as)).diveLog;
const countDives = async () =>
  (await pool.query('select count(*)::int from dive_log where affiliate_id = 400001 and deleted_at is null')).rows[0]
    .count;

const two = [{ start: '2024-05-01T10:00:00', site: 'Blue Hole' }, { start: '2024-05-01T14:00:00' }] as const;

beforeEach(async () => {
  await pool.query('delete from dive_recording');
  await pool.query('delete from dive_import');
  await pool.query("delete from dive_log where affiliate_id = 400001 and dive_date < '2024-06-01'");
});

describe('importing a file', () => {
  it('adds its dives with their recordings, and stores both encrypted', async () => {
    const before = await countDives();
    const result = await importFile(createFile(two));
    expect(result).toMatchObject({
      status: 'done',
      dive_count: 2,
      done_count: 2,
      added: 2,
      attached: 0,
      problem: null,
    });
    expect(result.files).toMatchObject([{ name: 'dives 0.ssrf', format: 'subsurface' }]);
    expect(await countDives()).toBe(before + 2);

    const [first, second] = await entriesOf(result.id);
    const log = await logOf(first?.log_id ?? '');
    expect(log).toMatchObject({
      dive_title: 'Blue Hole',
      dive_date: '2024-05-01',
      status: 'Logged',
      is_imported: true,
      depth_times: [{ max_depth: 18, bottom_time: 40, time_in: '10:00', time_out: '10:40' }],
      equipment: [
        { gas_mixture: 'EANx32', oxygen: 32, starting_pressure: 200, ending_pressure: 60, cylinder_size: 12 },
      ],
      recordings: [{ computer: 'Perdix 2', sample_count: 41, duration_s: 2_400, is_simulated: false }],
    });
    expect(log.outline).toHaveLength(60);
    expect(second).toMatchObject({ action: 'added', dive_title: '2024-05-01' });

    const { rawPayload } = await portal.request(
      diver,
      'GET',
      `/api/logbook/api/Recording/GetRecording/${log.id}/${log.recordings[0]?.id}`,
    );
    const recording = unpackRecording(rawPayload);
    expect(recording.samples.columns.depthM?.slice(0, 3)).toEqual(Float64Array.from([0, 18, 18]));
    expect(recording.cylinders[0]?.gas).toEqual({ o2: 32, he: 0 });

    const original = await portal.request(diver, 'GET', `/api/logbook/api/Import/GetFile/${result.id}/0`);
    expect(original.payload).toBe(createFile(two));
    const folder = join(portal.env.DATA_DIR, 'files/dive-files');
    const [name = ''] = await readdir(folder);
    expect((await readFile(join(folder, name))).includes('divelog')).toBe(false);
  });

  it('adds nothing when the same file comes twice', async () => {
    await importFile(createFile(two));
    const before = await countDives();
    const again = await importFile(createFile(two));
    expect(again).toMatchObject({ status: 'done', added: 0, present: 2 });
    expect(await countDives()).toBe(before);
  });

  it('stores nothing of a file that cannot be read', async () => {
    const before = await countDives();
    const result = await importFile('<!DOCTYPE x [<!ENTITY a "b">]><uddf version="3.2.1">&a;</uddf>');
    expect(result).toMatchObject({ status: 'failed', problem: 'document-type dives 0.ssrf', added: 0 });
    expect(await countDives()).toBe(before);
    expect(await entriesOf(result.id)).toEqual([]);
  });

  it('continues after a crash without adding a dive twice', async () => {
    const id = randomUUID();
    await upload(id, 0, createFile(two));
    await ask(importDocuments.startImport, { id, choices: [] });
    const before = await countDives();
    const failing = { ...context(), database: { ...services.database, inTransaction: crashAfter(2) } } as JobContext;
    await expect(importDivesJob.run(failing, { affiliateId: 400_001, importId: id })).rejects.toThrow('crash');
    await importDivesJob.run(context(), { affiliateId: 400_001, importId: id });
    expect(await countDives()).toBe(before + 2);
  });

  /** The first transaction reads the import, the second writes dives, the third finishes. */
  const crashAfter = (count: number) => {
    let calls = 0;
    const { inTransaction } = services.database;
    return (...args: Parameters<typeof inTransaction>) => {
      if (++calls > count) throw new Error('crash');
      return inTransaction.apply(services.database, args);
    };
  };

  it('attaches a recording to a dive without changing what was typed', async () => {
    const { rows } = await pool.query<{ id: string }>(
      `insert into dive_log (affiliate_id, log_type, status, dive_title, dive_location, dive_date, dive_type, max_depth_m,
         bottom_time_min, time_in)
       values (400001, 'Recreational', 'Logged', 'My dive', 'Dahab', '2024-05-01', 'Shore', 17.5, 42, '10:05') returning id::text`,
    );
    const logId = rows[0]?.id ?? '';
    const dives = readDiveFile(Buffer.from(createFile(two))).dives;
    const { matchDives } = await ask<{ matchDives: DiveMatch[] }>(importDocuments.matchDives, {
      dives: listFingerprints(dives).map((text, index) => ({
        fingerprint: createHash('sha256').update(text).digest('hex'),
        start: dives[index]?.start?.local,
        duration_s: dives[index]?.durationS,
        max_depth: dives[index]?.maxDepthM,
      })),
    });
    expect(matchDives).toMatchObject([
      { status: 'probable', log_id: logId, dive_title: 'My dive', max_depth: 17.5, bottom_time: 42 },
      { status: 'new', log_id: null },
    ]);
    const result = await importFile(createFile(two), [
      { file: 0, dive: 0, action: 'attach', log_id: logId },
      { file: 0, dive: 1, action: 'skip' },
    ]);
    expect(result).toMatchObject({ attached: 1, skipped: 1, added: 0 });
    expect(await logOf(logId)).toMatchObject({
      dive_title: 'My dive',
      depth_times: [{ max_depth: 17.5, bottom_time: 42, time_in: '10:05' }],
      recordings: [{ computer: 'Perdix 2' }],
      is_imported: false,
    });
  });

  it('leaves the logbook readable when a dive has only a date', async () => {
    const { added } = await importFile('Date,Depth,Duration,Site\n1987-05-01,,,Old wreck\n1988-05-02,12,,Old wreck\n');
    expect(added).toBe(2);
    const totals = (await ask<{ logbookTotals: LogbookTotals }>(documents.totals)).logbookTotals;
    expect(totals.years.filter(({ year }) => year < 1990)).toEqual([
      { year: 1988, dives: 1, minutes: 0 },
      { year: 1987, dives: 1, minutes: 0 },
    ]);
    const { rows } = await pool.query<{ id: string }>(
      "select id::text from dive_log where affiliate_id = 400001 and dive_date < '1990-01-01' order by dive_date",
    );
    expect(await logOf(rows[0]?.id ?? '')).toMatchObject({ depth_times: [{ max_depth: null, bottom_time: null }] });
    expect(totals.depths.map(({ id }) => id)).not.toContain(rows[0]?.id);
    const setDeleted = (value: 'now()' | 'null') =>
      pool.query(`update dive_log set deleted_at = ${value} where affiliate_id = 400001 and dive_date >= '1988-01-01'`);
    await setDeleted('now()');
    onTestFinished(async () => void (await setDeleted('null')));
    // Only the dive without a depth is left.
    expect(await ask(documents.totals)).toMatchObject({ logbookTotals: { dives: 1, max_depth: null, depths: [] } });
  });

  it('never attaches to another person’s dive', async () => {
    const { rows } = await pool.query<{ id: string }>(
      "insert into dive_log (affiliate_id, log_type, dive_title) values (400002, 'Recreational', 'Other') returning id::text",
    );
    const result = await importFile(createFile(two), [{ file: 0, dive: 0, action: 'attach', log_id: rows[0]?.id }]);
    expect(result).toMatchObject({ attached: 0, added: 2 });
    const other = await pool.query('select 1 from dive_recording where affiliate_id <> 400001');
    expect(other.rows).toEqual([]);
  });

  it('accepts edits of an imported dive without demanding what the file lacked', async () => {
    const result = await importFile(createFile([{ start: '2024-05-02T09:00:00' }]));
    const [entry] = await entriesOf(result.id);
    const log = await logOf(entry?.log_id ?? '');
    const changed = await portal.graphql(diver, String(documents.updateRecreational), {
      id: log.id,
      version: log.version,
      general: { experiences: [{ notes: 'Turtle!' }] },
    });
    expect(changed.json()).toMatchObject({ data: { updateRecreationalLog: { experiences: [{ notes: 'Turtle!' }] } } });
  });
});

describe('undoing an import', () => {
  it('removes its dives and keeps those that were edited since', async () => {
    const before = await countDives();
    const result = await importFile(createFile(two));
    const [first] = await entriesOf(result.id);
    const log = await logOf(first?.log_id ?? '');
    await portal.graphql(diver, String(documents.updateRecreational), {
      id: log.id,
      version: log.version,
      general: { dive_title: 'Blue Hole at noon' },
    });
    const { undoImport } = await ask<{ undoImport: object }>(importDocuments.undoImport, { id: result.id });
    expect(undoImport).toEqual({
      removed: 1,
      detached: 0,
      kept: [{ log_id: log.id, dive_title: 'Blue Hole at noon', reason: 'edited' }],
    });
    expect(await countDives()).toBe(before + 1);
    const second = await portal.graphql(diver, String(importDocuments.undoImport), { id: result.id });
    expect(second.json()).toMatchObject({ errors: [{ extensions: { code: 'logbook.import_closed' } }] });
  });

  it('is over after 30 days', async () => {
    const result = await importFile(createFile(two));
    await pool.query("update dive_import set finished_at = now() - interval '31 days'");
    const late = await portal.graphql(diver, String(importDocuments.undoImport), { id: result.id });
    expect(late.json()).toMatchObject({ errors: [{ extensions: { code: 'logbook.import_closed' } }] });
  });

  it('allows the same file again', async () => {
    const result = await importFile(createFile(two));
    await ask(importDocuments.undoImport, { id: result.id });
    expect(await importFile(createFile(two))).toMatchObject({ added: 2, present: 0 });
  });
});

describe('other people', () => {
  it('neither see an import nor its files and recordings', async () => {
    const result = await importFile(createFile(two));
    const [entry] = await entriesOf(result.id);
    const log = await logOf(entry?.log_id ?? '');
    const paths = [`Import/GetFile/${result.id}/0`, `Recording/GetRecording/${log.id}/${log.recordings[0]?.id}`];
    for (const path of paths)
      expect((await portal.request('student@demo.test', 'GET', `/api/logbook/api/${path}`)).statusCode).toBe(404);
    const other = await ask<{ diveImports: DiveImport[] }>(
      importDocuments.imports,
      { id: result.id },
      'student@demo.test',
    );
    expect(other.diveImports).toEqual([]);
  });

  it('see heart rate, positions and serial number of a pending dive only if the diver shares them', async () => {
    const file = createFile([{ start: '2024-05-03T09:00:00', site: 'Reef', heartRate: 72 }])
      .replace('<cylinder ', "<cylinder description='Transmitter 7654321' ")
      .replace('<depth ', "<event time='2:00 min' type='8' name='Proposed to Ana'/><depth ");
    const result = await importFile(file);
    const [entry] = await entriesOf(result.id);
    const log = await logOf(entry?.log_id ?? '');
    const recordingId = log.recordings[0]?.id ?? '';
    await pool.query(
      `update dive_log set log_type = 'Training', status = 'Pending', memsys_member_number = 100001, dive_type = 'Shore',
         skills = '{hand_signals}', submitted_at = now(), is_imported = false where id = $1`,
      [log.id],
    );
    const read = async () => {
      const url = `/api/logbook/api/Recording/GetRecording/${log.id}/${recordingId}`;
      return unpackRecording((await portal.request('instructor@demo.test', 'GET', url)).rawPayload);
    };
    const listAudits = async () =>
      (
        await pool.query(
          `select actor_affiliate_id as actor, data from audit_entry
           where subject = 'person:400001' and action = 'dives.read'`,
        )
      ).rows;
    const hidden = await read();
    expect(await listAudits()).toEqual([]);
    expect(hidden.samples.columns.depthM).toBeDefined();
    expect(hidden.samples.columns.heartRate).toBeUndefined();
    expect(hidden.serial).toBeNull();
    // Texts of the file: a transmitter's number, and what the diver called a marker.
    expect(hidden.cylinders).toMatchObject([{ description: null, gas: { o2: 32, he: 0 } }]);
    expect(hidden.events).toMatchObject([{ timeS: 120, name: '' }]);
    await ask(importDocuments.shareRecordingDetails, { id: recordingId, shares: true });
    const shown = await read();
    expect(shown.samples.columns.heartRate?.[1]).toBe(72);
    expect(shown.serial).toBe('abcd');
    expect(await listAudits()).toEqual([
      { actor: 400_005, data: { relation: 'instructor', log: log.id, recording: recordingId } },
    ]);
    expect(shown.cylinders).toMatchObject([{ description: 'Transmitter 7654321' }]);
    expect(shown.events).toMatchObject([{ name: 'Proposed to Ana' }]);
    // A minor can't share them, and what was shared before is hidden.
    const setBirthdate = (birthdate: string) =>
      pool.query('update person set birthdate = $1 where affiliate_id = 400001', [birthdate]);
    const { rows } = await pool.query('select birthdate::text from person where affiliate_id = 400001');
    onTestFinished(async () => void (await setBirthdate(rows[0].birthdate)));
    await setBirthdate(`${new Date().getUTCFullYear() - 17}-01-01`);
    expect((await read()).samples.columns.heartRate).toBeUndefined();
    expect(await listAudits()).toHaveLength(1);
    expect((await logOf(log.id)).recordings).toMatchObject([{ shares_details: false, can_share_details: false }]);
    await ask(importDocuments.shareRecordingDetails, { id: recordingId, shares: false });
    await ask(importDocuments.shareRecordingDetails, { id: recordingId, shares: true });
    const stored = await pool.query('select shares_details from dive_recording where id = $1', [recordingId]);
    expect(stored.rows).toEqual([{ shares_details: false }]);
  });
});

it('exports recordings as plain JSON', async () => {
  await importFile(createFile(two));
  const keys = { affiliateId: 400_001, sub: '', email: '' } as Parameters<typeof listExportedTables>[1];
  const { lookups, ...rules } = services.personalData;
  const tables = await listExportedTables(services.database.db, keys, lookups, portal.env.SECRET_KEYS, rules);
  const rows = await Array.fromAsync(tables.find(({ name }) => name === 'dive_recording')?.rows ?? []);
  expect(rows.map(({ values }) => values['sealed_recording'])).toMatchObject([
    { model: 'Perdix 2', samples: { count: 41, columns: { depthM: expect.arrayContaining([0, 18]) } } },
    { model: 'Perdix 2' },
  ]);
});

it('numbers dives from the first number the diver chose', async () => {
  const result = await importFile(createFile([{ start: '1990-05-03T09:00:00' }]));
  const [entry] = await entriesOf(result.id);
  expect((await logOf(entry?.log_id ?? '')).dive_number).toBe(1);
  await ask(importDocuments.setFirstDiveNumber, { number: 301 });
  expect((await logOf(entry?.log_id ?? '')).dive_number).toBe(301);
  const page = await ask<{ diveLogs: { items: { dive_number: number }[] } }>(documents.page, {
    sort: 'dive_date_asc',
    limit: 2,
  });
  expect(page.diveLogs.items.map(({ dive_number: number }) => number)).toEqual([301, 302]);
});

it('deletes uploads that were never imported after a day', async () => {
  const id = randomUUID();
  await upload(id, 0, createFile(two));
  await pool.query("update dive_import set created_at = now() - interval '2 days'");
  await purgeImports.run(context(), {});
  expect((await pool.query('select 1 from dive_import')).rows).toEqual([]);
});
