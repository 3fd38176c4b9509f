import type { FastifyInstance } from 'fastify';
import { registerCalls } from '../../../platform/server/calls.ts';
import type { Services } from '../../../platform/server/context.ts';
import { paymentCalls } from '../shared/contract.ts';
import { paymentHandlers } from './pages.ts';
import type { Purposes } from './purposes.ts';
import { registerWebhooks } from './webhooks.ts';

export type { Gateway } from './gateway.ts';
export { ageOf, assertCanPay, type Billing, countryOf, quoteDigital, readBilling, withTax } from './billing.ts';
export { convertUsd, CurrencyTable } from './currencies.ts';
export { seedDemoPayment } from './demo.ts';
export { gatewayNameOf } from './gateways.ts';
export { book } from './ledger.ts';
export { findCharging, findOpened, findPayment, openPayment, reserveCharge } from './payments.ts';
export type { Doing, DoingLater, Purpose, Purposes } from './purposes.ts';
export { reconcilePayments } from './reconcile.ts';
export { refundPayments, reserveRefund, reserveReturn } from './refunds.ts';
export { settlePayment } from './settling.ts';
export type { Payment } from './sql.ts';
export { readTaxes } from './taxes.ts';
export { tellLateNews } from './test-news.ts';

/** Payments behind one door, whatever they are for and whoever takes the money. */
export function registerPayments(app: FastifyInstance, services: Services, purposes: Purposes): void {
  registerCalls(app, services, paymentCalls, paymentHandlers(purposes));
  registerWebhooks(app, services, purposes);
}
