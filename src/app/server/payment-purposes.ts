import { applicationPurpose, describeFee } from '#features/applications/server/public.ts';
import { clubPaymentPurpose, describeYearSale } from '#features/club/server/public.ts';
import { orderPaymentPurpose, withRecordedOrder } from '#features/shop/server/public.ts';
import type { PaymentPurposes } from '#features/payments/server/public.ts';

/** What can be paid for; each area adds its own. Whatever it is, it is an order. */
export const paymentPurposes: PaymentPurposes = {
  order: orderPaymentPurpose,
  club: withRecordedOrder(clubPaymentPurpose, describeYearSale),
  application: withRecordedOrder(applicationPurpose, describeFee),
};
