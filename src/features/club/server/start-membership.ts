import type { TransactionContext } from '#platform/server/http/context.ts';
import { loadBrand } from '#platform/server/config/brand.ts';
import type { PeriodKind } from '#features/club/shared/contract.ts';
import { clubNotices } from '#features/club/shared/notices.ts';
import { getPeriodSpan } from '#features/club/shared/membership-rules.ts';
import { readBilling, type Payment } from '#features/payments/server/public.ts';
import { createDiscountCode } from './discount.ts';
import * as queries from './queries.ts';
import type { ClubState } from './club-state.ts';
import { notifyMember } from './notifications.ts';

/** A repeated id starts the same trial. */
export async function startTrial(
  ctx: TransactionContext,
  { affiliateId, membershipStatus, today }: ClubState,
  id: string,
): Promise<void> {
  const { db, now } = ctx;
  const [startsOn, endsOn] = getPeriodSpan('trial', membershipStatus, today);
  await queries.insertPeriod(db, {
    affiliateId,
    id,
    kind: 'trial',
    startsOn,
    endsOn,
    priceMinor: 0,
    // A year's savings are shown in its currency.
    currency: (await readBilling(ctx, affiliateId)).currency,
    paymentId: null,
    discountCode: null,
    now,
  });
  await queries.recordTrial(db, { affiliateId, now });
  await notifyMember(ctx, { to: affiliateId, notice: clubNotices.trialBegan, on: endsOn, key: id });
}

/** Starts a year that was paid on the payment page. */
export async function startYear(
  ctx: TransactionContext,
  state: ClubState,
  kind: PeriodKind,
  payment: Payment,
  { isRenewing, isMailed }: { isRenewing: boolean; isMailed: boolean },
): Promise<void> {
  const { db } = ctx;
  const { affiliateId, membershipStatus, today } = state;
  const { paymentId, isCardKept, method, hint, amountMinor, currency } = payment;
  const [startsOn, endsOn] = getPeriodSpan(kind, membershipStatus, today);
  if (membershipStatus.status === 'trial') await queries.endTrial(db, { affiliateId, today });
  await insertYear(ctx, { affiliateId, kind, startsOn, endsOn, paymentId, priceMinor: amountMinor, currency });
  await queries.recordYear(db, { affiliateId, isRenewing, method: isCardKept ? method : null, hint });
  const isRenewal = membershipStatus.status === 'active' || membershipStatus.status === 'past_due';
  const notice = isRenewal ? clubNotices.renewed : clubNotices.joined;
  await notifyMember(ctx, {
    to: affiliateId,
    notice,
    on: endsOn,
    price: { minor: amountMinor, currency },
    isMailed,
    key: paymentId,
  });
}

interface NewYear {
  affiliateId: number;
  kind: PeriodKind;
  startsOn: string;
  endsOn: string;
  /** Null for a gift year. */
  paymentId: string | null;
  priceMinor: number;
  currency: string;
}

/** Inserts the year with a unique discount code; the code gets longer if all short ones are taken. */
export async function insertYear(ctx: TransactionContext, year: NewYear, id = year.paymentId): Promise<void> {
  const { db, now, services } = ctx;
  if (id === null) throw new Error('a membership year needs an id');
  const { shortName } = loadBrand(services.env.BRAND_FILE);
  for (let length = 4; ; length += 1) {
    const discountCode = createDiscountCode(shortName, length);
    if ((await queries.insertPeriod.first(db, { ...year, id, discountCode, now })) !== undefined) return;
  }
}
