import { joinTransaction } from '#platform/server/db/join-transaction.ts';
import { isDeepStrictEqual } from 'node:util';
import { readUsedBenefits } from '#features/club/server/public.ts';
import { appendAudit } from '#platform/server/observability/audit.ts';
import type { Handlers } from '#platform/server/http/endpoints.ts';
import type { Context } from '#platform/server/http/context.ts';
import { createUuidFromText } from '#platform/server/crypto/uuid.ts';
import { fail as failCall } from '#platform/shared/errors.ts';
import { auditQueueRead, parseSearchTerm } from '#features/account/server/public.ts';
import { reserveReturn } from '#features/payments/server/public.ts';
import { failPayment } from '#features/payments/shared/contract.ts';
import { fail, pageSize } from '#features/shop/shared/contract.ts';
import { type deskOrderEndpoints } from '#features/shop/shared/order-contract.ts';
import {
  countDeskOrders,
  findAnyOrder,
  listDeskOrders,
  lockAnyOrder,
  maxCounted,
  type OrderSearch,
} from './queries.ts';
import { viewOrder, getKeptMinor } from '#features/shop/server/orders/order-view.ts';
import * as queries from '#features/shop/server/orders/queries.ts';
import * as refundQueries from '#features/shop/server/orders/refund-queries.ts';
import { type RefundPart, refundOrder } from '#features/shop/server/orders/refund-order.ts';
import { notifyLinePosted } from '#features/shop/server/orders/notifications.ts';

export const deskHandlers: Handlers<typeof deskOrderEndpoints> = {
  'GET desk/orders': async (ctx, { query: { search, show, page } }) => {
    const { db, locale } = ctx;
    const term = search === '' ? null : parseSearchTerm(search);
    if (term?.kind === 'nothing') return { items: [], total: 0, hasMoreMatches: false };
    const filter = { show, search: term?.kind ?? null };
    // Each statement uses only the values of its kind of search.
    const values = { ...term } as OrderSearch;
    const [items, count] = await ctx.services.database.readFromReplica(db, (reader) =>
      Promise.all([
        listDeskOrders(filter)(reader, { ...values, locale, offset: (page - 1) * pageSize }),
        countDeskOrders(filter).first(reader, values),
      ]),
    );
    const found = count?.total ?? 0;
    await auditQueueRead(
      ctx,
      'order',
      items.map(({ affiliateId }) => affiliateId),
    );
    return { items, total: Math.min(found, maxCounted), hasMoreMatches: found > maxCounted };
  },

  'GET desk/orders/{orderId}': async (ctx, { params }) => {
    const order = await findAnyOrder.first(ctx.db, params);
    if (order === undefined) throw fail('shop.no_order');
    await recordReadAudit(ctx, order);
    const { affiliateId } = order;
    const buyer = await queries.findBuyer.first(ctx.db, { affiliateId });
    return {
      ...(await viewOrder(ctx, order, false)),
      affiliateId,
      buyer: buyer?.name ?? '',
      email: buyer?.email ?? null,
    };
  },

  'POST desk/orders/{orderId}/refund': async (ctx, { params, body }) => {
    const order = await lockPaidOrder(ctx, params.orderId);
    const refundId = createUuidFromText(`refund ${order.orderId} ${body.key}`);
    const known = await refundQueries.findRefund.first(ctx.db, { affiliateId: order.affiliateId, refundId });
    if (known === undefined) {
      const lines = await queries.listLines(ctx.db, order);
      const { affiliateId, recipientId, paymentId } = order;
      const member = recipientId ?? affiliateId;
      const usedMinor =
        paymentId === null ? 0 : await readUsedBenefits(ctx.db, { affiliateId: member, paymentId }, { isLocked: true });
      const parts = toRefundParts(lines, body.lines, usedMinor);
      await refundOrder(ctx, order, { refundId, parts, reason: body.reason, by: ctx.user.affiliateId });
    } else if (!isDeepStrictEqual(sumByLine(known.lines), sumByLine(body.lines)))
      throw failPayment('payments.changed', { path: 'key' });
    return viewUpdatedOrder(ctx, order.orderId);
  },

  'POST desk/orders/{orderId}/return': async (ctx, { params }) => {
    const { db, user, correlationId } = ctx;
    const order = await findAnyOrder.first(db, params);
    if (order === undefined) throw fail('shop.no_order');
    const { affiliateId, orderId, number, currency, paymentId } = order;
    if (paymentId === null) throw failPayment('payments.none');
    const reserved = await reserveReturn(db, paymentId);
    if (reserved !== null) {
      const { refundId, amountMinor } = reserved;
      await appendAudit(db, {
        actor: user.affiliateId,
        action: 'shop.order_refunded',
        subject: `person:${affiliateId}`,
        data: { orderId, number, refundId, amountMinor, currency },
        correlationId,
      });
    }
    return viewUpdatedOrder(ctx, orderId);
  },

  'POST desk/orders/{orderId}/lines/{lineId}/posted': async (ctx, { params }) => {
    const { db, now, user, correlationId } = ctx;
    const order = await lockPaidOrder(ctx, params.orderId);
    const { affiliateId, orderId, number } = order;
    const line = (await queries.listLines(db, order)).find(({ lineId }) => lineId === params.lineId);
    if (line === undefined) throw failCall('not_found');
    if (line.state !== 'to_post' && line.state !== 'posted') throw fail('shop.not_to_post');
    if (line.state === 'to_post') {
      const { lineId, codes } = line;
      await queries.updateLineState(db, { affiliateId, orderId, lineId, state: 'posted', codes, now });
      await notifyLinePosted(ctx, order, line);
      await appendAudit(db, {
        actor: user.affiliateId,
        action: 'shop.order_posted',
        subject: `person:${affiliateId}`,
        data: { orderId, number, productId: line.productId, quantity: line.quantity },
        correlationId,
      });
    }
    return viewUpdatedOrder(ctx, orderId);
  },
};

async function lockPaidOrder({ db }: Context, orderId: string): Promise<queries.OrderRow> {
  const order = await lockAnyOrder.first(db, { orderId });
  if (order === undefined) throw fail('shop.no_order');
  if (order.state !== 'paid') throw fail('shop.not_paid');
  return order;
}

async function viewUpdatedOrder(ctx: Context, orderId: string) {
  const order = await findAnyOrder.first(ctx.db, { orderId });
  if (order === undefined) throw fail('shop.no_order');
  return viewOrder(ctx, order, false);
}

/** Sums the amounts of lines that are listed more than once. */
function sumByLine(wanted: readonly { lineId: string; amountMinor: number }[]): Map<string, number> {
  const amounts = new Map<string, number>();
  for (const { lineId, amountMinor } of wanted) amounts.set(lineId, (amounts.get(lineId) ?? 0) + amountMinor);
  return amounts;
}

/** Rejects amounts that exceed what was paid, not yet refunded and not used as a benefit. */
function toRefundParts(
  lines: readonly queries.LineRow[],
  wanted: readonly { lineId: string; amountMinor: number }[],
  usedMinor: number,
): RefundPart[] {
  return [...sumByLine(wanted)].map(([lineId, amountMinor]) => {
    const at = wanted.findIndex((one) => one.lineId === lineId);
    const line = lines.find((one) => one.lineId === lineId);
    if (line === undefined) throw failCall('not_found', { path: `lines.${at}.lineId` });
    const keptMinor = getKeptMinor(line, usedMinor);
    if (amountMinor > line.totalMinor - line.refundedMinor - keptMinor)
      throw fail('shop.refund_too_much', { path: `lines.${at}.amountMinor` });
    return { line, amountMinor, keptMinor };
  });
}

/** Access to an erased person's order is recorded too, because orders outlive the account. */
async function recordReadAudit(ctx: Context, { affiliateId, orderId, number }: queries.OrderRow): Promise<void> {
  await joinTransaction(ctx, (db) =>
    appendAudit(db, {
      actor: ctx.user.affiliateId,
      action: 'shop.order.read',
      subject: `person:${affiliateId}`,
      data: { orderId, number },
      correlationId: ctx.correlationId,
    }),
  );
}
