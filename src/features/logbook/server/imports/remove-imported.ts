import type { Services } from '#platform/server/http/context.ts';
import type { Db } from '#platform/server/db/database.ts';
import { enqueueFileDeletion } from '#platform/server/files/delete-files.ts';
import type { KeptDive } from '#features/logbook/shared/import-contract.ts';
import { encodeOutline } from '#features/logbook/shared/recordings/outline.ts';
import { unpackRecording } from '#features/logbook/shared/recordings/pack-recording.ts';
import { markDeleted } from '#features/logbook/server/logs/queries.ts';
import { decryptRecording } from '#features/logbook/server/recordings/recording-files.ts';
import { releaseFiles } from './file-queries.ts';
import type { ImportKey } from './queries.ts';
import * as queries from './undo-queries.ts';

export interface RemovedImport {
  removed: number;
  detached: number;
  kept: KeptDive[];
}

/**
 * Deletes the dives that an import added, detaches its recordings from others, and deletes the originals that no dive is
 * left of. Dives that were changed since stay as they are. The caller has locked the diver and the import.
 */
export async function removeImported(services: Services, db: Db, key: ImportKey): Promise<RemovedImport> {
  const { affiliateId } = key;
  const logs = await queries.lockImportedLogs(db, key);
  // Several recordings of an import may be attached to one dive, which then stays or goes as a whole.
  const kept = new Map<string, KeptDive>();
  for (const log of logs) {
    const reason = findReasonToKeep(log);
    if (reason !== null) kept.set(log.logId, { log_id: log.logId, dive_title: log.dive_title, reason });
  }
  const undone = logs.filter(({ logId }) => !kept.has(logId));
  const removed = undone.filter(({ action }) => action === 'added').map(({ logId }) => logId);
  const detached = undone.filter(({ action }) => action === 'attached').map(({ logId }) => logId);
  if (removed.length > 0) await markDeleted(db, { affiliateId, ids: removed });
  if (detached.length > 0) await detachRecordings(services, db, key, [...new Set(detached)]);
  await queries.markEntriesUndone(db, { ...key, logIds: [...removed, ...detached] });
  const files = await releaseFiles(db, key);
  await enqueueFileDeletion(
    db,
    files.map(({ fileKey }) => fileKey),
  );
  return { removed: removed.length, detached: detached.length, kept: [...kept.values()] };
}

type ImportedLog = Awaited<ReturnType<typeof queries.lockImportedLogs>>[number];

/** A verified dive keeps everything but a recording that was attached afterwards, which its instructor never saw. */
function findReasonToKeep({ status, version, log_version: imported, action, ...log }: ImportedLog) {
  if (status === 'Verified' && (action === 'added' || version !== imported)) return 'verified';
  if (version !== imported) return 'edited';
  if (action !== 'added') return null;
  if (log.hasPhotos) return 'photos';
  return log.hasOtherRecordings ? 'recording' : null;
}

/** A recording can have a few MB, so not all of them are in memory at a time. */
const recordingsPerRead = 20;

/** The outline of a dive becomes that of the first recording it has left. */
async function detachRecordings({ env }: Services, db: Db, key: ImportKey, logIds: readonly string[]): Promise<void> {
  const { affiliateId } = key;
  await queries.detachRecordings(db, { ...key, logIds });
  for (let start = 0; start < logIds.length; start += recordingsPerRead) {
    const part = logIds.slice(start, start + recordingsPerRead);
    const left = new Map(
      (await queries.listFirstRecordings(db, { affiliateId, logIds: part })).map((row) => [row.logId, row]),
    );
    for (const logId of part) {
      const recording = left.get(logId);
      const outline =
        recording === undefined ? null : encodeOutline(unpackRecording(decryptRecording(env, recording)).samples);
      await queries.replaceOutline(db, { affiliateId, logId, outline });
    }
  }
}
