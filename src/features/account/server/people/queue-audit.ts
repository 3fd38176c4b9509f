import { appendAudit, type QueueName } from '#platform/server/observability/audit.ts';
import type { Context } from '#platform/server/http/context.ts';
import { statement } from '#platform/server/db/database.ts';

/** Searches only the newest entries to stay fast; a person beyond them is recorded once more. */
const selectRecentlyShown = statement<{ affiliateId: number }, [clerk: number, subject: string, action: string]>(`
  select distinct shown.id::int as "affiliateId"
  from (
    select at, actor_affiliate_id, action, data from audit_entry where subject = $2 order by seq desc limit 500
  ) e, jsonb_array_elements_text(e.data -> 'affiliateIds') shown(id)
  where e.actor_affiliate_id = $1 and e.action = $3 and e.at > now() - interval '1 hour'`);

/** The desk polls every half minute, so each listed person is recorded once an hour. */
export async function auditQueueRead(ctx: Context, what: QueueName, listed: readonly number[]): Promise<void> {
  if (listed.length === 0) return;
  const subject = `${what}-queue`;
  const action = `${what}.queue_read` as const;
  const seen = await selectRecentlyShown(ctx.db, ctx.user.affiliateId, subject, action);
  const shown = new Set(seen.map(({ affiliateId }) => affiliateId));
  const affiliateIds = [...new Set(listed)].filter((affiliateId) => !shown.has(affiliateId));
  if (affiliateIds.length === 0) return;
  await ctx.services.database.inTransaction(ctx.correlationId, (db) =>
    appendAudit(db, {
      actor: ctx.user.affiliateId,
      action,
      subject,
      data: { affiliateIds },
      correlationId: ctx.correlationId,
    }),
  );
}
