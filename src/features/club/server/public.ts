import type { FastifyInstance } from 'fastify';
import { registerCalls } from '../../../platform/server/calls.ts';
import type { Services } from '../../../platform/server/context.ts';
import { clubCalls, redemptionCalls } from '../shared/contract.ts';
import { clubHandlers } from './club.ts';
import { redemptionHandlers } from './redemption.ts';

export { tendClub } from './tending.ts';
export { endRefundedYear, restoreYearOf } from './refunded-year.ts';
export { openYearPayment } from './open-year.ts';
export { seedDemoClub } from './demo.ts';
export { findDiscount, judgeDiscount, releaseDiscount, useDiscount } from './discount.ts';
export { giveGiftYear } from './gift.ts';
export { type ClubFacts, offersOf, readClubFacts } from './for-shop.ts';
export { clubPurpose, describeYear } from './purpose.ts';

/** The club: its years, what they cost and what they give. */
export function registerClub(app: FastifyInstance, services: Services): void {
  registerCalls(app, services, clubCalls, clubHandlers);
  registerCalls(app, services, redemptionCalls, redemptionHandlers);
}
