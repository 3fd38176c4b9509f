import type { FastifyInstance } from 'fastify';
import { registerEndpoints } from '#platform/server/http/endpoints.ts';
import type { Services } from '#platform/server/http/context.ts';
import { shopEndpoints } from '#features/shop/shared/contract.ts';
import { deskOrderEndpoints, orderEndpoints } from '#features/shop/shared/order-contract.ts';
import { paymentRequestEndpoints } from '#features/shop/shared/payment-request-contract.ts';
import { basketHandlers } from './basket/handlers.ts';
import { catalogueHandlers } from './catalogue/handlers.ts';
import { checkoutHandlers, openOrderHandlers } from './checkout/handlers.ts';
import { creditHandlers } from './credit/credit.ts';
import { deskHandlers } from './desk/handlers.ts';
import { orderHandlers } from './orders/handlers.ts';
import { createRequestHandlers } from './payment-requests/create-request.ts';
import { decideRequestHandlers } from './payment-requests/decide-request.ts';
import { loadTaxTable } from '#features/payments/server/public.ts';

export { syncCatalogue } from './catalogue/sync-catalogue.ts';
export { expireOrders } from './orders/expire-orders.ts';
export { orderPaymentPurpose } from './orders/payment-purpose.ts';
export { withRecordedOrder, seedDemoOrder } from './orders/record-order.ts';

export function registerShop(app: FastifyInstance, services: Services): void {
  // An invalid tax table fails at startup rather than at the first purchase.
  loadTaxTable(services.env.TAX_FILE);
  registerEndpoints(app, services, shopEndpoints, {
    ...catalogueHandlers,
    ...basketHandlers,
    ...checkoutHandlers,
    ...creditHandlers,
  });
  registerEndpoints(app, services, orderEndpoints, { ...orderHandlers, ...openOrderHandlers });
  registerEndpoints(app, services, deskOrderEndpoints, deskHandlers);
  registerEndpoints(app, services, paymentRequestEndpoints, { ...createRequestHandlers, ...decideRequestHandlers });
}
