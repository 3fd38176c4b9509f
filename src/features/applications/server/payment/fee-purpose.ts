import * as z from 'zod';
import { isErased } from '#features/account/server/public.ts';
import type { Payment, PaymentPurpose } from '#features/payments/server/public.ts';
import { Quote } from '#features/payments/shared/quote.ts';
import { completeApplication } from './complete-application.ts';
import { lockApplication, selectApplication } from '#features/applications/server/queries.ts';
import { notifyRefunded } from '#features/applications/server/notifications.ts';

const FeeReference = z.object({
  applicationId: z.int(),
  /** What was approved; payments that were opened earlier have the amount only. */
  fee: z.object({ amountMinor: z.int(), currency: z.string() }).optional(),
  quote: Quote.optional(),
});

/** What the order of a paid fee says. */
export function describeFee({ reference }: Payment) {
  const { applicationId, quote = null } = FeeReference.parse(reference);
  const path = `/applications/${applicationId}`;
  return { category: 'application' as const, quote, recipientId: null, requestId: null, path };
}

/** The fee of an application: who pays it has the card, in the transaction that settles the payment. */
export const applicationPurpose: PaymentPurpose = {
  async paid(doing, payment) {
    const { paymentId, affiliateId, amountMinor, currency } = payment;
    const { applicationId, fee = { amountMinor, currency } } = FeeReference.parse(payment.reference);
    const [row] = await lockApplication(doing.db, applicationId);
    if (row === undefined || row.affiliateId !== affiliateId) return false;
    if (row.state === 'Completed') return row.paymentId === paymentId;
    if (row.state !== 'PaymentDue' || row.feeMinor !== fee.amountMinor || row.currency !== fee.currency) return false;
    await completeApplication(doing, row, paymentId);
    return true;
  },

  async isWanted(db, { affiliateId, reference }) {
    const [row] = await selectApplication(db, FeeReference.parse(reference).applicationId);
    return row?.affiliateId === affiliateId && row.state === 'PaymentDue';
  },

  // The fee is paid on the page, where people see it themselves.
  declined: async () => undefined,

  async refunded(doing, { affiliateId, currency, reference }, { refundId, amountMinor }) {
    const [row] = await selectApplication(doing.db, FeeReference.parse(reference).applicationId);
    // Their money goes back, and nobody is there to be told.
    if (row === undefined || (await isErased(doing.db, affiliateId))) return;
    await notifyRefunded(doing, row, { refundId, amountMinor, currency });
  },
};
