import { randomUUID } from 'node:crypto';
import { encrypt } from '#platform/server/crypto/secrets.ts';
import type { Context } from '#platform/server/http/context.ts';
import { joinList } from '#platform/shared/join-list.ts';
import { contextOfOrderAddress } from '#features/shop/server/orders/order-address.ts';
import { openPayment } from '#features/payments/server/public.ts';
import type { Basket, OrderRequest } from '#features/shop/shared/contract.ts';
import * as basketQueries from '#features/shop/server/basket/queries.ts';
import type { PricedBasket } from '#features/shop/server/basket/price-basket.ts';
import * as queries from '#features/shop/server/orders/queries.ts';
import { claimCodes } from '#features/shop/server/promotions/discount-codes.ts';

const lifetimeMs = 24 * 3_600_000;
const usedForLength = 200;

export const needsShipping = ({ lines }: Basket) => lines.some((line) => line.isPosted && line.problem === null);

/** Stores the order and claims its codes. The recipient is set only when it differs from the buyer. */
export async function createOrder(
  ctx: Context,
  { basket, shopper, codes }: PricedBasket,
  request: OrderRequest,
  recipientId: number | null = null,
): Promise<queries.OrderRow> {
  const { db, now, services } = ctx;
  const { affiliateId } = shopper;
  const orderId = randomUUID();
  const address = needsShipping(basket) ? request.address : null;
  const order = await queries.insertOrder.first(db, {
    ...basket,
    ...request,
    affiliateId,
    orderId,
    encryptedAddress:
      address &&
      encrypt(services.env.SECRET_KEYS, contextOfOrderAddress({ affiliateId, orderId }), JSON.stringify(address)),
    recipientId,
    paymentId: null,
    createdDate: now.toISOString(),
    expiresDate: new Date(now.getTime() + lifetimeMs).toISOString(),
  });
  if (order === undefined) throw new Error(`order ${orderId} was not inserted`);
  const lines = basket.lines.map((line, place) => ({ ...line, place, state: 'open' as const, path: null }));
  await queries.insertLines(db, { affiliateId, orderId, lines, doneAt: null });
  const names = basket.lines.map(({ name }) => name);
  const usedFor = joinList(ctx.locale, names).slice(0, usedForLength);
  const taken = { affiliateId, ownerId: recipientId ?? affiliateId, orderId, usedFor, currency: basket.currency };
  await claimCodes(ctx, taken, codes);
  return order;
}

export async function clearBasket({ db, now }: Context, affiliateId: number): Promise<void> {
  await Promise.all([
    basketQueries.deleteLines(db, { affiliateId }),
    basketQueries.updateCodes(db, { affiliateId, codes: [] }),
    basketQueries.updateBasketVersion(db, { affiliateId, now }),
  ]);
}

/** Returns the payment page, or null when nothing is left to pay. */
export async function openOrderPayment(ctx: Context, order: queries.OrderRow): Promise<string | null> {
  const { db, user, services } = ctx;
  const { affiliateId } = user;
  const { orderId, key, totalMinor: amountMinor, currency } = order;
  const number = String(order.number);
  const { paymentId, url } = await openPayment(ctx, {
    affiliateId,
    key,
    purpose: 'order',
    reference: { orderId },
    amountMinor,
    currency,
    description: services.messages.format(ctx.locale, 'shop.checkout.payment', { number }),
    returnPath: `/training/shop/orders/${orderId}`,
    isCardKept: false,
  });
  await queries.updateOrderPayment(db, { affiliateId, orderId, paymentId });
  return url;
}
