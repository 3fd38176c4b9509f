import type { FastifyInstance } from 'fastify';
import { registerEndpoints } from '#platform/server/http/endpoints.ts';
import type { Services } from '#platform/server/http/context.ts';
import { shopCalls } from '#features/shop/shared/contract.ts';
import { deskOrderCalls, orderCalls } from '#features/shop/shared/order-contract.ts';
import { requestCalls } from '#features/shop/shared/payment-request-contract.ts';
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
  registerEndpoints(app, services, shopCalls, {
    ...catalogueHandlers,
    ...basketHandlers,
    ...checkoutHandlers,
    ...creditHandlers,
  });
  registerEndpoints(app, services, orderCalls, { ...orderHandlers, ...openOrderHandlers });
  registerEndpoints(app, services, deskOrderCalls, deskHandlers);
  registerEndpoints(app, services, requestCalls, { ...createRequestHandlers, ...decideRequestHandlers });
}
