import type { FastifyInstance } from 'fastify';
import { registerEndpoints } from '#platform/server/http/endpoints.ts';
import type { Services } from '#platform/server/http/context.ts';
import { paymentEndpoints } from '#features/payments/shared/contract.ts';
import { paymentHandlers } from './handlers.ts';
import type { PaymentPurposes } from './payment-purpose.ts';
import { registerWebhooks } from './webhooks.ts';

export type { Gateway } from './gateway/gateway.ts';
export {
  getPayerAge,
  assertCanPay,
  type Billing,
  getBillingCountry,
  quoteDigital,
  readBilling,
  quoteWithTax,
} from './billing/billing.ts';
export { convertUsd, CurrencyTable } from './billing/currency-table.ts';
export { getGatewayName } from './gateway/get-gateway.ts';
export { recordLedgerTransaction } from './ledger/ledger.ts';
export { findPendingCharge, findPaymentByKey, openPayment, reserveCharge } from './payments.ts';
export type { OperationContext, PaymentPurpose, PaymentPurposes } from './payment-purpose.ts';
export { reconcilePayments } from './reconcile-payments.ts';
export { sendRefund, reserveRefund, reserveReturn } from './refunds.ts';
export { settlePayment } from './settle-payment.ts';
export { findPayment, type Payment } from './queries.ts';
export { loadTaxTable } from './billing/tax-table.ts';
export { sendDelayedTestWebhook } from './gateway/test-webhooks.ts';

export function registerPayments(app: FastifyInstance, services: Services, purposes: PaymentPurposes): void {
  registerEndpoints(app, services, paymentEndpoints, paymentHandlers(purposes));
  registerWebhooks(app, services, purposes);
}
