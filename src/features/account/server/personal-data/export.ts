import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import * as z from 'zod';
import { EncryptionContext } from '#platform/server/crypto/encryption-context.ts';
import type { Services } from '#platform/server/http/context.ts';
import type { Db } from '#platform/server/db/database.ts';
import { enqueueFileDeletion } from '#platform/server/files/delete-files.ts';
import { defineJob } from '#platform/server/jobs/jobs.ts';
import { type ExportedTable, listExportedTables, type OwnedFile } from '#platform/server/privacy/personal-data.ts';
import { encryptionOverheadBytes, encryptStream } from '#platform/server/crypto/encrypted-stream.ts';
import { type AddToZip, storeZip } from '#platform/server/files/zip.ts';
import { pickLocale } from '#platform/shared/locale.ts';
import { exportDays } from '#features/account/shared/rules.ts';
import { formatFullName } from '#features/account/server/people/subject.ts';
import { loadExportKeys } from './erasure-rules.ts';
import { type ExportedTableSummary, renderExportPage } from './export-page.ts';
import * as queries from './export-queries.ts';
import { findRecipient, notifyRecipient } from './notifications.ts';
import { exportPurpose } from '#features/account/server/encryption-purposes.ts';

/** The version of the zip's layout, for programs that read it. */
const layoutVersion = 1;
/** Longer than all attempts together can take. */
const staleHours = 24;

const ExportRequest = z.object({ affiliateId: z.int(), id: z.uuid() });
type ExportRequest = z.output<typeof ExportRequest>;

/** Derived from the id, so a retry overwrites the file of an earlier attempt. */
function getExportFileKey({ id }: ExportRequest): string {
  return `exports/${id}.zip`;
}

export const exportData = defineJob(
  'account.export',
  { schema: ExportRequest, retryLimit: 3, retryDelayS: 30, expireInS: 3_600, concurrency: 1 },
  async ({ services, database, isLastTry }, request) => {
    const { id } = request;
    const started = await queries.startExport.first(database.db, { ...request, fileKey: getExportFileKey(request) });
    if (started === undefined) return;
    try {
      const bytes = await writeExport(services, request, started.requestedBy);
      await database.inTransaction(id, async (db) => {
        const finished = await queries.finishExport.first(db, { ...request, bytes, days: exportDays });
        if (finished !== undefined) await notifyRequester(services, db, request, started.requestedBy, 'export_ready');
      });
    } catch (error) {
      if (isLastTry)
        await database.inTransaction(id, async (db) => {
          const failed = await queries.failExport.first(db, request);
          if (failed !== undefined) await notifyRequester(services, db, request, failed.requestedBy, 'export_failed');
        });
      throw error;
    } finally {
      await deleteOrphanedFile(services, request);
    }
  },
);

/** Deletes a file without a row: the export failed, or the person was erased while it ran. */
async function deleteOrphanedFile({ database, files }: Services, request: ExportRequest): Promise<void> {
  const row = await queries.findExport.first(database.db, request);
  if (row === undefined || row.fileKey === null) await files.delete(getExportFileKey(request));
}

async function writeExport(services: Services, request: ExportRequest, readerId: number): Promise<number> {
  const { database, files, messages, env } = services;
  const person = await findRecipient(database.db, request.affiliateId);
  const reader = await findRecipient(database.db, readerId);
  const keys = await loadExportKeys(database.db, person);
  const { lookups, ...rules } = services.personalData;
  const tables = await listExportedTables(database.db, keys, lookups, env.SECRET_KEYS, rules, (work) =>
    database.readFromReplica(database.db, work),
  );
  const at = new Date();
  const fill = async (add: AddToZip): Promise<void> => {
    const parts: ExportedTableSummary[] = [];
    const missingFiles: string[] = [];
    for (const [index, table] of tables.entries()) {
      const { rows, owned } = await addTable(add, table);
      for (const file of owned) if (!(await addFile(services, add, file))) missingFiles.push(file.path);
      parts.push({ table: table.name, rows, files: owned.length });
      await reportProgress(services, request, Math.floor((99 * (index + 1)) / tables.length));
    }
    const manifest = {
      version: layoutVersion,
      madeAt: at.toISOString(),
      affiliateId: request.affiliateId,
      tables: parts,
      missingFiles,
    };
    await add('manifest.json', toStream([`${JSON.stringify(manifest, null, 2)}\n`]));
    const page = { fullName: formatFullName(person), at, parts };
    await add('index.html', toStream([renderExportPage(messages, pickLocale([reader.language]), page)]));
  };
  const fileKey = getExportFileKey(request);
  const encryption = encryptStream(env.SECRET_KEYS, EncryptionContext.ofFile(exportPurpose, fileKey));
  const { bytes } = await storeZip(files, fileKey, fill, encryption);
  return bytes - encryptionOverheadBytes;
}

/** Outside a transaction, so the page sees the progress. */
async function reportProgress({ database }: Services, request: ExportRequest, progress: number): Promise<void> {
  const row = await queries.updateProgress.first(database.db, { ...request, progress });
  if (row === undefined) throw new Error('data export was canceled');
}

async function addTable(add: AddToZip, { name, rows }: ExportedTable): Promise<{ rows: number; owned: OwnedFile[] }> {
  let count = 0;
  const owned: OwnedFile[] = [];
  async function* write(): AsyncGenerator<string> {
    yield '[';
    for await (const { values, files } of rows) {
      owned.push(...files);
      const json = JSON.stringify(values, null, 2).replaceAll('\n', '\n  ');
      yield `${count++ === 0 ? '' : ','}\n  ${json}`;
    }
    yield count === 0 ? ']\n' : '\n]\n';
  }
  await add(`data/${name}.json`, toStream(write()));
  return { rows: count, owned };
}

async function addFile({ files }: Services, add: AddToZip, { key, path, open }: OwnedFile): Promise<boolean> {
  const file = await files.get(key);
  if (file === null) return false;
  await add(path, open === null ? file.body : toStream([open(await buffer(file.body))]));
  return true;
}

function toStream(parts: Iterable<string | Buffer> | AsyncIterable<string>): Readable {
  return Readable.from(parts, { objectMode: false });
}

async function notifyRequester(
  services: Services,
  db: Db,
  { affiliateId }: Pick<ExportRequest, 'affiliateId'>,
  readerId: number,
  template: 'export_ready' | 'export_failed',
): Promise<void> {
  const person = await findRecipient(db, affiliateId);
  const values = { person: formatFullName(person), days: exportDays };
  await notifyRecipient(services, db, await findRecipient(db, readerId), template, affiliateId, values);
}

/** Downloads are deleted after a week, and exports that didn't finish within a day are marked as failed. */
export const sweepExports = defineJob(
  'account.sweep-exports',
  { schema: z.object({}), cron: '7 * * * *' },
  async ({ database, services }) => {
    await database.inTransaction('sweep-exports', async (db) => {
      const swept = await queries.expireExports(db, { staleHours });
      await enqueueFileDeletion(
        db,
        swept.map(({ fileKey }) => fileKey).filter((key) => key !== null),
      );
      for (const { wasOpen, requestedBy, affiliateId } of swept)
        if (wasOpen) await notifyRequester(services, db, { affiliateId }, requestedBy, 'export_failed');
    });
  },
);
