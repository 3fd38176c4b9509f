import { sql, type RawBuilder } from 'kysely';
import { query, type Params } from '#platform/server/db/query.ts';
import { toLogId } from '#features/logbook/server/queries.ts';
import type { ImportKey } from './queries.ts';

/** The dives of an import as they are now, locked. */
export const lockImportedLogs = query((db, p: Params<ImportKey>) =>
  db
    .selectFrom('dive_import_entry as e')
    .innerJoin('dive_log as l', (join) =>
      join.onRef('l.affiliate_id', '=', 'e.affiliate_id').onRef('l.id', '=', 'e.log_id'),
    )
    .select((eb) => [
      'e.action',
      'e.log_version',
      eb.cast<string>('l.id', 'text').as('logId'),
      'l.version',
      'l.status',
      'l.dive_title',
      eb
        .exists(
          eb
            .selectFrom('dive_photo as f')
            .select('f.id')
            .whereRef('f.affiliate_id', '=', 'l.affiliate_id')
            .whereRef('f.log_id', '=', 'l.id'),
        )
        .as('hasPhotos'),
      eb
        .exists(
          eb
            .selectFrom('dive_recording as r')
            .select('r.id')
            .whereRef('r.affiliate_id', '=', 'l.affiliate_id')
            .whereRef('r.log_id', '=', 'l.id')
            .where(sql<boolean>`r.import_id is distinct from ${p.importId}::uuid`),
        )
        .as('hasOtherRecordings'),
    ])
    .where('e.affiliate_id', '=', p.affiliateId)
    .where('e.import_id', '=', p.importId)
    .where(sql<boolean>`e.action in ('added', 'attached')`)
    .where('e.is_undone', '=', false)
    .where('l.deleted_at', 'is', null)
    .orderBy('l.id')
    .orderBy('e.action')
    .forNoKeyUpdate('l'),
);

type ImportedLogs = Params<ImportKey & { logIds: readonly string[] }>;
const isOneOf = (column: string, ids: RawBuilder<readonly string[]>) =>
  sql<boolean>`${sql.ref(column)} = any(${ids}::bigint[])`;

export const markEntriesUndone = query((db, p: ImportedLogs) =>
  db
    .updateTable('dive_import_entry')
    .set({ is_undone: true })
    .where('affiliate_id', '=', p.affiliateId)
    .where('import_id', '=', p.importId)
    .where(isOneOf('log_id', p.logIds)),
);

/** Removes the import's recordings from dives, never those of other imports. */
export const detachRecordings = query((db, p: ImportedLogs) =>
  db
    .deleteFrom('dive_recording')
    .where('affiliate_id', '=', p.affiliateId)
    .where('import_id', '=', p.importId)
    .where(isOneOf('log_id', p.logIds)),
);

/** The first recording that each of the dives has left; none if it has no more. */
export const listFirstRecordings = query((db, p: Params<{ affiliateId: number; logIds: readonly string[] }>) =>
  db
    .selectFrom('dive_recording as r')
    .distinctOn('r.log_id')
    .select((eb) => [
      eb.cast<string>('r.log_id', 'text').as('logId'),
      'r.affiliate_id',
      eb.cast<string>('r.id', 'text').as('recordingId'),
      'r.sealed_recording',
    ])
    .where('r.affiliate_id', '=', p.affiliateId)
    .where(isOneOf('r.log_id', p.logIds))
    .orderBy('r.log_id')
    .orderBy('r.position')
    .orderBy('r.id'),
);

export const replaceOutline = query((db, p: Params<{ affiliateId: number; logId: string; outline: string | null }>) =>
  db
    .updateTable('dive_log')
    .set({ outline: p.outline })
    .where('affiliate_id', '=', p.affiliateId)
    .where('id', '=', toLogId(p.logId)),
);
