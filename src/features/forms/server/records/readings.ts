import { appendAudit } from '#platform/server/observability/audit.ts';
import type { Context } from '#platform/server/http/context.ts';
import { type Db, statement } from '#platform/server/db/database.ts';
import { shortNameSql } from '#features/account/server/public.ts';
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

const insertReading = statement<
  unknown,
  [affiliateId: number, recordId: string, readerId: number | null, relation: string, what: string, at: Date]
>(`
  insert into form_reading (affiliate_id, record_id, reader_id, relation, what, read_at)
  values ($1, $2, $3, $4, $5, $6)`);

export const listReadings = statement<
  Omit<Reading, 'readDate'> & { readAt: Date },
  [affiliateId: number, recordId: string, viewerId: number]
>(`
  select f.id, f.relation, f.what, f.read_at as "readAt", f.reader_id is not distinct from $3 as "isYou",
    nullif(${shortNameSql('p')}, '') as name
  from form_reading f left join person p on p.affiliate_id = f.reader_id
  where f.affiliate_id = $1 and f.record_id = $2
  order by f.read_at desc, f.id limit 500`);

/** Searches only the newest entries, to stay fast; a missed one leads to a second audit entry. */
const selectDraftReading = statement<unknown, [actor: number, subject: string, draftId: string, since: Date]>(`
  select from (
    select at, actor_affiliate_id, action, data from audit_entry where subject = $2 order by seq desc limit 500
  ) e
  where e.actor_affiliate_id = $1 and e.action = 'forms.read' and e.data ->> 'draft' = $3 and e.at > $4 limit 1`);

/** Audits a guardian's reading of an unsigned form at most once an hour, because an open page reloads often. */
export async function logDraftReading(
  { db, user, services, now, correlationId }: Context,
  draft: { id: string; affiliateId: number },
): Promise<void> {
  if (draft.affiliateId === user.affiliateId) return;
  const subject = `person:${draft.affiliateId}`;
  const since = new Date(now.getTime() - hourMs);
  if ((await selectDraftReading(db, user.affiliateId, subject, draft.id, since)).length > 0) return;
  const data = { draft: draft.id, relation: 'guardian', what: 'answers' };
  const write = (own: Db) =>
    appendAudit(own, { actor: user.affiliateId, action: 'forms.read', subject, data, correlationId });
  await (db.isTransaction ? write(db) : services.database.inTransaction(correlationId, write));
}

/** Shown to the diver, and part of the audit chain, so a reader can't remove it. */
export async function logRecordReading(
  { db, now, correlationId }: Pick<TransactionContext, 'db' | 'now' | 'correlationId'>,
  { record, readerId, relation, what }: NewReading,
): Promise<void> {
  await insertReading(db, record.affiliateId, record.id, readerId, relation, what, now);
  await appendAudit(db, {
    actor: readerId,
    action: 'forms.read',
    subject: `person:${record.affiliateId}`,
    data: { record: record.id, relation, what },
    correlationId,
  });
}
