import { type Db, statement } from '#platform/server/db/database.ts';
import { toIsoDate } from '#platform/shared/dates.ts';
import * as queries from './queries.ts';

const endYear = statement<{ id: string }, [affiliateId: number, paymentId: string, today: string]>(`
  update membership_period set ended_early_on = greatest(starts_on, least($3::date, ends_on))
  where affiliate_id = $1 and payment_id = $2 and ended_early_on is null and ends_on > $3::date returning id`);
/** Not if another year has started in its place. */
const restoreYear = statement<{ id: string }, [affiliateId: number, paymentId: string]>(`
  update membership_period y set ended_early_on = null
  where y.affiliate_id = $1 and y.payment_id = $2 and y.ended_early_on is not null
    and not exists (select from membership_period o where o.affiliate_id = y.affiliate_id and o.id <> y.id
      and daterange(o.starts_on, coalesce(o.ended_early_on, o.ends_on)) && daterange(y.starts_on, y.ends_on))
  returning y.id`);

interface PaidYearKey {
  affiliateId: number;
  paymentId: string;
}

/**
 * Ends a fully refunded year today and deletes the stored card. A redeemed eCard stays. Returns false if the year had
 * already ended.
 */
export async function endRefundedYear(
  { db, now }: { db: Db; now: Date },
  { affiliateId, paymentId }: PaidYearKey,
): Promise<boolean> {
  await queries.lockMembership(db, affiliateId);
  const [ended] = await endYear(db, affiliateId, paymentId, toIsoDate(now));
  if (ended !== undefined) await queries.deleteSavedCard(db, affiliateId);
  return ended !== undefined;
}

/** Restores the year after its refund failed. */
export async function restoreRefundedYear(
  { db }: { db: Db },
  { affiliateId, paymentId }: PaidYearKey,
): Promise<boolean> {
  await queries.lockMembership(db, affiliateId);
  return (await restoreYear(db, affiliateId, paymentId)).length > 0;
}
