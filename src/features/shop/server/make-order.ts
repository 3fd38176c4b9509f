import { randomUUID } from 'node:crypto';
import type { Context } from '../../../platform/server/context.ts';
import { joinedIn } from '../../../platform/shared/joined.ts';
import { sealContact } from '../../account/server/public.ts';
import { openPayment } from '../../payments/server/public.ts';
import type { Address, Basket, Checkout } from '../shared/contract.ts';
import * as basketSql from './basket-sql.ts';
import type { ReadBasket } from './basket-view.ts';
import * as sql from './checkout-sql.ts';
import { takeCodes } from './codes.ts';

const lifetimeMs = 24 * 3_600_000;
const usedForLength = 200;

export interface Asked {
  key: string;
  basketVersion: number;
  seenTotalMinor: number;
  method: Checkout['methods'][number];
  address: Address | null;
}

export const isPosted = ({ lines }: Basket) => lines.some((line) => line.isPosted && line.problem === null);

/** Writes the order down and takes its codes. The recipient is who gets it, where that is not the buyer. */
export async function makeOrder(
  ctx: Context,
  { basket, shopper, codes }: ReadBasket,
  asked: Asked,
  recipientId: number | null = null,
): Promise<sql.MadeOrder> {
  const { db, now, services } = ctx;
  const { affiliateId } = shopper;
  const orderId = randomUUID();
  const { currency, country, isTaxIncluded, subtotalMinor, discountMinor, taxMinor, totalMinor } = basket;
  const address = isPosted(basket) ? asked.address : null;
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
    address && sealContact(services.env.SECRET_KEYS, JSON.stringify(address)),
    now,
    new Date(now.getTime() + lifetimeMs),
    recipientId,
  );
  if (order === undefined) throw new Error(`order ${orderId} was not made`);
  const lines = basket.lines.map((line, place): sql.NewLine => ({ ...line, place }));
  const usedFor = joinedIn(
    ctx.locale,
    lines.map(({ name }) => name),
  );
  await sql.insertLines(db, affiliateId, orderId, JSON.stringify(lines));
  const ownerId = recipientId ?? affiliateId;
  const taken = { affiliateId, ownerId, orderId, usedFor: usedFor.slice(0, usedForLength), currency };
  await takeCodes(ctx, taken, codes);
  return order;
}

export async function emptyBasket({ db, now }: Context, affiliateId: number): Promise<void> {
  await Promise.all([
    basketSql.removeLines(db, affiliateId),
    basketSql.setCodes(db, affiliateId, []),
    basketSql.noteChange(db, affiliateId, now),
  ]);
}

/** Where to pay it; null where there is nothing to pay any more. */
export async function openPage(ctx: Context, order: sql.MadeOrder): Promise<string | null> {
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
  await sql.notePayment(db, affiliateId, orderId, paymentId);
  return url;
}
