import { applicationPurpose } from '../features/applications/server/public.ts';
import { clubPurpose } from '../features/club/server/public.ts';
import { orderPurpose } from '../features/shop/server/public.ts';
import type { Purposes } from '../features/payments/server/public.ts';

/** What can be paid for; each area adds its own. */
export const purposes: Purposes = { club: clubPurpose, order: orderPurpose, application: applicationPurpose };
