import * as z from 'zod';
import type { TransactionContext } from '#platform/server/http/context.ts';
import { addYear } from '#platform/shared/dates.ts';
import type { Db } from '#platform/server/db/database.ts';
import { isErased } from '#features/account/server/public.ts';
import {
  findPendingCharge,
  type Payment,
  type PaymentPurpose,
  quoteDigital,
  readBilling,
} from '#features/payments/server/public.ts';
import { Quote } from '#features/payments/shared/quote.ts';
import { offerKinds } from '#features/club/shared/contract.ts';
import { clubNotices } from '#features/club/shared/notices.ts';
import { findFreeStart, clubPrices } from '#features/club/shared/membership-rules.ts';
import { startYear, insertYear } from './start-membership.ts';
import * as queries from './queries.ts';
import { type ClubState, lockClubState } from './club-state.ts';
import { notifyMember } from './notifications.ts';

/** The stored reference of a club payment. A stored card is charged for the year after `dueOn`. */
const ClubReferenceSchema = z.union([
  z.object({ kind: z.enum(offerKinds), dueOn: z.string(), number: z.int(), quote: Quote }),
  z.object({
    kind: z.enum(offerKinds),
    isRenewing: z.boolean(),
    /** The minor, when a guardian pays. */
    memberId: z.int().optional(),
    /** The minor's payment request. */
    requestId: z.uuid().optional(),
    quote: Quote,
  }),
]);
export type ClubReference = z.output<typeof ClubReferenceSchema>;

export const clubPurposeName = 'club';

export const clubPaymentPurpose: PaymentPurpose = {
  async paid(ctx, payment) {
    const reference = ClubReferenceSchema.parse(payment.reference);
    const state = await lockClubState(ctx.db, getMemberId(payment), ctx.now);
    if ('dueOn' in reference) await renewYear(ctx, state, payment, reference);
    else if (await canStartYear(ctx, state, payment, reference.kind))
      await startYear(ctx, state, reference.kind, payment, {
        isRenewing: reference.isRenewing,
        // A minor who asked a guardian to pay is mailed about the payment request.
        isMailed: reference.requestId === undefined,
      });
    else return false;
    return true;
  },

  async declined(ctx, payment) {
    const { affiliateId, paymentId, amountMinor, currency, hint } = payment;
    const reference = ClubReferenceSchema.parse(payment.reference);
    if (!('dueOn' in reference)) return;
    const { dueOn, number } = reference;
    await lockClubState(ctx.db, affiliateId, ctx.now);
    await queries.insertChargeAttempt(ctx.db, {
      affiliateId,
      dueOn,
      number,
      outcome: 'declined',
      paymentId,
      now: ctx.now,
    });
    const { membershipStatus } = await lockClubState(ctx.db, affiliateId, ctx.now);
    // The final decline is reported as the end of the membership.
    if (membershipStatus.status === 'expired') return expireMembership(ctx, affiliateId, dueOn, 'year');
    await notifyMember(ctx, {
      to: affiliateId,
      notice: clubNotices.declined,
      on: membershipStatus.renewal?.on ?? dueOn,
      price: { minor: amountMinor, currency },
      values: { digits: hint ?? '' },
      key: paymentId,
    });
  },

  /** Called for late payments only; a paid year is refunded as an order. */
  async refunded(ctx, { affiliateId, paymentId, currency }, { amountMinor }) {
    if (await isErased(ctx.db, affiliateId)) return;
    await notifyMember(ctx, {
      to: affiliateId,
      notice: clubNotices.returned,
      price: { minor: amountMinor, currency },
      key: paymentId,
    });
  },
};

/** The payer, or the minor they pay for. */
function getMemberId({ affiliateId, reference }: Payment): number {
  const parsed = ClubReferenceSchema.parse(reference);
  return 'memberId' in parsed && parsed.memberId !== undefined ? parsed.memberId : affiliateId;
}

/** The order line of a paid year. */
export function describeYearSale(payment: Payment) {
  const reference = ClubReferenceSchema.parse(payment.reference);
  const recipientId = getMemberId(payment);
  return {
    category: 'membership' as const,
    quote: reference.quote,
    recipientId: recipientId === payment.affiliateId ? null : recipientId,
    requestId: 'requestId' in reference ? (reference.requestId ?? null) : null,
    path: '/club',
    hasOwnReceipt: recipientId === payment.affiliateId,
  };
}

/** The price must be current, and no charge for the same year may be pending. */
async function canStartYear(
  ctx: TransactionContext,
  { affiliateId, membershipStatus }: ClubState,
  payment: Payment,
  kind: ClubReference['kind'],
): Promise<boolean> {
  if (!membershipStatus.offers.includes(kind)) return false;
  const quote = quoteDigital(ctx, await readBilling(ctx, payment.affiliateId), clubPrices[kind]);
  if (payment.amountMinor !== quote.totalMinor || payment.currency !== quote.currency) return false;
  return !(await hasPendingCharge(ctx.db, affiliateId));
}

/** While a charge is pending, its result is unknown, so nothing else may start or end. */
export async function hasPendingCharge(db: Db, affiliateId: number): Promise<boolean> {
  return (await findPendingCharge(db, affiliateId, clubPurposeName)) !== null;
}

async function renewYear(
  ctx: TransactionContext,
  { row }: ClubState,
  { affiliateId, paymentId, amountMinor, currency }: Payment,
  { kind, dueOn, number }: Extract<ClubReference, { dueOn: string }>,
): Promise<void> {
  const { db, now } = ctx;
  // A paid renewal always becomes a year, even if another one has started since.
  const startsOn = findFreeStart(row.periods, dueOn);
  const endsOn = addYear(startsOn);
  await queries.insertChargeAttempt(db, { affiliateId, dueOn, number, outcome: 'paid', paymentId, now });
  await insertYear(ctx, { affiliateId, kind, startsOn, endsOn, paymentId, priceMinor: amountMinor, currency });
  await queries.recordRenewal(db, { affiliateId });
  await notifyMember(ctx, {
    to: affiliateId,
    notice: clubNotices.renewed,
    on: endsOn,
    price: { minor: amountMinor, currency },
    key: paymentId,
  });
}

/** Notifies once and deletes the stored card, because nothing will be charged anymore. */
export async function expireMembership(
  ctx: TransactionContext,
  to: number,
  endsOn: string,
  kind: 'trial' | 'year',
): Promise<void> {
  const reminder = { affiliateId: to, endsOn, daysBefore: 0, now: ctx.now };
  if ((await queries.insertReminder.first(ctx.db, reminder)) === undefined) return;
  await queries.deleteSavedCard(ctx.db, { affiliateId: to });
  await notifyMember(ctx, { to, notice: clubNotices.expired, on: endsOn, values: { kind }, key: endsOn });
}
