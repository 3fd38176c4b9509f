import type { FastifyInstance } from 'fastify';
import { registerCalls } from '../../../platform/server/calls.ts';
import type { Services } from '../../../platform/server/context.ts';
import { paymentCalls } from '../shared/payment-contract.ts';
import { gatewayHandlers } from './gateway.ts';
import type { Purposes } from './payments.ts';

export {
  type Doing,
  type DoingLater,
  findCharging,
  findOpened,
  finishCharge,
  hasGateway,
  openPayment,
  type Payment,
  type Purpose,
  type Purposes,
  reserveCharge,
} from './payments.ts';
export { sweepPayments } from './sweep.ts';
export type { Gateway } from './test-gateway.ts';

/** Payments; the rest of the shop moves in beside them. */
export function registerShop(app: FastifyInstance, services: Services, purposes: Purposes): void {
  registerCalls(app, services, paymentCalls, gatewayHandlers(purposes));
}
