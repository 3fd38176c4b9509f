import { statement } from '#platform/server/db/database.ts';
import type { DataExport } from '#features/account/shared/security-contract.ts';

export interface ExportRow {
  id: string;
  state: DataExport['state'];
  progress: number;
  bytes: number | null;
  file_key: string | null;
  requested_at: Date;
  ready_at: Date | null;
  expires_at: Date | null;
}

/** A ready export counts as expired before the sweep job has run. */
export const currentStateSql = "case when state = 'ready' and expires_at <= now() then 'expired' else state end";

const columns = `id, ${currentStateSql} as state, progress, bytes, file_key, requested_at, ready_at, expires_at`;

export const selectExport = statement<ExportRow, [affiliateId: number, id: string]>(
  `select ${columns} from data_export where affiliate_id = $1 and id = $2`,
);

/** Inserts nothing while another export is open. */
export const insertExport = statement<ExportRow, [affiliateId: number, requestedBy: number]>(`
  insert into data_export (affiliate_id, requested_by) values ($1, $2)
  on conflict (affiliate_id) where state in ('waiting', 'running') do nothing
  returning ${columns}`);

/** Also restarts an export that another process left unfinished. */
export const startExport = statement<{ requested_by: number }, [affiliateId: number, id: string, fileKey: string]>(`
  update data_export set state = 'running', progress = 0, file_key = $3
  where affiliate_id = $1 and id = $2 and state in ('waiting', 'running') returning requested_by`);

export const updateProgress = statement<{ id: string }, [affiliateId: number, id: string, progress: number]>(`
  update data_export set progress = $3 where affiliate_id = $1 and id = $2 and state = 'running' returning id`);

export const finishExport = statement<{ id: string }, [affiliateId: number, id: string, bytes: number, days: number]>(`
  update data_export set state = 'ready', progress = 100, bytes = $3, ready_at = now(),
    expires_at = now() + make_interval(days => $4)
  where affiliate_id = $1 and id = $2 and state = 'running' returning id`);

export const failExport = statement<{ requested_by: number }, [affiliateId: number, id: string]>(`
  update data_export set state = 'failed', file_key = null
  where affiliate_id = $1 and id = $2 and state in ('waiting', 'running') returning requested_by`);

/** Expires exports past their date, and fails those that no process can still be working on. */
export const expireExports = statement<
  { affiliate_id: number; id: string; file_key: string | null; was_open: boolean; requested_by: number },
  [staleHours: number]
>(`
  with old as (
    select affiliate_id, id, file_key, requested_by, state <> 'ready' as was_open from data_export
    where (state = 'ready' and expires_at <= now())
      or (state in ('waiting', 'running') and requested_at < now() - make_interval(hours => $1))
    for update skip locked
  )
  update data_export e set state = case when old.was_open then 'failed' else 'expired' end, file_key = null
  from old where e.affiliate_id = old.affiliate_id and e.id = old.id
  returning e.affiliate_id, e.id, old.file_key, old.was_open, old.requested_by`);

export function toDataExport(row: ExportRow): DataExport {
  return {
    id: row.id,
    state: row.state,
    progress: row.progress,
    bytes: row.bytes,
    requestedAt: row.requested_at.toISOString(),
    readyAt: row.ready_at?.toISOString() ?? null,
    expiresAt: row.expires_at?.toISOString() ?? null,
  };
}
