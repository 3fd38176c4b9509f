import type { Handlers } from '../../../platform/server/calls.ts';
import type { Context } from '../../../platform/server/context.ts';
import { giveTokenBack, takeToken } from '../../../platform/server/limits.ts';
import { fail as failCall } from '../../../platform/shared/errors.ts';
import { dayOf } from '../../account/shared/rules.ts';
import { type Basket, fail, type shopCalls } from '../shared/contract.ts';
import * as sql from './basket-sql.ts';
import { isForOthers, maxOf, problemOf, readBasket } from './basket-view.ts';
import { findProducts } from './catalogue-sql.ts';
import { readShopper } from './shopper.ts';

type Keys =
  | 'GET basket'
  | 'POST basket/lines'
  | 'PUT basket/lines/{lineId}'
  | 'DELETE basket/lines/{lineId}'
  | 'POST basket/codes'
  | 'DELETE basket/codes/{code}';

/** So that one page shows it, and one order holds it. */
const maxLines = 100;
const maxCodes = 5;
/** Wrong ones. Nobody mistypes so often in an hour. */
const guesses = { limit: 20, windowS: 3_600 };

export const basketHandlers: Pick<Handlers<typeof shopCalls>, Keys> = {
  'GET basket': async (ctx) => (await readBasket(ctx, ctx.user.affiliateId)).basket,

  async 'POST basket/lines'(ctx, { body }) {
    const { db, user, now } = ctx;
    const { affiliateId } = user;
    const [locked] = await sql.lockBasket(db, affiliateId, now);
    // Sent again by who did not hear the answer: it may have been taken out, or bought, since.
    if (locked?.addedIds.includes(body.lineId)) return show(ctx);
    await add(ctx, body);
    await sql.noteAdded(db, affiliateId, body.lineId);
    return changed(ctx);
  },

  async 'PUT basket/lines/{lineId}'(ctx, { params: { lineId }, body: { quantity } }) {
    const { db, user } = ctx;
    const { basket } = await readBasket(ctx, user.affiliateId, { lock: true });
    const line = basket.lines.find((one) => one.lineId === lineId);
    if (line === undefined) throw fail('shop.no_line', { path: 'lineId' });
    if (quantity > line.maxQuantity) throw fail('shop.too_many', { path: 'quantity' });
    if (quantity === line.quantity) return basket;
    await sql.setQuantity(db, user.affiliateId, lineId, quantity);
    return changed(ctx);
  },

  async 'DELETE basket/lines/{lineId}'(ctx, { params: { lineId } }) {
    const { db, user, now } = ctx;
    await sql.lockBasket(db, user.affiliateId, now);
    const [removed] = await sql.removeLine(db, user.affiliateId, lineId);
    return removed === undefined ? show(ctx) : changed(ctx);
  },

  async 'POST basket/codes'(ctx, { body: { code } }) {
    const { db, user, services } = ctx;
    const { basket } = await readBasket(ctx, user.affiliateId, { lock: true });
    const codes = basket.codes.map((one) => one.code);
    if (codes.includes(code)) return basket;
    if (codes.length >= maxCodes) throw fail('shop.code_alone', { path: 'code' });
    // Counted before it is looked up, so that no right one comes through after too many wrong ones.
    const counters = services.database.db;
    const key = `shop.code:${user.affiliateId}`;
    const { allowed, retryAfterS } = await takeToken(counters, { key, ...guesses });
    if (!allowed) throw failCall('rate.limited', { retryAfterS });
    await sql.setCodes(db, user.affiliateId, [...codes, code]);
    const problem = (await show(ctx)).codes.find((one) => one.code === code)?.problem ?? null;
    if (problem !== 'shop.unknown_code') await giveTokenBack(counters, key);
    if (problem !== null) throw fail(problem, { path: 'code' });
    return changed(ctx);
  },

  async 'DELETE basket/codes/{code}'(ctx, { params: { code } }) {
    const { db, user } = ctx;
    const { basket } = await readBasket(ctx, user.affiliateId, { lock: true });
    const codes = basket.codes.map((one) => one.code);
    if (!codes.includes(code)) return basket;
    const left = codes.filter((one) => one !== code);
    await sql.setCodes(db, user.affiliateId, left);
    return changed(ctx);
  },
};

const show = async (ctx: Context): Promise<Basket> => (await readBasket(ctx, ctx.user.affiliateId)).basket;

async function changed(ctx: Context): Promise<Basket> {
  await sql.noteChange(ctx.db, ctx.user.affiliateId, ctx.now);
  return show(ctx);
}

interface Wanted {
  lineId: string;
  productId: number;
  quantity: number;
  isGift: boolean;
  licenseID: number | null;
}

/** Of a basket that is locked. */
async function add(ctx: Context, wanted: Wanted): Promise<void> {
  const { db, user, now, locale } = ctx;
  const { affiliateId } = user;
  const { lineId, productId, quantity } = wanted;
  const shopper = await readShopper(ctx, affiliateId);
  const [[product], [basket], [belongings]] = await Promise.all([
    findProducts(db, [productId], locale, shopper.currency),
    sql.findBasket(db, affiliateId),
    sql.findBelongings(db, affiliateId, dayOf(now)),
  ]);
  if (product === undefined) throw fail('shop.no_product', { path: 'productId' });
  const isGift = isForOthers(product, shopper, wanted.isGift);
  const licenseID = product.levelId === null ? null : wanted.licenseID;
  const problem = belongings ? problemOf({ isGift, licenseID }, product, belongings, shopper) : null;
  if (problem !== null) throw fail(problem, { path: problem === 'shop.no_certification' ? 'licenseID' : 'productId' });
  const lines = basket?.lines ?? [];
  const same = lines.find(
    (line) => line.productId === productId && line.isGift === isGift && line.licenseID === licenseID,
  );
  const maxQuantity = maxOf(product, isGift);
  // What one can have only once is in there once, from whichever device it is put in.
  const isOnce = maxQuantity === 1 && quantity === 1;
  if (!isOnce && (same?.quantity ?? 0) + quantity > maxQuantity) throw fail('shop.too_many', { path: 'quantity' });
  if (same === undefined && lines.length >= maxLines) throw fail('shop.too_many', { path: 'productId' });
  await sql.addLine(db, affiliateId, lineId, productId, quantity, isGift, licenseID, maxQuantity, now);
}
