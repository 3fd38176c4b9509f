import type { FastifyInstance } from 'fastify';
import { registerEndpoints } from '#platform/server/http/endpoints.ts';
import type { Services } from '#platform/server/http/context.ts';
import { clubEndpoints, redemptionEndpoints } from '#features/club/shared/contract.ts';
import { clubHandlers } from './handlers.ts';
import { redemptionHandlers } from './redemption.ts';

export { renewMemberships } from './renew-memberships.ts';
export { endRefundedYear, readUsedBenefits, restoreRefundedYear } from './refunded-year.ts';
export { openYearPayment } from './open-year-payment.ts';
export { findDiscount, checkDiscount, releaseDiscount, redeemDiscount } from './discount.ts';
export { grantGiftYear } from './gift-year.ts';
export { type ClubSummary, listClubOffers, readClubSummary } from './club-summary.ts';
export { clubPaymentPurpose, describeYearSale } from './payment-purpose.ts';

export function registerClub(app: FastifyInstance, services: Services): void {
  registerEndpoints(app, services, clubEndpoints, clubHandlers);
  registerEndpoints(app, services, redemptionEndpoints, redemptionHandlers);
}
