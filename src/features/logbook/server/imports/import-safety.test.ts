import { randomUUID } from 'node:crypto';
import type { Socket } from 'node:net';
import { beforeEach, describe, expect, it } from 'vitest';
import { createDiveFile, createImportFixture } from '#test/support/api/import-testing.ts';
import { testPortal } from '#test/support/api/portal-testing.ts';
import type { DiveMatch } from '#features/logbook/shared/import-contract.ts';
import { unpackRecording } from '#features/logbook/shared/recordings/pack-recording.ts';
import { importDocuments } from '#features/logbook/web/imports/import-documents.ts';
import { purgeImports } from './import-job.ts';
import { toExitError } from './read-file.ts';

const portal = await testPortal();
const { services } = portal;
const { pool } = services.database;
const diver = 'diver@demo.test';
const instructor = 'instructor@demo.test';
const imports = createImportFixture(portal, diver);
const { importFile, start, run, read, listEntries, readLog, countDives, upload } = imports;

const one = createDiveFile([{ start: '2024-05-01T10:00:00' }]);
const two = createDiveFile([{ start: '2024-05-01T10:00:00' }, { start: '2024-05-01T14:00:00' }]);

const listFileKeys = async () =>
  (await pool.query<{ file_key: string }>('select file_key from dive_import_file where file_key is not null')).rows;

/** A dive that was typed in, at the time of the first one of the files. */
async function insertDive(changes = "status = 'Logged'"): Promise<string> {
  const { rows } = await pool.query<{ id: string }>(
    `insert into dive_log (affiliate_id, log_type, status, dive_title, dive_location, dive_date, dive_type, max_depth_m,
       bottom_time_min, time_in)
     values (400001, 'Recreational', 'Logged', 'Dive 2', 'Dahab', '2024-05-01', 'Shore', 17.5, 40, '10:00') returning id::text`,
  );
  const id = rows[0]?.id ?? '';
  await pool.query(`update dive_log set ${changes} where id = $1`, [id]);
  return id;
}
const pending = `log_type = 'Training', status = 'Pending', memsys_member_number = 100001, skills = '{mask_full}', submitted_at = now()`;
const verified = `log_type = 'Training', status = 'Verified', memsys_member_number = 100001, skills = '{mask_full}',
  submitted_at = now(), verified_at = now(), verified_by = 400005, verified_name = 'Instructor'`;

beforeEach(async () => {
  await pool.query('delete from dive_recording');
  await pool.query('delete from dive_import');
  await pool.query("delete from dive_log where affiliate_id = 400001 and dive_date < '2024-06-01'");
});

it('holds no original in memory that someone downloads slowly', async () => {
  const bytes = 16 * 1024 ** 2;
  const importId = randomUUID();
  expect((await upload(importId, 'x'.repeat(bytes))).statusCode).toBe(200);
  const address = await portal.app.listen({ port: 0, host: '127.0.0.1' });
  const headers = await portal.headersOf(diver);
  const url = `${address}/api/logbook/api/Import/GetFile/${importId}/0`;
  const sockets = new Set<Socket>();
  portal.app.server.on('connection', (socket) => sockets.add(socket));
  const downloads: Response[] = [];
  for (let count = 0; count < 5; count++) downloads.push(await fetch(url, { headers }));
  // The bytes that were read and could not be sent yet.
  const queued = [...sockets].reduce((sum, { writableLength }) => sum + writableLength, 0);
  expect(sockets.size).toBe(5);
  expect(queued).toBeLessThan(bytes / 4);
  const [first, ...others] = downloads;
  await Promise.all(others.map((download) => download.body?.cancel()));
  expect(await first?.text()).toBe('x'.repeat(bytes));
});

describe('the job', () => {
  it('adds a dive once when two imports of the same file run at the same time', async () => {
    const before = await countDives();
    const ids = [await start(two), await start(two)];
    await Promise.all(ids.map((id) => run(id)));
    expect(await countDives()).toBe(before + 2);
    const results = await Promise.all(ids.map(read));
    expect(results.reduce((sum, item) => sum + (item?.present ?? 0), 0)).toBe(2);
  });

  it('runs for two people whose imports have the same id', async () => {
    const id = await start(one);
    await start(one, [], 'student@demo.test', id);
    const { rows } = await pool.query(
      "select 1 from pgboss.job where name = 'logbook.import' and data ->> 'importId' = $1",
      [id],
    );
    expect(rows).toHaveLength(2);
  });

  /** The first transaction reads the import, the second writes dives, the third finishes. */
  const failOnce = (call: number) => {
    let calls = 0;
    const { inTransaction } = services.database;
    const failing = (...args: Parameters<typeof inTransaction>) => {
      if (++calls === call) throw new Error('crash');
      return inTransaction.apply(services.database, args);
    };
    return { ...services.database, inTransaction: failing } as typeof services.database;
  };

  it('takes everything back when its last attempt fails, and says so once', async () => {
    const before = await countDives();
    const id = await start(two);
    await expect(run(id, { database: failOnce(3), isLastTry: true })).rejects.toThrow('crash');
    expect(await read(id)).toMatchObject({ status: 'failed', problem: 'unexpected' });
    expect(await countDives()).toBe(before);
    expect(await listFileKeys()).toEqual([]);
    await run(id, { isLastTry: true });
    const { rows } = await pool.query('select values from notification where url = $1', [`/logbook/import/${id}`]);
    expect(rows).toMatchObject([{ values: { reason: 'server' } }]);
  });

  it('is not needed to end an import that was lost', async () => {
    const id = await start(two);
    await purgeImports.run(imports.createContext(), {});
    expect(await read(id)).toMatchObject({ status: 'importing' });
    await pool.query("update dive_import set started_at = now() - interval '13 hours'");
    await purgeImports.run(imports.createContext(), {});
    expect(await read(id)).toMatchObject({ status: 'failed', problem: 'unexpected' });
  });

  it('reads a file again when the portal was stopped while it was read', () => {
    expect(toExitError('SIGTERM')).not.toHaveProperty('code');
    expect(toExitError('SIGKILL')).toMatchObject({ code: 'too-large' });
    expect(toExitError(null)).toMatchObject({ code: 'malformed' });
  });

  it('imports texts with characters that the database refuses', async () => {
    const at = (second: number) => ({ TimeISO8601: `2024-05-01T10:00:0${second}+02:00`, Depth: second });
    const log = {
      Device: { Name: 'D5\u0000 \uD800', SerialNumber: 'S\u0000' },
      Header: { DateTime: at(0).TimeISO8601, Duration: 120, Depth: { Max: 18 }, Notes: 'half \uD800 and none \u0000.' },
      Samples: [at(0), at(1), at(2)],
    };
    const { item, entries } = await importFile(JSON.stringify({ DeviceLog: log }));
    expect(item).toMatchObject({ status: 'done', added: 1 });
    const { experiences, recordings } = await readLog(entries[0]?.log_id ?? '');
    expect(experiences[0]?.notes).toBe('half \uFFFD and none  .');
    expect(recordings[0]?.computer).toMatch(/D5/);
  });

  it('reports a date that the logbook refuses', async () => {
    const { item, entries } = await importFile(createDiveFile([{ start: '2031-05-01T10:00:00' }]));
    expect(item).toMatchObject({ status: 'done', added: 0, failed: 1 });
    expect(entries[0]?.entries).toContainEqual(
      expect.objectContaining({ field: 'date', outcome: 'left-out', reason: 'out-of-range' }),
    );
    expect(entries[0]?.warnings).toMatchObject([{ field: 'dive_date', code: 'missing-value' }]);
  });
});

describe('choices', () => {
  it('belong to the place of a dive if no dive has their fingerprint', async () => {
    const { entries } = await importFile(two, [{ file: 0, dive: 1, fingerprint: 'a'.repeat(64), action: 'skip' }]);
    expect(entries.map(({ action }) => action)).toEqual(['added', 'skipped']);
  });

  it('can be sent in parts before the import starts', async () => {
    const id = randomUUID();
    await upload(id, two);
    for (const dive of [0, 1])
      await imports.ask(importDocuments.addImportChoices, { id, choices: [{ file: 0, dive, action: 'skip' }] });
    await imports.ask(importDocuments.startImport, { id, choices: [] });
    await run(id);
    expect((await listEntries(id)).map(({ action }) => action)).toEqual(['skipped', 'skipped']);
  });

  it('have a start that exists in the calendar', async () => {
    const choices = [{ file: 0, dive: 0, action: 'add', start: '2024-02-31T10:00:00' }] as const;
    await expect(start(one, choices)).rejects.toThrow('start failed');
  });
});

describe('uploads', () => {
  it('don’t replace another file in the same place', async () => {
    const id = randomUUID();
    expect((await upload(id, one)).statusCode).toBe(200);
    expect((await upload(id, one)).statusCode).toBe(200);
    expect((await upload(id, two)).json()).toMatchObject({ errors: [{ code: 'logbook.import_closed' }] });
  });

  it('are limited for an import and for a person', async () => {
    const [first, second] = [randomUUID(), randomUUID()];
    await upload(first, one);
    await pool.query('update dive_import_file set bytes = $1', [512 * 1024 ** 2]);
    const more = await upload(first, one, { position: 1 });
    expect(more.json()).toMatchObject({ errors: [{ code: 'logbook.import_size' }] });
    await pool.query('update dive_import_file set bytes = $1', [2 * 1024 ** 3 - 1]);
    expect((await upload(second, one)).json()).toMatchObject({ errors: [{ code: 'logbook.import_space' }] });
    expect((await upload(second, one, { as: 'student@demo.test' })).statusCode).toBe(200);
  });

  it('are deleted when their import fails', async () => {
    const id = await start('<uddf');
    await run(id);
    expect(await read(id)).toMatchObject({ status: 'failed', files: [{ name: 'dives.ssrf' }] });
    expect(await listFileKeys()).toEqual([]);
    expect((await portal.request(diver, 'GET', `/api/logbook/api/Import/GetFile/${id}/0`)).statusCode).toBe(404);
  });
});

describe('attaching', () => {
  const attach = (logId: string) => importFile(one, [{ file: 0, dive: 0, action: 'attach', log_id: logId }]);

  it('leaves a dive alone that an instructor reviews', async () => {
    const logId = await insertDive(pending);
    const { item, entries } = await attach(logId);
    expect(item).toMatchObject({ attached: 0, added: 0, skipped: 1 });
    expect(entries[0]?.entries).toContainEqual(expect.objectContaining({ field: 'computer', reason: 'dive-pending' }));
    expect(await readLog(logId)).toMatchObject({ recordings: [], outline: null });
  });

  it('to a verified dive changes nothing for its instructor', async () => {
    const logId = await insertDive(verified);
    expect((await attach(logId)).item).toMatchObject({ attached: 1 });
    const [recording] = (await readLog(logId)).recordings;
    expect(recording).toMatchObject({ is_added_later: true });
    expect(await readLog(logId, instructor)).toMatchObject({ recordings: [], outline: null });
    const url = `/api/logbook/api/Recording/GetRecording/${logId}/${recording?.id}`;
    expect((await portal.request(diver, 'GET', url)).statusCode).toBe(200);
    expect((await portal.request(instructor, 'GET', url)).statusCode).toBe(404);
  });

  it('reports which values of the file the dive keeps its own for', async () => {
    const { entries } = await attach(await insertDive());
    expect(entries[0]?.kept).toEqual(expect.arrayContaining(['date']));
    expect(entries[0]?.entries).toContainEqual({
      field: 'max_depth_m',
      value: '18',
      outcome: 'left-out',
      stored: null,
      reason: 'entered',
    });
  });

  it('suggests the dive with the closest start', async () => {
    await insertDive("time_in = '10:12'");
    const closest = await insertDive();
    const dive = { fingerprint: 'b'.repeat(64), start: '2024-05-01T10:01:00', duration_s: 2_400, max_depth: 18 };
    const { matchDives } = await imports.ask<{ matchDives: DiveMatch[] }>(importDocuments.matchDives, {
      dives: [dive],
    });
    expect(matchDives).toMatchObject([{ status: 'probable', log_id: closest, can_attach: true }]);
    await pool.query(`update dive_log set ${pending} where id = $1`, [closest]);
    const again = await imports.ask<{ matchDives: DiveMatch[] }>(importDocuments.matchDives, { dives: [dive] });
    expect(again.matchDives).toMatchObject([{ log_id: closest, can_attach: false }]);
  });

  it('hides the computer’s id of the dive from the instructor', async () => {
    const logId = await insertDive();
    await attach(logId);
    await pool.query(`update dive_log set ${pending} where id = $1`, [logId]);
    const [recording] = (await readLog(logId, instructor)).recordings;
    expect(recording).toMatchObject({ import_id: null });
    const url = `/api/logbook/api/Recording/GetRecording/${logId}/${recording?.id}`;
    expect(unpackRecording((await portal.request(instructor, 'GET', url)).rawPayload)).toMatchObject({
      serial: null,
      diveId: null,
    });
  });
});

describe('undoing', () => {
  const attachDeeper = (logId: string) =>
    importFile(createDiveFile([{ start: '2024-05-01T10:01:00', computer: 'Teric', depthM: 25 }]), [
      { file: 0, dive: 0, action: 'attach', log_id: logId },
    ]);

  it('keeps a dive to which another import attached a recording', async () => {
    const first = await importFile(one);
    const logId = first.entries[0]?.log_id ?? '';
    await attachDeeper(logId);
    const { undoImport } = await imports.undo(first.item.id);
    expect(undoImport).toMatchObject({ removed: 0, kept: [{ log_id: logId, reason: 'recording' }] });
    expect((await readLog(logId)).recordings).toHaveLength(2);
    expect(await listFileKeys()).toHaveLength(2);
  });

  it('keeps a dive that was given a photo since', async () => {
    const { item, entries } = await importFile(two);
    const [kept, removed] = entries.map((entry) => entry.log_id ?? '');
    await pool.query(
      `insert into dive_photo (affiliate_id, log_id, file_key, thumb_key, width, height, position)
       values (400001, $1, 'dive-photos/undo.jpg', 'dive-photos/undo-thumb.jpg', 90, 60, 1)`,
      [kept],
    );
    expect((await imports.undo(item.id)).undoImport).toMatchObject({
      removed: 1,
      kept: [{ log_id: kept, dive_title: '2024-05-01', reason: 'photos' }],
    });
    expect((await readLog(kept ?? '')).recordings).toHaveLength(1);
    const { rows } = await pool.query('select id::text from dive_log where id = any($1) and deleted_at is null', [
      [kept, removed],
    ]);
    expect(rows).toEqual([{ id: kept }]);
  });

  it('keeps a dive that an instructor has verified since, even if nothing was edited', async () => {
    const { item, entries } = await importFile(two);
    const logId = entries[0]?.log_id ?? '';
    await pool.query(`update dive_log set ${verified}, dive_type = 'Shore', dive_location = 'Dahab' where id = $1`, [
      logId,
    ]);
    const before = await readLog(logId);
    expect((await imports.undo(item.id)).undoImport).toMatchObject({
      removed: 1,
      kept: [{ log_id: logId, reason: 'verified' }],
    });
    expect(await readLog(logId)).toEqual(before);
  });

  it('removes a recording that was attached to a verified dive, but none that was verified with its dive', async () => {
    const attach = (logId: string) => importFile(one, [{ file: 0, dive: 0, action: 'attach', log_id: logId }]);
    const later = await insertDive(verified);
    const attachedLater = await attach(later);
    expect((await imports.undo(attachedLater.item.id)).undoImport).toMatchObject({ detached: 1, kept: [] });
    expect(await readLog(later)).toMatchObject({ status: 'Verified', recordings: [] });

    await pool.query('delete from dive_log where id = $1', [later]);
    const earlier = await insertDive();
    const attachedEarlier = await attach(earlier);
    // The version changes with the verification.
    await pool.query(`update dive_log set ${verified}, version = version + 1 where id = $1`, [earlier]);
    expect((await imports.undo(attachedEarlier.item.id)).undoImport).toMatchObject({
      detached: 0,
      kept: [{ log_id: earlier, reason: 'verified' }],
    });
    expect((await readLog(earlier)).recordings).toHaveLength(1);
  });

  it('gives a dive the outline of the recording it has left', async () => {
    const logId = await insertDive();
    const { item } = await importFile(one, [{ file: 0, dive: 0, action: 'attach', log_id: logId }]);
    const second = createDiveFile([{ start: '2024-05-01T10:01:00', computer: 'Teric' }]).replace(
      "<sample time='20:00 min' depth='18 m'/>",
      "<sample time='20:00 min' depth='2 m'/>",
    );
    await importFile(second, [{ file: 0, dive: 0, action: 'attach', log_id: logId }]);
    const before = (await readLog(logId)).outline;
    expect((await imports.undo(item.id)).undoImport).toMatchObject({ removed: 0, detached: 1, kept: [] });
    const { outline, recordings } = await readLog(logId);
    expect(recordings).toMatchObject([{ computer: 'Teric' }]);
    expect(outline).toHaveLength(60);
    expect(outline).not.toBe(before);
    expect(await listFileKeys()).toHaveLength(1);
  });

  it('deletes originals that no dive comes from', async () => {
    const { item, entries } = await importFile(one);
    await imports.undo(item.id);
    expect(await listFileKeys()).toEqual([]);
    const again = await importFile(one);
    expect(again.item).toMatchObject({ added: 1 });
    await pool.query('delete from dive_log where id = any($1)', [[entries[0]?.log_id, again.entries[0]?.log_id]]);
    await pool.query("update dive_import set finished_at = now() - interval '31 days' where finished_at is not null");
    await purgeImports.run(imports.createContext(), {});
    expect(await listFileKeys()).toEqual([]);
  });
});
