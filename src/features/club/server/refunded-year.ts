import type { Db } from '#platform/server/db/database.ts';
import { toIsoDate } from '#platform/shared/dates.ts';
import * as queries from './queries.ts';

interface PaidYearKey {
  affiliateId: number;
  paymentId: string;
}

/**
 * Ends a refunded year today and deletes the stored card. A redeemed eCard stays, because its value was not refunded.
 * Returns false if the year had already ended.
 */
export async function endRefundedYear(
  { db, now }: { db: Db; now: Date },
  { affiliateId, paymentId }: PaidYearKey,
): Promise<boolean> {
  await queries.lockMembership(db, { affiliateId });
  const ended = await queries.endYear.first(db, { affiliateId, paymentId, today: toIsoDate(now) });
  if (ended !== undefined) await queries.deleteSavedCard(db, { affiliateId });
  return ended !== undefined;
}

/**
 * The value of the benefits that were used in the year, in its currency: the eCard and the discount. It isn't refunded.
 * With a lock, none is used until the transaction ends.
 */
export async function readUsedBenefits(
  db: Db,
  { affiliateId, paymentId }: PaidYearKey,
  { isLocked = false } = {},
): Promise<number> {
  if (isLocked) await queries.lockMembership(db, { affiliateId });
  return (await queries.findUsedBenefits.first(db, { affiliateId, paymentId }))?.usedMinor ?? 0;
}

/** Restores the year after its refund failed. */
export async function restoreRefundedYear(
  { db }: { db: Db },
  { affiliateId, paymentId }: PaidYearKey,
): Promise<boolean> {
  await queries.lockMembership(db, { affiliateId });
  return (await queries.restoreYear.first(db, { affiliateId, paymentId })) !== undefined;
}
