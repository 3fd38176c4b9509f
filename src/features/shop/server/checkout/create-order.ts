import { randomUUID } from 'node:crypto';
import type { Context } from '#platform/server/http/context.ts';
import { joinList } from '#platform/shared/join-list.ts';
import { encryptContact } from '#features/account/server/public.ts';
import { openPayment } from '#features/payments/server/public.ts';
import type { Address, Basket, Checkout } from '#features/shop/shared/contract.ts';
import * as basketQueries from '#features/shop/server/basket/queries.ts';
import type { PricedBasket } from '#features/shop/server/basket/price-basket.ts';
import * as queries from './queries.ts';
import { claimCodes } from '#features/shop/server/promotions/discount-codes.ts';

const lifetimeMs = 24 * 3_600_000;
const usedForLength = 200;

export interface OrderRequest {
  key: string;
  basketVersion: number;
  seenTotalMinor: number;
  method: Checkout['methods'][number];
  address: Address | null;
}

export const needsShipping = ({ lines }: Basket) => lines.some((line) => line.isPosted && line.problem === null);

/** Stores the order and claims its codes. The recipient is set only when it differs from the buyer. */
export async function createOrder(
  ctx: Context,
  { basket, shopper, codes }: PricedBasket,
  request: OrderRequest,
  recipientId: number | null = null,
): Promise<queries.PlacedOrder> {
  const { db, now, services } = ctx;
  const { affiliateId } = shopper;
  const orderId = randomUUID();
  const { currency, country, isTaxIncluded, subtotalMinor, discountMinor, taxMinor, totalMinor } = basket;
  const address = needsShipping(basket) ? request.address : null;
  const [order] = await queries.insertOrder(
    db,
    affiliateId,
    orderId,
    request.key,
    basket.version,
    request.method,
    currency,
    country,
    isTaxIncluded,
    subtotalMinor,
    discountMinor,
    taxMinor,
    totalMinor,
    address && encryptContact(services.env.SECRET_KEYS, JSON.stringify(address)),
    now,
    new Date(now.getTime() + lifetimeMs),
    recipientId,
  );
  if (order === undefined) throw new Error(`order ${orderId} was not inserted`);
  const lines = basket.lines.map((line, place): queries.NewLine => ({ ...line, place }));
  const usedFor = joinList(
    ctx.locale,
    lines.map(({ name }) => name),
  );
  await queries.insertLines(db, affiliateId, orderId, JSON.stringify(lines));
  const ownerId = recipientId ?? affiliateId;
  const taken = { affiliateId, ownerId, orderId, usedFor: usedFor.slice(0, usedForLength), currency };
  await claimCodes(ctx, taken, codes);
  return order;
}

export async function clearBasket({ db, now }: Context, affiliateId: number): Promise<void> {
  await Promise.all([
    basketQueries.removeLines(db, affiliateId),
    basketQueries.setCodes(db, affiliateId, []),
    basketQueries.touchBasket(db, affiliateId, now),
  ]);
}

/** Returns the payment page, or null when nothing is left to pay. */
export async function openOrderPayment(ctx: Context, order: queries.PlacedOrder): Promise<string | null> {
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
  await queries.setOrderPayment(db, affiliateId, orderId, paymentId);
  return url;
}
