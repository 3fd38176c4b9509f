import { loadBrand } from '#platform/server/config/brand.ts';
import type { PeriodKind } from '#features/club/shared/contract.ts';
import { clubNotices } from '#features/club/shared/notices.ts';
import { clubCurrency, getPeriodSpan } from '#features/club/shared/membership-rules.ts';
import type { TransactionContext, Payment } from '#features/payments/server/public.ts';
import { createDiscountCode } from './discount.ts';
import * as sql from './queries.ts';
import type { ClubState } from './club-state.ts';
import { notifyMember } from './notifications.ts';

/** A repeated id starts the same trial. */
export async function startTrial(
  doing: TransactionContext,
  { affiliateId, standing, today }: ClubState,
  id: string,
): Promise<void> {
  const { db, now } = doing;
  const [startsOn, endsOn] = getPeriodSpan('trial', standing, today);
  await sql.insertPeriod(db, affiliateId, id, 'trial', startsOn, endsOn, 0, clubCurrency, null, null, now);
  await sql.recordTrial(db, affiliateId, now);
  await notifyMember(doing, { to: affiliateId, notice: clubNotices.trialBegan, on: endsOn, key: id });
}

/** Starts a year that was paid on the payment page. */
export async function startYear(
  doing: TransactionContext,
  state: ClubState,
  kind: PeriodKind,
  payment: Payment,
  isRenewing: boolean,
): Promise<void> {
  const { db } = doing;
  const { affiliateId, standing, today } = state;
  const { paymentId, isCardKept, method, hint, amountMinor, currency } = payment;
  const [startsOn, endsOn] = getPeriodSpan(kind, standing, today);
  if (standing.status === 'trial') await sql.endTrial(db, affiliateId, today);
  await insertYear(doing, { affiliateId, kind, startsOn, endsOn, paymentId, priceMinor: amountMinor, currency });
  await sql.recordYear(db, affiliateId, isRenewing, isCardKept ? method : null, hint);
  const isRenewal = standing.status === 'active' || standing.status === 'past_due';
  const notice = isRenewal ? clubNotices.renewed : clubNotices.joined;
  await notifyMember(doing, {
    to: affiliateId,
    notice,
    on: endsOn,
    price: { minor: amountMinor, currency },
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
export async function insertYear(doing: TransactionContext, year: NewYear, id = year.paymentId): Promise<void> {
  const { db, now, services } = doing;
  const { affiliateId, kind, startsOn, endsOn, paymentId, priceMinor, currency } = year;
  if (id === null) throw new Error('a membership year needs an id');
  const { shortName } = loadBrand(services.env.BRAND_FILE);
  for (let length = 4; ; length += 1) {
    const code = createDiscountCode(shortName, length);
    const what = [kind, startsOn, endsOn, priceMinor, currency, paymentId, code, now] as const;
    if ((await sql.insertPeriod(db, affiliateId, id, ...what)).length > 0) return;
  }
}
