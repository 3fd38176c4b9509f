import type { Handlers } from '#platform/server/http/endpoints.ts';
import type { Context } from '#platform/server/http/context.ts';
import { returnRateLimitToken, takeRateLimitToken } from '#platform/server/http/rate-limit.ts';
import { fail as failCall } from '#platform/shared/errors.ts';
import { toIsoDate } from '#platform/shared/dates.ts';
import { type Basket, fail, type shopEndpoints } from '#features/shop/shared/contract.ts';
import * as queries from './queries.ts';
import { isGiftPurchase, getMaxQuantity, getLineProblem, readBasket } from './price-basket.ts';
import { findProducts } from '#features/shop/server/catalogue/queries.ts';
import { readShopper } from '#features/shop/server/shopper.ts';

type BasketKeys =
  | 'GET basket'
  | 'POST basket/lines'
  | 'PUT basket/lines/{lineId}'
  | 'DELETE basket/lines/{lineId}'
  | 'POST basket/codes'
  | 'DELETE basket/codes/{code}';

/** Limited so one page can show the basket and one order can hold it. */
const maxLines = 100;
const maxCodes = 5;
/** Failed attempts only; more than any typing errors would cause. */
const wrongCodeLimit = { limit: 20, windowS: 3_600 };

export const basketHandlers: Pick<Handlers<typeof shopEndpoints>, BasketKeys> = {
  'GET basket': async (ctx) => (await readBasket(ctx, ctx.user.affiliateId)).basket,

  async 'POST basket/lines'(ctx, { body }) {
    const { db, user, now } = ctx;
    const { affiliateId } = user;
    const locked = await queries.lockBasket.first(db, { affiliateId, now });
    // A repeated request must not add a line that was removed or bought since.
    if (locked?.addedIds.includes(body.lineId)) return viewBasket(ctx);
    await addBasketLine(ctx, body);
    await queries.updateAddedIds(db, { affiliateId, lineId: body.lineId });
    return touchAndViewBasket(ctx);
  },

  async 'PUT basket/lines/{lineId}'(ctx, { params: { lineId }, body: { quantity } }) {
    const { db, user } = ctx;
    const { basket } = await readBasket(ctx, user.affiliateId, { lock: true });
    const line = basket.lines.find((one) => one.lineId === lineId);
    if (line === undefined) throw fail('shop.no_line', { path: 'lineId' });
    if (quantity > line.maxQuantity) throw fail('shop.too_many', { path: 'quantity' });
    if (quantity === line.quantity) return basket;
    await queries.updateQuantity(db, { affiliateId: user.affiliateId, lineId, quantity });
    return touchAndViewBasket(ctx);
  },

  async 'DELETE basket/lines/{lineId}'(ctx, { params: { lineId } }) {
    const { db, user, now } = ctx;
    const { affiliateId } = user;
    await queries.lockBasket(db, { affiliateId, now });
    const removed = await queries.deleteLine.first(db, { affiliateId, lineId });
    return removed === undefined ? viewBasket(ctx) : touchAndViewBasket(ctx);
  },

  async 'POST basket/codes'(ctx, { body: { code } }) {
    const { db, user, services } = ctx;
    const { basket } = await readBasket(ctx, user.affiliateId, { lock: true });
    const codes = basket.codes.map((one) => one.code);
    if (codes.includes(code)) return basket;
    if (codes.length >= maxCodes) throw fail('shop.code_alone', { path: 'code' });
    // The token is taken before the lookup, so a valid code is rejected too once the limit is reached.
    const counters = services.database.db;
    const key = `shop.code:${user.affiliateId}`;
    const { allowed, retryAfterS } = await takeRateLimitToken(counters, { key, ...wrongCodeLimit });
    if (!allowed) throw failCall('rate.limited', { retryAfterS });
    await queries.updateCodes(db, { affiliateId: user.affiliateId, codes: [...codes, code] });
    const problem = (await viewBasket(ctx)).codes.find((one) => one.code === code)?.problem ?? null;
    if (problem !== 'shop.unknown_code') await returnRateLimitToken(counters, key);
    if (problem !== null) throw fail(problem, { path: 'code' });
    return touchAndViewBasket(ctx);
  },

  async 'DELETE basket/codes/{code}'(ctx, { params: { code } }) {
    const { db, user } = ctx;
    const { basket } = await readBasket(ctx, user.affiliateId, { lock: true });
    const codes = basket.codes.map((one) => one.code);
    if (!codes.includes(code)) return basket;
    const left = codes.filter((one) => one !== code);
    await queries.updateCodes(db, { affiliateId: user.affiliateId, codes: left });
    return touchAndViewBasket(ctx);
  },
};

const viewBasket = async (ctx: Context): Promise<Basket> => (await readBasket(ctx, ctx.user.affiliateId)).basket;

async function touchAndViewBasket(ctx: Context): Promise<Basket> {
  await queries.updateBasketVersion(ctx.db, { affiliateId: ctx.user.affiliateId, now: ctx.now });
  return viewBasket(ctx);
}

/** Requires a locked basket. */
async function addBasketLine(ctx: Context, wanted: queries.LineRow): Promise<void> {
  const { db, user, now, locale } = ctx;
  const { affiliateId } = user;
  const { productId, quantity } = wanted;
  const shopper = await readShopper(ctx, affiliateId);
  const [product, basket, belongings] = await Promise.all([
    findProducts.first(db, { productIds: [productId], locale, currency: shopper.currency }),
    queries.findBasket.first(db, { affiliateId }),
    queries.findOwnership.first(db, { affiliateId, today: toIsoDate(now) }),
  ]);
  if (product === undefined) throw fail('shop.no_product', { path: 'productId' });
  const isGift = isGiftPurchase(product, shopper, wanted.isGift);
  const licenseID = product.levelId === null ? null : wanted.licenseID;
  const problem = belongings ? getLineProblem({ isGift, licenseID }, product, belongings, shopper) : null;
  if (problem !== null) throw fail(problem, { path: problem === 'shop.no_certification' ? 'licenseID' : 'productId' });
  const lines = basket?.lines ?? [];
  const same = lines.find(
    (line) => line.productId === productId && line.isGift === isGift && line.licenseID === licenseID,
  );
  const maxQuantity = getMaxQuantity(product, isGift);
  // Adding a product limited to one is idempotent, so a second device gets no error.
  const isOnce = maxQuantity === 1 && quantity === 1;
  if (!isOnce && (same?.quantity ?? 0) + quantity > maxQuantity) throw fail('shop.too_many', { path: 'quantity' });
  if (same === undefined && lines.length >= maxLines) throw fail('shop.too_many', { path: 'productId' });
  await queries.upsertLine(db, { ...wanted, isGift, licenseID, affiliateId, maxQuantity, now });
}
