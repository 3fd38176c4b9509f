import type { TransactionContext } from '#platform/server/http/context.ts';
import { addYear } from '#platform/shared/dates.ts';
import { createUuidFromText } from '#platform/server/crypto/uuid.ts';
import { readBilling } from '#features/payments/server/public.ts';
import { clubNotices } from '#features/club/shared/notices.ts';
import { findFreeStart, getPeriodSpan } from '#features/club/shared/membership-rules.ts';
import { insertYear } from './start-membership.ts';
import * as queries from './queries.ts';
import { lockClubState } from './club-state.ts';
import { notifyMember } from './notifications.ts';

/**
 * Grants a year from a gift code. It is appended to a running membership, and the rest of a trial is added. Automatic
 * renewal does not change.
 */
export async function grantGiftYear(
  ctx: TransactionContext,
  { affiliateId, code }: { affiliateId: number; code: string },
): Promise<void> {
  const { db, now } = ctx;
  const state = await lockClubState(db, affiliateId, now);
  const { membershipStatus, today, row } = state;
  const [wanted, until] = getPeriodSpan('gift', membershipStatus, today);
  const isTrial = membershipStatus.status === 'trial';
  if (isTrial) await queries.endTrial(db, { affiliateId, today });
  const startsOn = isTrial ? wanted : findFreeStart(row.periods, wanted);
  const endsOn = isTrial ? until : addYear(startsOn);
  const { currency } = await readBilling(ctx, affiliateId);
  const id = createUuidFromText(`gift ${code}`);
  await insertYear(ctx, { affiliateId, kind: 'gift', startsOn, endsOn, paymentId: null, priceMinor: 0, currency }, id);
  await queries.recordRenewal(db, { affiliateId });
  await notifyMember(ctx, { to: affiliateId, notice: clubNotices.giftBegan, on: endsOn, key: id });
}
