import { applicationPurpose, describeFee } from '#features/applications/server/public.ts';
import { clubPaymentPurpose, describeYearSale } from '#features/club/server/public.ts';
import { orderPaymentPurpose, withRecordedOrder } from '#features/shop/server/public.ts';
import type { PaymentPurposes } from '#features/payments/server/public.ts';

/** Handlers by payment purpose. Every payment is recorded as an order, also outside the shop. */
export const paymentPurposes: PaymentPurposes = {
  order: orderPaymentPurpose,
  club: withRecordedOrder(clubPaymentPurpose, describeYearSale),
  application: withRecordedOrder(applicationPurpose, describeFee),
};
