import { applicationPurpose, describeFee } from '../features/applications/server/public.ts';
import { clubPurpose, describeYear } from '../features/club/server/public.ts';
import { orderPurpose, recordedAsOrder } from '../features/shop/server/public.ts';
import type { Purposes } from '../features/payments/server/public.ts';

/** What can be paid for; each area adds its own. Whatever it is, it is an order. */
export const purposes: Purposes = {
  order: orderPurpose,
  club: recordedAsOrder(clubPurpose, describeYear),
  application: recordedAsOrder(applicationPurpose, describeFee),
};
