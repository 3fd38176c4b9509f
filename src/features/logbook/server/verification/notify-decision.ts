import { sql } from 'kysely';
import * as z from 'zod';
import type { Context } from '#platform/server/http/context.ts';
import { query, type Params } from '#platform/server/db/query.ts';
import { defineJob, enqueue } from '#platform/server/jobs/jobs.ts';
import { undoWindowMs } from '#platform/shared/undo.ts';
import { notifyDecided } from '#features/logbook/server/notifications.ts';
import { toLogId, type LogRow } from '#features/logbook/server/queries.ts';

/** Slightly longer than the undo window. */
const notifyAfterMs = undoWindowMs + 1_000;

/** The log with the version created by the decision. */
type Decision = Pick<LogRow, 'id' | 'affiliate_id' | 'version'>;

/** Notifies the diver once the decision can no longer be undone. */
export async function notifyDecisionLater({ db, now }: Context, decisions: readonly Decision[]): Promise<void> {
  const startAfter = new Date(now.getTime() + notifyAfterMs);
  for (const { id: logId, affiliate_id: affiliateId, version } of decisions)
    await enqueue(db, notifyDecision, { logId, affiliateId, version }, { startAfter });
}

/**
 * Notes and photos may have changed since; only an undone decision is skipped. The time of the decision is the
 * notification key, so a dive verified, undone and verified again notifies once.
 */
const findDecision = query((db, p: Params<{ affiliateId: number; logId: string; version: number }>) =>
  db
    .selectFrom('dive_log as l')
    .innerJoin('person as d', 'd.affiliate_id', 'l.affiliate_id')
    .select((eb) => [
      eb.cast<string>('l.id', 'text').as('id'),
      sql<number>`(extract(epoch from coalesce(l.verified_at, l.returned_at)) * 1000)::float8`.as('version'),
      'l.affiliate_id',
      'l.dive_title',
      'l.dive_date',
      'd.birthdate as diver_birthdate',
      'l.status',
      eb.fn.coalesce('l.verified_name', 'l.returned_name', eb.val('')).as('instructor'),
      'l.returned_reason as reason',
    ])
    .where('l.affiliate_id', '=', p.affiliateId)
    .where('l.id', '=', toLogId(p.logId))
    .where('l.deleted_at', 'is', null)
    .where('l.version', '>=', p.version)
    .where('l.status', 'in', ['Verified', 'Returned']),
);

export const notifyDecision = defineJob(
  'logbook.notify-decision',
  { schema: z.object({ logId: z.string(), affiliateId: z.int(), version: z.int() }), retryLimit: 20 },
  async ({ services, now }, { logId, affiliateId, version }) => {
    await services.database.inTransaction(`logbook.notify-decision ${logId}`, async (db) => {
      const row = await findDecision.first(db, { affiliateId, logId, version });
      if (row === undefined) return;
      const { status, instructor, reason, ...log } = row;
      const decision = status === 'Verified' ? 'verified' : 'returned';
      await notifyDecided({ services, db, now }, log, decision, {
        instructor,
        ...(decision === 'returned' && { reason: reason ?? '' }),
      });
    });
  },
);
