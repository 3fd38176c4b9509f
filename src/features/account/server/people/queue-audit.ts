import { joinTransaction } from '#platform/server/db/join-transaction.ts';
import { sql } from 'kysely';
import { appendAudit, type QueueName } from '#platform/server/observability/audit.ts';
import type { Context } from '#platform/server/http/context.ts';
import { query, type Params } from '#platform/server/db/query.ts';

/** Searches only the newest entries to stay fast; a person beyond them is recorded once more. */
const listRecentlyShown = query((db, p: Params<{ clerkId: number; subject: string; action: string }>) =>
  db
    .selectFrom((eb) =>
      eb
        .selectFrom('audit_entry')
        .select(['at', 'actor_affiliate_id', 'data'])
        .where('subject', '=', p.subject)
        .where('action', '=', p.action)
        .orderBy('seq', 'desc')
        .limit(500)
        .as('e'),
    )
    .crossJoinLateral(
      sql<{ id: string }>`jsonb_array_elements_text(e.data -> 'affiliateIds')`.as<'shown'>(sql`shown(id)`),
    )
    .select(sql<number>`shown.id::int`.as('affiliateId'))
    .distinct()
    .where('e.actor_affiliate_id', '=', p.clerkId)
    .where('e.at', '>', sql<Date>`now() - interval '1 hour'`),
);

/** The desk polls every half minute, so each listed person is recorded once an hour. */
export async function auditQueueRead(ctx: Context, what: QueueName, listed: readonly number[]): Promise<void> {
  if (listed.length === 0) return;
  const subject = `${what}-queue`;
  const action = `${what}.queue_read` as const;
  const seen = await listRecentlyShown(ctx.db, { clerkId: ctx.user.affiliateId, subject, action });
  const shown = new Set(seen.map(({ affiliateId }) => affiliateId));
  const affiliateIds = [...new Set(listed)].filter((affiliateId) => !shown.has(affiliateId));
  if (affiliateIds.length === 0) return;
  await joinTransaction(ctx, (db) =>
    appendAudit(db, {
      actor: ctx.user.affiliateId,
      action,
      subject,
      data: { affiliateIds },
      correlationId: ctx.correlationId,
    }),
  );
}
