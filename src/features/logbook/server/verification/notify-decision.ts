import * as z from 'zod';
import type { Context } from '#platform/server/http/context.ts';
import { statement } from '#platform/server/db/database.ts';
import { defineJob, enqueue } from '#platform/server/jobs/jobs.ts';
import { undoWindowMs } from '#platform/shared/undo.ts';
import { type DecidedLog, notifyDecided } from '#features/logbook/server/notifications.ts';

/** Slightly longer than the undo window. */
const notifyAfterMs = undoWindowMs + 1_000;

interface Decision {
  id: number;
  affiliate_id: number;
  /** The log version created by the decision. */
  version: number;
}

/** Notifies the diver once the decision can no longer be undone. */
export async function notifyDecisionLater({ db, now }: Context, decisions: readonly Decision[]): Promise<void> {
  const startAfter = new Date(now.getTime() + notifyAfterMs);
  for (const { id, affiliate_id: affiliateId, version } of decisions)
    await enqueue(db, notifyDecision, { logId: String(id), affiliateId, version }, { startAfter });
}

type DecisionRow = DecidedLog & {
  status: 'Verified' | 'Returned';
  instructor: string;
  reason: string | null;
};

/**
 * Notes and photos may have changed since; only an undone decision is skipped. The time of the decision is the
 * notification key, so a dive verified, undone and verified again notifies once.
 */
const findDecision = statement<DecisionRow, [affiliateId: number, logId: string, version: number]>(`
  select l.id,
    (extract(epoch from coalesce(l.verified_at, l.returned_at)) * 1000)::float8 as version, l.affiliate_id, l.dive_title, d.birthdate as diver_birthdate, l.status,
    coalesce(l.verified_name, l.returned_name, '') as instructor, l.returned_reason as reason
  from dive_log l join person d using (affiliate_id)
  where l.affiliate_id = $1 and l.id = $2::bigint and l.deleted_at is null and l.version >= $3
    and l.status in ('Verified', 'Returned')`);

export const notifyDecision = defineJob(
  'logbook.notify-decision',
  { schema: z.object({ logId: z.string(), affiliateId: z.int(), version: z.int() }), retryLimit: 20 },
  async ({ services, now }, { logId, affiliateId, version }) => {
    await services.database.inTransaction(`logbook.notify-decision ${logId}`, async (db) => {
      const [row] = await findDecision(db, affiliateId, logId, version);
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
