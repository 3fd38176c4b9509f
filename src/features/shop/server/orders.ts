import type { Handlers } from '../../../platform/server/calls.ts';
import type { Context } from '../../../platform/server/context.ts';
import { FileReply } from '../../../platform/server/file-reply.ts';
import { fail, pageSize } from '../shared/contract.ts';
import type { orderCalls } from '../shared/order-contract.ts';
import { viewOrder, viewSummary } from './order-view.ts';
import * as sql from './orders-sql.ts';
import { makeReceipt } from './receipt.ts';

type Keys = 'GET orders' | 'GET orders/{orderId}' | 'GET orders/{orderId}/receipt';

/** One's own; of another's it is not told that there is one. */
async function demandOrder({ db, user }: Context, orderId: string): Promise<sql.OrderRow> {
  const [order] = await sql.findOrder(db, user.affiliateId, orderId);
  if (order === undefined) throw fail('shop.no_order');
  return order;
}

export const orderHandlers: Pick<Handlers<typeof orderCalls>, Keys> = {
  'GET orders': async ({ db, user }, { query: { page } }) => {
    const [rows, [count]] = await Promise.all([
      sql.listOrders(db, user.affiliateId, pageSize, (page - 1) * pageSize),
      sql.countOrders(db, user.affiliateId),
    ]);
    return { items: rows.map(viewSummary), total: count?.total ?? 0 };
  },

  'GET orders/{orderId}': async (ctx, { params }) => viewOrder(ctx, await demandOrder(ctx, params.orderId), true),

  'GET orders/{orderId}/receipt': async (ctx, { params }) => {
    const order = await demandOrder(ctx, params.orderId);
    if (order.state !== 'paid') throw fail('shop.not_paid');
    return new FileReply(await makeReceipt(ctx, order), 'application/pdf', {
      'content-disposition': `attachment; filename="receipt-${order.number}.pdf"`,
    });
  },
};
