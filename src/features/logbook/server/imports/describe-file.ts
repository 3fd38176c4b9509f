import { createHash } from 'node:crypto';
import { enqueueFileDeletion } from '#platform/server/files/delete-files.ts';
import { createFairQueue } from '#platform/server/jobs/fair-queue.ts';
import type { Context } from '#platform/server/http/context.ts';
import { fail as failCall } from '#platform/shared/errors.ts';
import type { FilePreview } from '#features/logbook/shared/import-contract.ts';
import { DiveFileError } from '#features/logbook/shared/dive-files/dive-file.ts';
import { previewDive } from '#features/logbook/shared/recordings/preview-dive.ts';
import { readImportFile } from './import-files.ts';
import * as fileQueries from './file-queries.ts';
import { lockImport } from './queries.ts';
import { readFileInProcess } from './read-file.ts';

/** Each reading process may take 300 MB. */
const runQueued = createFairQueue({ slots: 2, slotsPerPerson: 1, maxWaiting: 20, maxWaitingPerPerson: 3 });

/** Reads an uploaded file for the preview. A file that can't be read is deleted, because the import would fail with it. */
export async function describeFile(
  ctx: Context,
  { importId, position }: { importId: string; position: number },
): Promise<FilePreview> {
  const { affiliateId } = ctx.user;
  const key = { affiliateId, importId, position };
  const file = await fileQueries.findFile.first(ctx.db, key);
  const { fileKey } = file ?? {};
  if (!fileKey) throw failCall('not_found');
  try {
    const { format, dives, warnings } = await runQueued(async () => {
      // Read when its turn comes, so queued files stay in the store.
      const bytes = await readImportFile(ctx.services, fileKey);
      if (bytes === null) throw failCall('not_found');
      return readFileInProcess(bytes);
    });
    return {
      error: null,
      format,
      dives: dives.map((dive) => previewDive(dive, createHash('sha256').update(dive.fingerprint).digest('hex'))),
      warnings,
    };
  } catch (error) {
    if (!(error instanceof DiveFileError)) throw error;
    await deleteFile(ctx, key);
    return { error: error.code, format: null, dives: [], warnings: [] };
  }
}

/** A file of an import that has started stays. */
async function deleteFile(ctx: Context, key: { affiliateId: number; importId: string; position: number }) {
  await ctx.services.database.inTransaction(ctx.correlationId, async (db) => {
    const { status } = (await lockImport.first(db, key)) ?? {};
    if (status !== 'uploading') return;
    const gone = await fileQueries.deleteFile.first(db, key);
    if (gone?.fileKey) await enqueueFileDeletion(db, [gone.fileKey]);
  });
}
