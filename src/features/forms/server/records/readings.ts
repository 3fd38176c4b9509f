import { joinTransaction } from '#platform/server/db/join-transaction.ts';
import { sql } from 'kysely';
import { appendAudit } from '#platform/server/observability/audit.ts';
import type { Context } from '#platform/server/http/context.ts';
import type { Db } from '#platform/server/db/database.ts';
import { query, type Params } from '#platform/server/db/query.ts';
import type { Reading } from '#features/forms/shared/contract.ts';
import type { TransactionContext } from '#platform/server/http/context.ts';

const hourMs = 60 * 60_000;

interface NewReading {
  record: { id: string; affiliateId: number };
  /** Null for the holder of a physician link. */
  readerId: number | null;
  relation: Reading['relation'];
  what: Reading['what'];
}

interface ReadingRow {
  affiliateId: number;
  recordId: string;
  readerId: number | null;
  relation: Reading['relation'];
  what: Reading['what'];
  now: Date;
}

const insertReading = query((db, p: Params<ReadingRow>) =>
  db.insertInto('form_reading').values({
    affiliate_id: p.affiliateId,
    record_id: p.recordId,
    reader_id: p.readerId,
    relation: p.relation,
    what: p.what,
    read_at: p.now,
  }),
);

export const listReadings = query((db, p: Params<{ affiliateId: number; recordId: string; viewer: number }>) =>
  db
    .selectFrom('form_reading as f')
    .leftJoin('person_name as n', 'n.affiliate_id', 'f.reader_id')
    .select((eb) => [
      'f.id',
      'f.relation',
      'f.what',
      'f.read_at as readAt',
      eb('f.reader_id', 'is not distinct from', p.viewer).$castTo<boolean>().as('isYou'),
      sql<string | null>`nullif(n.short_name, '')`.as('name'),
    ])
    .where('f.affiliate_id', '=', p.affiliateId)
    .where('f.record_id', '=', p.recordId)
    .orderBy('f.read_at', 'desc')
    .orderBy('f.id'),
);

/** Searches only the newest entries, to stay fast; a missed one leads to a second audit entry. */
const findDraftReading = query((db, p: Params<{ actor: number; subject: string; draftId: string; since: Date }>) =>
  db
    .selectFrom((eb) =>
      eb
        .selectFrom('audit_entry')
        .select(['at', 'actor_affiliate_id', 'data'])
        .where('subject', '=', p.subject)
        .where('action', '=', 'forms.read')
        .orderBy('seq', 'desc')
        .limit(500)
        .as('e'),
    )
    .where('e.actor_affiliate_id', '=', p.actor)
    .where(sql<string>`e.data ->> 'draft'`, '=', p.draftId)
    .where('e.at', '>', p.since)
    .limit(1),
);

/** Audits a guardian's reading of an unsigned form at most once an hour, because an open page reloads often. */
export async function logDraftReading(ctx: Context, draft: { id: string; affiliateId: number }): Promise<void> {
  const { db, user, now, correlationId } = ctx;
  if (draft.affiliateId === user.affiliateId) return;
  const subject = `person:${draft.affiliateId}`;
  const since = new Date(now.getTime() - hourMs);
  const reading = { actor: user.affiliateId, subject, draftId: draft.id, since };
  if ((await findDraftReading.first(db, reading)) !== undefined) return;
  const data = { draft: draft.id, relation: 'guardian', what: 'answers' };
  const write = (own: Db) =>
    appendAudit(own, { actor: user.affiliateId, action: 'forms.read', subject, data, correlationId });
  await joinTransaction(ctx, write);
}

/** Shown to the diver, and part of the audit chain, so a reader can't remove it. */
export async function logRecordReading(
  { db, now, correlationId }: Pick<TransactionContext, 'db' | 'now' | 'correlationId'>,
  { record, readerId, relation, what }: NewReading,
): Promise<void> {
  const { affiliateId, id: recordId } = record;
  await insertReading(db, { affiliateId, recordId, readerId, relation, what, now });
  await appendAudit(db, {
    actor: readerId,
    action: 'forms.read',
    subject: `person:${affiliateId}`,
    data: { record: recordId, relation, what },
    correlationId,
  });
}
