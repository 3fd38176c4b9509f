import * as z from 'zod';
import type { Db } from '../../../platform/server/db.ts';
import { isErased } from '../../account/server/public.ts';
import {
  type Doing,
  findCharging,
  type Payment,
  type Purpose,
  quoteDigital,
  readBilling,
} from '../../payments/server/public.ts';
import { Quote } from '../../payments/shared/quote.ts';
import { offerKinds } from '../shared/contract.ts';
import { clubNotices } from '../shared/notices.ts';
import { addYear, freeFrom, prices } from '../shared/rules.ts';
import { beginYear, insertYear } from './begin.ts';
import * as sql from './sql.ts';
import { type ClubState, lockState } from './state.ts';
import { tell } from './telling.ts';

/** What a payment of the club is for. A kept card is charged for the year after `dueOn`. */
const Reference = z.union([
  z.object({ kind: z.enum(offerKinds), dueOn: z.string(), number: z.int(), quote: Quote.optional() }),
  z.object({
    kind: z.enum(offerKinds),
    isRenewing: z.boolean(),
    /** A minor, where a guardian pays. */
    memberId: z.int().optional(),
    /** The request of the minor that led to it. */
    requestId: z.uuid().optional(),
    quote: Quote.optional(),
  }),
]);
export type ClubReference = z.output<typeof Reference>;

export const clubPurposeName = 'club';

export const clubPurpose: Purpose = {
  async paid(doing, payment) {
    const reference = Reference.parse(payment.reference);
    const state = await lockState(doing.db, memberOf(payment), doing.now);
    if ('dueOn' in reference) await renew(doing, state, payment, reference);
    else if (await canBegin(doing, state, payment, reference.kind))
      await beginYear(doing, state, reference.kind, payment, reference.isRenewing);
    else return false;
    return true;
  },

  async declined(doing, payment) {
    const { affiliateId, paymentId, amountMinor, currency, hint } = payment;
    const reference = Reference.parse(payment.reference);
    if (!('dueOn' in reference)) return;
    const { dueOn, number } = reference;
    await lockState(doing.db, affiliateId, doing.now);
    await sql.insertTry(doing.db, affiliateId, dueOn, number, 'declined', paymentId, doing.now);
    const { standing } = await lockState(doing.db, affiliateId, doing.now);
    // The last one is told as the end.
    if (standing.status === 'expired') return expire(doing, affiliateId, dueOn, 'year');
    await tell(doing, {
      to: affiliateId,
      notice: clubNotices.declined,
      on: standing.renewal?.on ?? dueOn,
      price: { minor: amountMinor, currency },
      values: { digits: hint ?? '' },
      key: paymentId,
    });
  },

  /** Of what came too late; a year that was paid is refunded as an order. */
  async refunded(doing, { affiliateId, paymentId, currency }, { amountMinor }) {
    if (await isErased(doing.db, affiliateId)) return;
    await tell(doing, {
      to: affiliateId,
      notice: clubNotices.returned,
      price: { minor: amountMinor, currency },
      key: paymentId,
    });
  },
};

/** Whose year it is: the payer's own, or that of the minor they pay for. */
function memberOf({ affiliateId, reference }: Payment): number {
  const parsed = Reference.parse(reference);
  return 'memberId' in parsed && parsed.memberId !== undefined ? parsed.memberId : affiliateId;
}

/** What the order of a paid year says. */
export function describeYear(payment: Payment) {
  const reference = Reference.parse(payment.reference);
  const recipientId = memberOf(payment);
  return {
    category: 'membership' as const,
    quote: reference.quote ?? null,
    recipientId: recipientId === payment.affiliateId ? null : recipientId,
    requestId: 'requestId' in reference ? (reference.requestId ?? null) : null,
    path: '/club',
  };
}

/** The price is that of today, and no card is being charged for the same year. */
async function canBegin(
  doing: Doing,
  { affiliateId, standing }: ClubState,
  payment: Payment,
  kind: ClubReference['kind'],
): Promise<boolean> {
  if (!standing.offers.includes(kind)) return false;
  const quote = quoteDigital(doing, await readBilling(doing, payment.affiliateId), prices[kind]);
  if (payment.amountMinor !== quote.totalMinor || payment.currency !== quote.currency) return false;
  return !(await isCharging(doing.db, affiliateId));
}

/** Whether money for another year may be on its way: until that is known nothing else begins or ends. */
export async function isCharging(db: Db, affiliateId: number): Promise<boolean> {
  return (await findCharging(db, affiliateId, clubPurposeName)) !== null;
}

async function renew(
  doing: Doing,
  { row }: ClubState,
  { affiliateId, paymentId, amountMinor, currency }: Payment,
  { kind, dueOn, number }: Extract<ClubReference, { dueOn: string }>,
): Promise<void> {
  const { db, now } = doing;
  // What is paid becomes a year, whatever has begun meanwhile.
  const startsOn = freeFrom(row.periods, dueOn);
  const endsOn = addYear(startsOn);
  await sql.insertTry(db, affiliateId, dueOn, number, 'paid', paymentId, now);
  await insertYear(doing, { affiliateId, kind, startsOn, endsOn, paymentId, priceMinor: amountMinor, currency });
  await sql.noteRenewal(db, affiliateId);
  await tell(doing, {
    to: affiliateId,
    notice: clubNotices.renewed,
    on: endsOn,
    price: { minor: amountMinor, currency },
    key: paymentId,
  });
}

/** Said once, and nothing is charged any more: the card is forgotten. */
export async function expire(doing: Doing, to: number, endsOn: string, kind: 'trial' | 'year'): Promise<void> {
  const [isNew] = await sql.insertReminder(doing.db, to, endsOn, 0, doing.now);
  if (isNew === undefined) return;
  await sql.forgetCard(doing.db, to);
  await tell(doing, { to, notice: clubNotices.expired, on: endsOn, values: { kind }, key: endsOn });
}
