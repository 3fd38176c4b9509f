import { randomUUID } from 'node:crypto';
import { pino } from 'pino';
import type { JobContext } from '#platform/server/jobs/jobs.ts';
import { importDivesJob } from '#features/logbook/server/imports/import-job.ts';
import type { DiveLog } from '#features/logbook/shared/contract.ts';
import type { DiveImport, ImportChoice, ImportEntry } from '#features/logbook/shared/import-contract.ts';
import { documents } from '#features/logbook/web/graphql-documents.ts';
import { importDocuments } from '#features/logbook/web/imports/import-documents.ts';
import type { TestPortal } from './portal-testing.ts';

interface TestDive {
  start: string;
  computer?: string;
  depthM?: number;
}

/** A Subsurface file with a sample every minute. */
export const createDiveFile = (dives: readonly TestDive[]): string => `<divelog program='subsurface' version='3'><dives>
${dives
  .map(({ start, computer = 'Perdix 2', depthM = 18 }) => {
    const samples = Array.from(
      { length: 41 },
      (_, minute) => `<sample time='${minute}:00 min' depth='${minute % 40 === 0 ? 0 : depthM} m'/>`,
    );
    return `<dive date='${start.slice(0, 10)}' time='${start.slice(11)}' duration='40:00 min'>
      <divecomputer model='${computer}' deviceid='abcd' diveid='abcd0001'><depth max='${depthM} m'/>${samples.join('')}</divecomputer></dive>`;
  })
  .join('')}</dives></divelog>`;

/** Imports of a portal whose jobs run when a test says so. */
export function createImportFixture(portal: TestPortal, diver: string) {
  const { services } = portal;
  const { pool } = services.database;

  const createContext = (changes: Partial<JobContext> = {}): JobContext => ({
    services,
    database: services.database,
    log: pino({ level: 'silent' }),
    now: new Date(),
    isLastTry: false,
    ...changes,
  });

  async function ask<Data>(document: { toString(): string }, variables: object = {}, as = diver): Promise<Data> {
    return (await portal.graphql(as, String(document), variables)).json<{ data: Data }>().data;
  }

  async function upload(importId: string, text: string, { position = 0, as = diver, name = 'dives.ssrf' } = {}) {
    const form = new FormData();
    form.append('name', name);
    form.append('file', new Blob([text]), name);
    const body = new Response(form);
    return portal.app.inject({
      method: 'POST',
      url: `/api/logbook/api/Import/UploadFile/${importId}/${position}`,
      headers: { ...(await portal.headersOf(as)), 'content-type': body.headers.get('content-type') ?? '' },
      payload: Buffer.from(await body.arrayBuffer()),
    });
  }

  /** Uploads a file and starts its import. Returns the id. */
  async function start(text: string, choices: readonly ImportChoice[] = [], as = diver, id: string = randomUUID()) {
    const uploaded = await upload(id, text, { as });
    if (uploaded.statusCode !== 200) throw new Error(`upload failed: ${uploaded.body}`);
    const started = await portal.graphql(as, String(importDocuments.startImport), { id, choices });
    if (started.json().errors !== undefined) throw new Error(`start failed: ${started.body}`);
    return id;
  }

  const run = (importId: string, changes: Partial<JobContext> = {}, affiliateId = 400_001) =>
    importDivesJob.run(createContext(changes), { affiliateId, importId });

  const read = async (id: string) =>
    (await ask<{ diveImports: DiveImport[] }>(importDocuments.imports, { id })).diveImports[0];

  const listEntries = async (id: string) =>
    (await ask<{ diveImportEntries: ImportEntry[] }>(importDocuments.importEntries, { id })).diveImportEntries;

  async function importFile(text: string, choices: readonly ImportChoice[] = []) {
    const id = await start(text, choices);
    await run(id);
    const item = await read(id);
    if (item === undefined) throw new Error('the import is missing');
    return { item, entries: await listEntries(id) };
  }

  const undo = (id: string) =>
    ask<{ undoImport: { removed: number; detached: number; kept: object[] } }>(importDocuments.undoImport, { id });

  const readLog = async (id: string, as = diver) =>
    (await ask<{ diveLog: DiveLog }>(documents.log, { id }, as)).diveLog;

  const countDives = async (): Promise<number> =>
    (await pool.query('select count(*)::int from dive_log where affiliate_id = 400001 and deleted_at is null')).rows[0]
      .count;

  return { ask, upload, start, run, read, listEntries, importFile, undo, readLog, countDives, createContext };
}
