import { randomUUID } from 'node:crypto';
import type { Context } from '#platform/server/http/context.ts';
import { joinList } from '#platform/shared/join-list.ts';
import { encryptContact } from '#features/account/server/public.ts';
import { openPayment } from '#features/payments/server/public.ts';
import type { Address, Basket, Checkout } from '#features/shop/shared/contract.ts';
import * as basketSql from '#features/shop/server/basket/queries.ts';
import type { PricedBasket } from '#features/shop/server/basket/price-basket.ts';
import * as sql from './queries.ts';
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
  asked: OrderRequest,
  recipientId: number | null = null,
): Promise<sql.PlacedOrder> {
  const { db, now, services } = ctx;
  const { affiliateId } = shopper;
  const orderId = randomUUID();
  const { currency, country, isTaxIncluded, subtotalMinor, discountMinor, taxMinor, totalMinor } = basket;
  const address = needsShipping(basket) ? asked.address : null;
  const [order] = await sql.insertOrder(
    db,
    affiliateId,
    orderId,
    asked.key,
    basket.version,
    asked.method,
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
  const lines = basket.lines.map((line, place): sql.NewLine => ({ ...line, place }));
  const usedFor = joinList(
    ctx.locale,
    lines.map(({ name }) => name),
  );
  await sql.insertLines(db, affiliateId, orderId, JSON.stringify(lines));
  const ownerId = recipientId ?? affiliateId;
  const taken = { affiliateId, ownerId, orderId, usedFor: usedFor.slice(0, usedForLength), currency };
  await claimCodes(ctx, taken, codes);
  return order;
}

export async function clearBasket({ db, now }: Context, affiliateId: number): Promise<void> {
  await Promise.all([
    basketSql.removeLines(db, affiliateId),
    basketSql.setCodes(db, affiliateId, []),
    basketSql.touchBasket(db, affiliateId, now),
  ]);
}

/** Returns the payment page, or null when nothing is left to pay. */
export async function openOrderPayment(ctx: Context, order: sql.PlacedOrder): Promise<string | null> {
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
  await sql.setOrderPayment(db, affiliateId, orderId, paymentId);
  return url;
}
