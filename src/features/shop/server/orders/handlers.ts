import type { Handlers } from '#platform/server/http/endpoints.ts';
import type { Context } from '#platform/server/http/context.ts';
import { FileReply } from '#platform/server/http/file-reply.ts';
import { fail, pageSize } from '#features/shop/shared/contract.ts';
import type { orderEndpoints } from '#features/shop/shared/order-contract.ts';
import { viewOrder } from './order-view.ts';
import * as queries from './queries.ts';
import { createReceipt } from './receipt.ts';

type OrderKeys = 'GET orders' | 'GET orders/{orderId}' | 'GET orders/{orderId}/receipt';

/** Other people's orders are reported as not found, so their existence is not revealed. */
async function requireOrder({ db, user }: Context, orderId: string): Promise<queries.OrderRow> {
  const order = await queries.findOrder.first(db, { affiliateId: user.affiliateId, orderId });
  if (order === undefined) throw fail('shop.no_order');
  return order;
}

export const orderHandlers: Pick<Handlers<typeof orderEndpoints>, OrderKeys> = {
  'GET orders': async ({ db, user, locale }, { query: { page } }) => {
    const { affiliateId } = user;
    const [items, count] = await Promise.all([
      queries.listOrders(db, { affiliateId, locale, offset: (page - 1) * pageSize }),
      queries.countOrders.first(db, { affiliateId }),
    ]);
    return { items, total: count?.total ?? 0 };
  },

  'GET orders/{orderId}': async (ctx, { params }) => viewOrder(ctx, await requireOrder(ctx, params.orderId), true),

  'GET orders/{orderId}/receipt': async (ctx, { params }) => {
    const order = await requireOrder(ctx, params.orderId);
    if (order.state !== 'paid') throw fail('shop.not_paid');
    return new FileReply(await createReceipt(ctx, order), 'application/pdf', {
      'content-disposition': `attachment; filename="receipt-${order.number}.pdf"`,
    });
  },
};
