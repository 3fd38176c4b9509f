import type { Context } from '#platform/server/http/context.ts';
import { statement } from '#platform/server/db/database.ts';
import { undoWindowMs } from '#platform/shared/undo.ts';
import type { LogStatus } from '#features/logbook/shared/enums.ts';
import { type DiveLog, fail } from '#features/logbook/shared/contract.ts';
import { publishChange } from '#features/logbook/server/change-events.ts';
import { auditLogStep } from '#features/logbook/server/notifications.ts';
import { readLog } from '#features/logbook/server/logs/save-log.ts';

interface DecidedRow {
  id: number;
  affiliate_id: number;
  status: LogStatus;
}

/** The user's own decisions that are still the last change of the dive and not yet notified. */
const lockDecided = statement<
  DecidedRow,
  [decidedBy: number, ids: readonly string[], versions: readonly number[], windowMs: number]
>(`
  select l.id, l.affiliate_id, l.status
  from unnest($2::bigint[], $3::int[]) as q (id, version) join dive_log l on l.id = q.id and l.version = q.version
  where l.deleted_at is null
    and ((l.status = 'Verified' and l.verified_by = $1 and l.verified_at > clock_timestamp() - make_interval(secs => $4 / 1000.0))
      or (l.status = 'Returned' and l.returned_by = $1
        and l.returned_at > clock_timestamp() - make_interval(secs => $4 / 1000.0)))
  order by l.id for update of l`);

/**
 * A verification is final once a card was issued on it. Checked after locking the dives, which certifying locks as
 * well.
 */
const findCertified = statement<{ id: number }, [ids: readonly number[]]>(`
  select l.id from dive_log l join certification c on c.affiliate_id = l.affiliate_id and c.created_at >= l.verified_at
  where l.id = any($1::bigint[]) and l.status = 'Verified' limit 1`);

const resetToPending = statement<unknown, [ids: readonly number[]]>(`
  update dive_log set status = 'Pending', verified_at = null, verified_by = null, verified_name = null,
    verified_reason = null, verified_deviations = default, returned_at = null, returned_by = null, returned_name = null,
    returned_reason = null, returned_fields = default, version = version + 1, updated_at = now()
  where id = any($1::bigint[])`);

/** Undoes decisions of the last ten seconds: all of them, or none. */
export async function undoDecisions(
  ctx: Context,
  decided: readonly { id: string; version: number }[],
): Promise<DiveLog[]> {
  const { db, user } = ctx;
  const wanted = [...new Map(decided.map((log) => [log.id, log])).values()];
  const ids = wanted.map(({ id }) => id);
  const versions = wanted.map(({ version }) => version);
  const rows = await lockDecided(db, user.affiliateId, ids, versions, undoWindowMs);
  if (rows.length < wanted.length) throw fail('logbook.too_late');
  const locked = rows.map(({ id }) => id);
  if ((await findCertified(db, locked)).length > 0) throw fail('logbook.too_late');
  await resetToPending(db, locked);
  for (const row of rows) await publishChange(ctx, String(row.id), [row.affiliate_id, user.affiliateId]);
  for (const row of rows) await auditLogStep(ctx, row, 'undone', { from: row.status, to: 'Pending' });
  return Promise.all(ids.map((id) => readLog(ctx, id)));
}
