import * as z from 'zod';
import { isErased } from '#features/account/server/public.ts';
import type { Payment, PaymentPurpose } from '#features/payments/server/public.ts';
import { Quote } from '#features/payments/shared/quote.ts';
import { completeApplication } from './complete-application.ts';
import { findApplication, lockApplication } from '#features/applications/server/queries.ts';
import { notifyRefunded } from '#features/applications/server/notifications.ts';

const FeeReference = z.object({
  applicationId: z.int(),
  /** The approved fee. */
  fee: z.object({ amountMinor: z.int(), currency: z.string() }),
  quote: Quote,
});

/** Describes the order of a paid fee. */
export function describeFee({ reference }: Payment) {
  const { applicationId, quote } = FeeReference.parse(reference);
  const path = `/applications/${applicationId}`;
  return { category: 'application' as const, quote, recipientId: null, requestId: null, path, hasOwnReceipt: false };
}

/** Application fees: the card is issued in the transaction that settles the payment. */
export const applicationPurpose: PaymentPurpose = {
  async paid(context, payment) {
    const { paymentId, affiliateId } = payment;
    const { applicationId, fee } = FeeReference.parse(payment.reference);
    const row = await lockApplication.first(context.db, { id: applicationId });
    if (row === undefined || row.affiliateId !== affiliateId) return false;
    if (row.state === 'Completed') return row.paymentId === paymentId;
    if (row.state !== 'PaymentDue' || row.feeMinor !== fee.amountMinor || row.currency !== fee.currency) return false;
    await completeApplication(context, row, paymentId);
    return true;
  },

  async isAvailable(db, { affiliateId, reference }) {
    const row = await findApplication.first(db, { id: FeeReference.parse(reference).applicationId });
    return row?.affiliateId === affiliateId && row.state === 'PaymentDue';
  },

  // Payers see a declined payment on the payment page, so no notification is sent.
  declined: async () => undefined,

  async refunded(context, { affiliateId, currency, reference }, { refundId, amountMinor }) {
    const row = await findApplication.first(context.db, { id: FeeReference.parse(reference).applicationId });
    // The refund goes through, but an erased account can't be notified.
    if (row === undefined || (await isErased(context.db, affiliateId))) return;
    await notifyRefunded(context, row, { refundId, amountMinor, currency });
  },
};
