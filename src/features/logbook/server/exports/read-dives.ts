import type { Services } from '#platform/server/http/context.ts';
import type { FileDive } from '#features/logbook/shared/dive-files/dive-file.ts';
import type { DiveSummary } from '#features/logbook/shared/dive-files/writers/dive-writer.ts';
import { unpackDetails, unpackRecording } from '#features/logbook/shared/recordings/pack-recording.ts';
import { decryptRecording } from '#features/logbook/server/recordings/recording-files.ts';
import * as queries from './queries.ts';
import { toFileDive, type ExportedLog } from './to-file-dive.ts';

export interface Selection {
  affiliateId: number;
  dives: readonly queries.DiveKey[];
}

export interface ExportedDive<Dive extends DiveSummary> {
  log: ExportedLog;
  dive: Dive;
  isSimulated: boolean;
  /** The first recording was attached after the verification. */
  isAddedLater: boolean;
}

/** The recordings of so many dives are in memory at a time. */
const batchSize = 20;

/** Reads dives with all their samples, in batches. A dive that was just deleted is left out. */
export function readDives(services: Services, selection: Selection): AsyncGenerator<ExportedDive<FileDive>> {
  return readBatches<FileDive>(services, selection, unpackRecording);
}

/** Reads dives with the number of samples only, which takes a fraction of the time. */
export function readSummaries(services: Services, selection: Selection): AsyncGenerator<ExportedDive<DiveSummary>> {
  return readBatches<DiveSummary>(services, selection, unpackDetails);
}

const isAfter = (at: Date, verifiedAt: string | null) => verifiedAt !== null && at.getTime() > Date.parse(verifiedAt);

async function* readBatches<Dive extends DiveSummary>(
  { database, env }: Services,
  { affiliateId, dives }: Selection,
  unpack: (packed: Uint8Array) => Parameters<typeof toFileDive<Dive>>[2][number],
): AsyncGenerator<ExportedDive<Dive>> {
  for (let start = 0; start < dives.length; start += batchSize) {
    const batch = dives.slice(start, start + batchSize);
    const key = { affiliateId, ids: batch.map(({ id }) => id) };
    const [logs, recordings] = await database.readFromReplica(database.db, (db) =>
      Promise.all([queries.listLogs(db, key), queries.listRecordings(db, key)]),
    );
    const logsById = new Map(logs.map(({ id, log }) => [id, log]));
    const recordingsById = Map.groupBy(recordings, ({ logId }) => logId);
    for (const { id, number } of batch) {
      const log = logsById.get(id);
      if (log === undefined) continue;
      const own = recordingsById.get(id) ?? [];
      const unpacked = own.map((recording) => unpack(decryptRecording(env, recording)));
      const [first] = own;
      const isSimulated = first?.is_simulated ?? false;
      const isAddedLater = !isSimulated && first !== undefined && isAfter(first.createdAt, log.verified_at);
      yield { log, dive: toFileDive<Dive>(log, number, unpacked), isSimulated, isAddedLater };
    }
  }
}
