import type { Db } from '#platform/server/db/database.ts';
import { toIsoDate } from '#platform/shared/dates.ts';
import * as queries from './queries.ts';

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
  await queries.lockMembership(db, { affiliateId });
  const ended = await queries.endYear.first(db, { affiliateId, paymentId, today: toIsoDate(now) });
  if (ended !== undefined) await queries.deleteSavedCard(db, { affiliateId });
  return ended !== undefined;
}

/** Restores the year after its refund failed. */
export async function restoreRefundedYear(
  { db }: { db: Db },
  { affiliateId, paymentId }: PaidYearKey,
): Promise<boolean> {
  await queries.lockMembership(db, { affiliateId });
  return (await queries.restoreYear.first(db, { affiliateId, paymentId })) !== undefined;
}
