import { sql } from 'kysely';
import { query, type Params } from '#platform/server/db/query.ts';
import { toLogId } from '#features/logbook/server/queries.ts';
import { mayShareDetails } from './may-share.ts';
import { isVisibleTo } from '#features/logbook/server/visible-log-queries.ts';

const toRecordingId = toLogId;

export const findRecording = query((db, p: Params<{ viewer: number; logId: string; recordingId: string }>) =>
  db
    .selectFrom('dive_log as l')
    .innerJoin('dive_recording as r', (join) =>
      join.onRef('r.affiliate_id', '=', 'l.affiliate_id').onRef('r.log_id', '=', 'l.id'),
    )
    .select((eb) => [
      'r.affiliate_id',
      eb.cast<string>('r.id', 'text').as('recordingId'),
      'r.sealed_recording',
      sql<boolean>`r.shares_details and ${mayShareDetails(eb.ref('r.affiliate_id'))}`.as('shares_details'),
    ])
    .where('l.id', '=', toLogId(p.logId))
    .where('r.id', '=', toRecordingId(p.recordingId))
    .where(isVisibleTo(p.viewer))
    // An instructor never sees what was attached after the verification.
    .where(sql<boolean>`(l.affiliate_id = ${p.viewer} or r.is_simulated or l.verified_at is null
      or r.created_at <= l.verified_at)`),
);

interface NewRecording {
  affiliateId: number;
  recordingId: string;
  logId: string;
  importId: string | null;
  file: number | null;
  position: number;
  fingerprint: Buffer;
  computer: string | null;
  startLocal: string | null;
  utcOffsetMin: number | null;
  durationS: number | null;
  maxDepthM: number | null;
  sampleCount: number;
  encrypted: Buffer;
}

/** The number is authenticated with the encrypted recording, so it is needed before the row. */
export const reserveRecordings = query((db, p: Params<{ count: number }>) =>
  db
    .selectFrom(sql<{ n: number }>`generate_series(1, ${p.count}::integer)`.as('n'))
    .select(sql<string>`nextval(pg_get_serial_sequence('dive_recording', 'id'))::text`.as('recordingId')),
);

export const insertRecording = query((db, p: Params<NewRecording>) =>
  db.insertInto('dive_recording').values({
    affiliate_id: p.affiliateId,
    id: toRecordingId(p.recordingId),
    log_id: toLogId(p.logId),
    import_id: p.importId,
    file: p.file,
    position: p.position,
    fingerprint: p.fingerprint,
    computer: p.computer,
    start_local: sql<string | null>`${p.startLocal}::timestamp`,
    utc_offset_min: p.utcOffsetMin,
    duration_s: p.durationS,
    max_depth_m: p.maxDepthM,
    sample_count: p.sampleCount,
    sealed_recording: p.encrypted,
    // The time after waiting for the lock of the dive, not that of the transaction's start.
    created_at: sql`clock_timestamp()`,
  }),
);

/** The outline of the dive's first recording. Attaching a recording doesn't replace it. */
export const setOutline = query((db, p: Params<{ affiliateId: number; logId: string; outline: string | null }>) =>
  db
    .updateTable('dive_log')
    .set((eb) => ({ outline: eb.fn.coalesce('outline', p.outline) }))
    .where('affiliate_id', '=', p.affiliateId)
    .where('id', '=', toLogId(p.logId)),
);

export const shareDetails = query((db, p: Params<{ affiliateId: number; recordingId: string; shares: boolean }>) =>
  db
    .updateTable('dive_recording')
    .set({ shares_details: p.shares })
    .where('affiliate_id', '=', p.affiliateId)
    .where('id', '=', toRecordingId(p.recordingId))
    .where(
      (eb) => sql<boolean>`(not ${p.shares}::boolean or ${mayShareDetails(eb.ref('dive_recording.affiliate_id'))})`,
    )
    .returning((eb) => eb.cast<string>('log_id', 'text').as('logId')),
);
