import * as z from 'zod';
import { appendAudit } from '#platform/server/observability/audit.ts';
import type { Db } from '#platform/server/db/database.ts';
import { enqueueFileDeletion } from '#platform/server/files/delete-files.ts';
import { defineJob, type JobContext } from '#platform/server/jobs/jobs.ts';
import { notify } from '#features/notifications/server/public.ts';
import { changeChannel } from '#features/logbook/server/change-events.ts';
import { importLimits } from '#features/logbook/shared/import-limits.ts';
import { logbookNotices } from '#features/logbook/shared/notices.ts';
import { deleteOldImports, releaseOldFiles } from './file-queries.ts';
import { importDive, type ImportedFileDive } from './import-dive.ts';
import * as queries from './queries.ts';
import { ImportError, readImport } from './read-import.ts';
import { removeImported } from './remove-imported.ts';

const divesPerTransaction = 20;
const expireInS = 1_800;
const retryLimit = 3;
/** All attempts of a job have ended after this time. */
const lostAfterMs = 12 * 60 * 60_000;
const serverProblem = 'unexpected';
const importPayload = z.object({ affiliateId: z.int(), importId: z.uuid() });
type ImportKey = z.output<typeof importPayload>;

/**
 * Reads all files of an import before it writes anything, then writes dives in batches. An entry is written with its
 * dive, so a job that starts again continues after the last batch. An import whose last attempt fails is taken back.
 */
export const importDivesJob = defineJob(
  'logbook.import',
  { schema: importPayload, retryLimit, expireInS },
  async (ctx, key) => {
    try {
      await runImport(ctx, key);
    } catch (error) {
      if (error instanceof ImportError) {
        ctx.log.info({ code: error.code }, 'dive file refused');
        await failImport(ctx, key, `${error.code} ${error.file}`);
        return;
      }
      if (ctx.isLastTry) await failImport(ctx, key, serverProblem);
      throw error;
    }
  },
);

async function runImport(ctx: JobContext, key: ImportKey): Promise<void> {
  const { database } = ctx;
  const row = await database.inTransaction('logbook.import', (db) => queries.lockImport.first(db, key));
  if (row?.status !== 'importing') return;
  const dives = await readImport(ctx, key, row.choices);
  await queries.setDiveCount(database.db, { ...key, count: dives.length });
  const done = new Set((await queries.listEntryKeys(database.db, key)).map(toPlace));
  const left = dives.filter((dive) => !done.has(toPlace(dive)));
  for (let start = 0; start < left.length; start += divesPerTransaction)
    await importBatch(ctx, key, left.slice(start, start + divesPerTransaction), done.size + start);
  await finishImport(ctx, key);
}

const toPlace = ({ file, position }: { file: number; position: number }) => `${file} ${position}`;

async function importBatch(ctx: JobContext, key: ImportKey, dives: ImportedFileDive[], done: number): Promise<void> {
  await ctx.database.inTransaction('logbook.import', async (db) => {
    await queries.lockDiver(db, key);
    const row = await queries.lockImport.first(db, key);
    // Another attempt, which had seemed dead, may have ended it.
    if (row?.status !== 'importing') throw new Error('the import ended while it was running');
    for (const dive of dives) await importDive(ctx, db, key, dive);
    await queries.setDoneCount(db, { ...key, count: done + dives.length });
    await ctx.services.pubsub.publish(db, changeChannel(key.affiliateId), { id: `import ${key.importId}` });
  });
}

async function finishImport(ctx: JobContext, key: ImportKey): Promise<void> {
  await ctx.database.inTransaction('logbook.import', async (db) => {
    const finished = await queries.finishImport.first(db, { ...key, status: 'done', problem: null, now: ctx.now });
    if (finished === undefined) return;
    const [{ counts = {} } = {}] = await queries.listImports(db, key);
    const { added = 0, attached = 0 } = counts;
    await reportEnd(ctx, db, key, { status: 'done', added, attached });
  });
}

/** Takes back what was written, deletes the files and notifies the person, once. */
async function failImport(ctx: JobContext, key: ImportKey, problem: string): Promise<void> {
  await ctx.database.inTransaction('logbook.import', async (db) => {
    await queries.lockDiver(db, key);
    const failed = await queries.finishImport.first(db, { ...key, status: 'failed', problem, now: ctx.now });
    if (failed === undefined) return;
    await removeImported(ctx.services, db, key);
    const reason = problem === serverProblem ? 'server' : 'file';
    await reportEnd(ctx, db, key, { status: 'failed', added: 0, attached: 0 }, reason);
  });
}

interface ImportEnd {
  status: 'done' | 'failed';
  added: number;
  attached: number;
}

/** A notification doesn't blame the file for errors of the server. */
async function reportEnd(
  { services }: JobContext,
  db: Db,
  { affiliateId, importId }: ImportKey,
  end: ImportEnd,
  reason: 'file' | 'server' = 'file',
) {
  await appendAudit(db, {
    actor: affiliateId,
    action: 'logbook.imported',
    subject: `person:${affiliateId}`,
    data: { importId, ...end },
    correlationId: `logbook.import ${importId}`,
  });
  await notify(services, db, {
    to: affiliateId,
    notice: end.status === 'done' ? logbookNotices.imported : logbookNotices.importFailed,
    values: { count: end.added + end.attached, reason },
    path: `/logbook/import/${importId}`,
    key: importId,
  });
  await services.pubsub.publish(db, changeChannel(affiliateId), { id: `import ${importId}` });
}

/**
 * Deletes uploads whose import was never started and originals that no dive is left of, and ends imports whose job was
 * lost.
 */
export const purgeImports = defineJob(
  'logbook.purge-imports',
  { schema: z.object({}), cron: '53 * * * *' },
  async (ctx) => {
    const { database } = ctx;
    const inTransaction = (work: (db: Db) => Promise<number>) => database.inTransaction('logbook.purge-imports', work);
    for (let purged = 1; purged > 0;) {
      purged = await inTransaction(async (db) => {
        const gone = await deleteOldImports.first(db);
        await enqueueFileDeletion(db, gone?.files ?? []);
        return gone?.imports ?? 0;
      });
    }
    for (let released = 1; released > 0;) {
      released = await inTransaction(async (db) => {
        const files = await releaseOldFiles(db, { undoDays: importLimits.undoDays });
        await enqueueFileDeletion(
          db,
          files.map(({ fileKey }) => fileKey),
        );
        return files.length;
      });
    }
    const lost = await queries.listLostImports(database.db, {
      startedBefore: new Date(ctx.now.getTime() - lostAfterMs),
    });
    for (const key of lost) {
      ctx.log.error({ importId: key.importId }, 'import was lost');
      await failImport(ctx, key, serverProblem);
    }
  },
);
