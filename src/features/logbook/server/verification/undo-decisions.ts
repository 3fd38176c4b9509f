import { sql } from 'kysely';
import type { Context } from '#platform/server/http/context.ts';
import { query, type Params } from '#platform/server/db/query.ts';
import { undoWindowMs } from '#platform/shared/undo.ts';
import { type DiveLog, fail } from '#features/logbook/shared/contract.ts';
import { publishChange } from '#features/logbook/server/change-events.ts';
import { auditLogStep } from '#features/logbook/server/notifications.ts';
import { isLogIn } from '#features/logbook/server/queries.ts';
import { readLog } from '#features/logbook/server/logs/read-log.ts';

interface Decisions {
  ids: readonly string[];
  versions: readonly number[];
  decidedBy: number;
  windowMs: number;
}

/** The user's own decisions that are still the last change of the dive and not yet notified. */
const lockDecided = query((db, p: Params<Decisions>) => {
  const earliest = sql<Date>`clock_timestamp() - make_interval(secs => ${p.windowMs} / 1000.0)`;
  return db
    .selectFrom(
      sql<{ id: number; version: number }>`unnest(${p.ids}::bigint[], ${p.versions}::int[])`.as<'decided'>(
        sql`decided (id, version)`,
      ),
    )
    .innerJoin('dive_log as l', (join) =>
      join.onRef('l.id', '=', 'decided.id').onRef('l.version', '=', 'decided.version'),
    )
    .select((eb) => [eb.cast<string>('l.id', 'text').as('id'), 'l.affiliate_id', 'l.status'])
    .where('l.deleted_at', 'is', null)
    .where((eb) =>
      eb.or([
        eb.and([
          eb('l.status', '=', 'Verified'),
          eb('l.verified_by', '=', p.decidedBy),
          eb('l.verified_at', '>', earliest),
        ]),
        eb.and([
          eb('l.status', '=', 'Returned'),
          eb('l.returned_by', '=', p.decidedBy),
          eb('l.returned_at', '>', earliest),
        ]),
      ]),
    )
    .orderBy('l.id')
    .forNoKeyUpdate('l');
});

/**
 * A verification is final once a card was issued on it. Checked after locking the dives, which certifying locks as
 * well.
 */
const findCertified = query((db, p: Params<{ ids: readonly string[] }>) =>
  db
    .selectFrom('dive_log as l')
    .innerJoin('certification as c', (join) =>
      join.onRef('c.affiliate_id', '=', 'l.affiliate_id').onRef('c.created_at', '>=', 'l.verified_at'),
    )
    .select('l.id')
    .where(isLogIn(p.ids))
    .where('l.status', '=', 'Verified')
    .limit(1),
);

const resetToPending = query((db, p: Params<{ ids: readonly string[] }>) =>
  db
    .updateTable('dive_log as l')
    .set((eb) => ({
      status: 'Pending',
      verified_at: null,
      verified_by: null,
      verified_name: null,
      verified_reason: null,
      verified_deviations: sql`default`,
      returned_at: null,
      returned_by: null,
      returned_name: null,
      returned_reason: null,
      returned_fields: sql`default`,
      version: eb('l.version', '+', 1),
      updated_at: sql`now()`,
    }))
    .where(isLogIn(p.ids)),
);

/** Undoes decisions of the last ten seconds: all of them, or none. */
export async function undoDecisions(
  ctx: Context,
  decided: readonly { id: string; version: number }[],
): Promise<DiveLog[]> {
  const { db, user } = ctx;
  const wanted = [...new Map(decided.map((log) => [log.id, log])).values()];
  const ids = wanted.map(({ id }) => id);
  const versions = wanted.map(({ version }) => version);
  const rows = await lockDecided(db, { ids, versions, decidedBy: user.affiliateId, windowMs: undoWindowMs });
  if (rows.length < wanted.length) throw fail('logbook.too_late');
  if ((await findCertified.first(db, { ids })) !== undefined) throw fail('logbook.too_late');
  await resetToPending(db, { ids });
  for (const row of rows) await publishChange(ctx, row.id, [row.affiliate_id, user.affiliateId]);
  for (const row of rows) await auditLogStep(ctx, row, 'undone', { from: row.status, to: 'Pending' });
  return Promise.all(ids.map((id) => readLog(ctx, id)));
}
