import { type Locale, pickLocale } from '#platform/shared/locale.ts';
import { isErased } from '#features/account/server/public.ts';
import { notify } from '#features/notifications/server/public.ts';
import type { TransactionContext } from '#platform/server/http/context.ts';
import { shopNotices } from '#features/shop/shared/notices.ts';
import * as queries from './queries.ts';

type NotifiedOrder = Pick<queries.OrderRow, 'affiliateId' | 'orderId' | 'number' | 'currency'>;

function orderPath(orderId: string): string {
  return `/training/shop/orders/${orderId}`;
}

async function findLocale({ db }: TransactionContext, affiliateId: number): Promise<Locale> {
  return pickLocale([(await queries.findBuyer.first(db, { affiliateId }))?.language]);
}

/** Emails the receipt with the items, the total and a link to the document. */
export async function notifyOrderPaid(
  ctx: TransactionContext,
  order: NotifiedOrder & { totalMinor: number },
  lines: readonly queries.LineRow[],
  { isMailed = true }: { isMailed?: boolean } = {},
) {
  const { affiliateId, orderId, number, currency, totalMinor } = order;
  const locale = await findLocale(ctx, affiliateId);
  const { messages } = ctx.services;
  const rows = lines.map(({ name, quantity, totalMinor: minor }) =>
    messages.format(locale, 'shop.mail.order_line', { name, quantity, price: { minor, currency } }),
  );
  await notify(ctx.services, ctx.db, {
    to: affiliateId,
    notice: shopNotices.orderPaid,
    values: {
      number,
      items: lines.map(({ name }) => name),
      lines: rows.join('\n'),
      total: { minor: totalMinor, currency },
    },
    path: orderPath(orderId),
    isMailed,
    key: orderId,
  });
}

interface RefundNotification {
  refundId: string;
  amountMinor: number;
  names: readonly string[];
  reason: string;
}

export async function notifyOrderRefunded(
  ctx: TransactionContext,
  order: NotifiedOrder & Pick<queries.OrderRow, 'method'>,
  refund: RefundNotification,
) {
  const { affiliateId, orderId, number, currency, method } = order;
  // The refund is made, but an erased person cannot be notified.
  if (await isErased(ctx.db, affiliateId)) return;
  await notify(ctx.services, ctx.db, {
    to: affiliateId,
    notice: shopNotices.orderRefunded,
    values: {
      number,
      items: refund.names,
      amount: { minor: refund.amountMinor, currency },
      reason: refund.reason,
      method,
    },
    path: orderPath(orderId),
    key: refund.refundId,
  });
}

/** Notifies the buyer about a payment that arrived after the order was cancelled. The items are back in the basket. */
export async function notifyPaymentReturned(
  ctx: TransactionContext,
  order: NotifiedOrder,
  { refundId, amountMinor }: { refundId: string; amountMinor: number },
) {
  const { affiliateId, orderId } = order;
  const lines = await queries.listLines(ctx.db, { affiliateId, orderId });
  const locale = await findLocale(ctx, affiliateId);
  const reason = ctx.services.messages.format(locale, 'shop.refund.too_late');
  const names = lines.map(({ name }) => name);
  await notifyOrderRefunded(ctx, { ...order, method: 'card' }, { refundId, amountMinor, names, reason });
}

export async function notifyLinePosted(
  ctx: TransactionContext,
  order: NotifiedOrder,
  line: Pick<queries.LineRow, 'lineId' | 'name'>,
) {
  const { affiliateId, orderId, number } = order;
  if (await isErased(ctx.db, affiliateId)) return;
  await notify(ctx.services, ctx.db, {
    to: affiliateId,
    notice: shopNotices.orderPosted,
    values: { number, items: line.name },
    path: orderPath(orderId),
    key: `${orderId} ${line.lineId}`,
  });
}
