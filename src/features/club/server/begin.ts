import { readBrand } from '../../../platform/server/brand.ts';
import type { PeriodKind } from '../shared/contract.ts';
import { clubNotices } from '../shared/notices.ts';
import { clubCurrency, spanOf } from '../shared/rules.ts';
import type { Doing, Payment } from '../../payments/server/public.ts';
import { newDiscountCode } from './discount.ts';
import * as sql from './sql.ts';
import type { ClubState } from './state.ts';
import { tell } from './telling.ts';

/** The id makes a repeated one the same one. */
export async function beginTrial(doing: Doing, { affiliateId, standing, today }: ClubState, id: string): Promise<void> {
  const { db, now } = doing;
  const [startsOn, endsOn] = spanOf('trial', standing, today);
  await sql.insertPeriod(db, affiliateId, id, 'trial', startsOn, endsOn, 0, clubCurrency, null, null, now);
  await sql.noteTrial(db, affiliateId, now);
  await tell(doing, { to: affiliateId, notice: clubNotices.trialBegan, on: endsOn, key: id });
}

/** A year that somebody has paid for on the page. */
export async function beginYear(
  doing: Doing,
  state: ClubState,
  kind: PeriodKind,
  payment: Payment,
  isRenewing: boolean,
): Promise<void> {
  const { db } = doing;
  const { affiliateId, standing, today } = state;
  const { paymentId, isCardKept, method, hint, amountMinor, currency } = payment;
  const [startsOn, endsOn] = spanOf(kind, standing, today);
  if (standing.status === 'trial') await sql.endTrial(db, affiliateId, today);
  await insertYear(doing, { affiliateId, kind, startsOn, endsOn, paymentId, priceMinor: amountMinor, currency });
  await sql.noteYear(db, affiliateId, isRenewing, isCardKept ? method : null, hint);
  const isRenewal = standing.status === 'active' || standing.status === 'past_due';
  const notice = isRenewal ? clubNotices.renewed : clubNotices.joined;
  await tell(doing, { to: affiliateId, notice, on: endsOn, price: { minor: amountMinor, currency }, key: paymentId });
}

interface Year {
  affiliateId: number;
  kind: PeriodKind;
  startsOn: string;
  endsOn: string;
  /** Null for a year that nobody paid: a gift. */
  paymentId: string | null;
  priceMinor: number;
  currency: string;
}

/** With a code that nobody has: should all short ones be taken, it becomes longer. */
export async function insertYear(doing: Doing, year: Year, id = year.paymentId): Promise<void> {
  const { db, now, services } = doing;
  const { affiliateId, kind, startsOn, endsOn, paymentId, priceMinor, currency } = year;
  if (id === null) throw new Error('a membership year needs an id');
  const { shortName } = readBrand(services.env.BRAND_FILE);
  for (let length = 4; ; length += 1) {
    const code = newDiscountCode(shortName, length);
    const what = [kind, startsOn, endsOn, priceMinor, currency, paymentId, code, now] as const;
    if ((await sql.insertPeriod(db, affiliateId, id, ...what)).length > 0) return;
  }
}
