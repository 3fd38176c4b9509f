import type { FastifyInstance } from 'fastify';
import { registerCalls } from '../../../platform/server/calls.ts';
import type { Services } from '../../../platform/server/context.ts';
import { shopCalls } from '../shared/contract.ts';
import { deskOrderCalls, orderCalls } from '../shared/order-contract.ts';
import { requestCalls } from '../shared/request-contract.ts';
import { basketHandlers } from './basket.ts';
import { catalogueHandlers } from './catalogue.ts';
import { checkoutHandlers, openOrderHandlers } from './checkout.ts';
import { creditHandlers } from './credit.ts';
import { deskHandlers } from './desk.ts';
import { orderHandlers } from './orders.ts';
import { askHandlers } from './requests/ask.ts';
import { decideHandlers } from './requests/decide.ts';
import { readTaxes } from '../../payments/server/public.ts';

export { syncCatalogue } from './catalogue-sync.ts';
export { seedDemoShop } from './demo.ts';
export { expireOrders } from './expire-orders.ts';
export { orderPurpose } from './purpose.ts';
export { recordedAsOrder, seedDemoOrder } from './recorded-order.ts';

/** The shelf, the basket, and what became of what was bought. */
export function registerShop(app: FastifyInstance, services: Services): void {
  // A table with a fault is its author's to mend, before anybody is served.
  readTaxes(services.env.TAX_FILE);
  registerCalls(app, services, shopCalls, {
    ...catalogueHandlers,
    ...basketHandlers,
    ...checkoutHandlers,
    ...creditHandlers,
  });
  registerCalls(app, services, orderCalls, { ...orderHandlers, ...openOrderHandlers });
  registerCalls(app, services, deskOrderCalls, deskHandlers);
  registerCalls(app, services, requestCalls, { ...askHandlers, ...decideHandlers });
}
