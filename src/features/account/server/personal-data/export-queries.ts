import { sql } from 'kysely';
import { query, type Params, type Row } from '#platform/server/db/query.ts';
import type { DataExport } from '#features/account/shared/security-contract.ts';

/** A ready export counts as expired before the sweep job has run. */
export const currentExportState = sql<DataExport['state']>`
  case when state = 'ready' and expires_at <= now() then 'expired' else state end`;

const columns = [
  'id',
  currentExportState.as('state'),
  'progress',
  'bytes',
  'file_key as fileKey',
  'requested_at as requestedAt',
  'ready_at as readyAt',
  'expires_at as expiresAt',
] as const;

export const findExport = query((db, p: Params<{ affiliateId: number; id: string }>) =>
  db.selectFrom('data_export').select(columns).where('affiliate_id', '=', p.affiliateId).where('id', '=', p.id),
);
export type ExportRow = Row<typeof findExport>;

/** Inserts nothing while another export is open. */
export const insertExport = query((db, p: Params<{ affiliateId: number; requestedBy: number }>) =>
  db
    .insertInto('data_export')
    .values({ affiliate_id: p.affiliateId, requested_by: p.requestedBy })
    .onConflict((conflict) => conflict.column('affiliate_id').where('state', 'in', ['waiting', 'running']).doNothing())
    .returning(columns),
);

/** Also restarts an export that another process left unfinished. */
export const startExport = query((db, p: Params<{ affiliateId: number; id: string; fileKey: string }>) =>
  db
    .updateTable('data_export')
    .set({ state: 'running', progress: 0, file_key: p.fileKey })
    .where('affiliate_id', '=', p.affiliateId)
    .where('id', '=', p.id)
    .where('state', 'in', ['waiting', 'running'])
    .returning('requested_by as requestedBy'),
);

export const updateProgress = query((db, p: Params<{ affiliateId: number; id: string; progress: number }>) =>
  db
    .updateTable('data_export')
    .set({ progress: p.progress })
    .where('affiliate_id', '=', p.affiliateId)
    .where('id', '=', p.id)
    .where('state', '=', 'running')
    .returning('id'),
);

export const finishExport = query((db, p: Params<{ affiliateId: number; id: string; bytes: number; days: number }>) =>
  db
    .updateTable('data_export')
    .set({
      state: 'ready',
      progress: 100,
      bytes: p.bytes,
      ready_at: sql<Date>`now()`,
      expires_at: sql<Date>`now() + make_interval(days => ${p.days})`,
    })
    .where('affiliate_id', '=', p.affiliateId)
    .where('id', '=', p.id)
    .where('state', '=', 'running')
    .returning('id'),
);

export const failExport = query((db, p: Params<{ affiliateId: number; id: string }>) =>
  db
    .updateTable('data_export')
    .set({ state: 'failed', file_key: null })
    .where('affiliate_id', '=', p.affiliateId)
    .where('id', '=', p.id)
    .where('state', 'in', ['waiting', 'running'])
    .returning('requested_by as requestedBy'),
);

/** Expires exports past their date, and fails those that no process can still be working on. */
export const expireExports = query((db, p: Params<{ staleHours: number }>) =>
  db
    .with('old', (db) =>
      db
        .selectFrom('data_export')
        .select(['affiliate_id', 'id', 'file_key', 'requested_by', sql<boolean>`state <> 'ready'`.as('was_open')])
        .where((eb) =>
          eb.or([
            eb('state', '=', 'ready').and('expires_at', '<=', sql<Date>`now()`),
            eb('state', 'in', ['waiting', 'running']).and(
              'requested_at',
              '<',
              sql<Date>`now() - make_interval(hours => ${p.staleHours})`,
            ),
          ]),
        )
        .forNoKeyUpdate()
        .skipLocked(),
    )
    .updateTable('data_export as e')
    .from('old')
    .set({
      state: sql<'failed' | 'expired'>`case when old.was_open then 'failed' else 'expired' end`,
      file_key: null,
    })
    .whereRef('e.affiliate_id', '=', 'old.affiliate_id')
    .whereRef('e.id', '=', 'old.id')
    .returning([
      'e.affiliate_id as affiliateId',
      'old.file_key as fileKey',
      'old.was_open as wasOpen',
      'old.requested_by as requestedBy',
    ]),
);

export function toDataExport({ fileKey: _fileKey, ...row }: ExportRow): DataExport {
  return {
    ...row,
    requestedAt: row.requestedAt.toISOString(),
    readyAt: row.readyAt?.toISOString() ?? null,
    expiresAt: row.expiresAt?.toISOString() ?? null,
  };
}
