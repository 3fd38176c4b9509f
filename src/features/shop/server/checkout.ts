import { isDeepStrictEqual } from 'node:util';
import type { Handlers } from '../../../platform/server/calls.ts';
import type { Context } from '../../../platform/server/context.ts';
import { fail as failCall } from '../../../platform/shared/errors.ts';
import { assertTexts } from '../../../platform/shared/plain-text.ts';
import { describeAddress } from '../../account/server/public.ts';
import { assertCanPay, gatewayNameOf } from '../../payments/server/public.ts';
import { type Basket, type Checkout, fail, type shopCalls } from '../shared/contract.ts';
import type { orderCalls } from '../shared/order-contract.ts';
import { type ReadBasket, readBasket } from './basket-view.ts';
import * as sql from './checkout-sql.ts';
import { giveUp } from './give-up.ts';
import { type Asked, emptyBasket, isPosted, makeOrder, openPage } from './make-order.ts';
import { readAddress, viewOrder } from './order-view.ts';
import { findOrder } from './orders-sql.ts';
import { payOrder } from './pay-order.ts';
import { listGuardians } from './requests/queries.ts';
import { readShopper, type Shopper } from './shopper.ts';

type Keys = 'GET checkout' | 'POST checkout';
type OpenKeys = 'POST orders/{orderId}/pay' | 'POST orders/{orderId}/cancel';

type Method = Checkout['methods'][number];

export const checkoutHandlers: Pick<Handlers<typeof shopCalls>, Keys> = {
  async 'GET checkout'(ctx) {
    const { basket, shopper } = await readBasket(ctx, ctx.user.affiliateId);
    const needsAddress = isPosted(basket);
    return {
      basket,
      buyer: { name: shopper.name, email: shopper.email },
      address: needsAddress ? addressOf(shopper, ctx.locale) : null,
      needsAddress,
      credit: shopper.credit,
      methods: methodsOf(ctx, basket, shopper),
      isMinor: shopper.isMinor,
      needsBirthdate: shopper.needsBirthdate,
      guardians: shopper.isMinor ? (await listGuardians(ctx.db, ctx.user.affiliateId)).map(({ name }) => name) : [],
    };
  },

  async 'POST checkout'(ctx, { body }) {
    const { db, user } = ctx;
    const { affiliateId } = user;
    // Whoever checks out the same basket at the same moment waits here, and then finds it empty.
    const read = await readBasket(ctx, affiliateId, { lock: true });
    const [known] = await sql.findByKey(db, affiliateId, body.key);
    if (known !== undefined) {
      if (!isSame(ctx, known, body)) throw fail('shop.basket_changed', { path: 'key' });
      return { orderId: known.orderId, payUrl: known.state === 'open' ? await openPage(ctx, known) : null };
    }
    assertCanPay(read.shopper);
    assertAddressTexts(ctx, read.shopper, body.address);
    demandSeen(read, body);
    const order = await makeOrder(ctx, read, body);
    await emptyBasket(ctx, affiliateId);
    if (order.method === 'card') return { orderId: order.orderId, payUrl: await openPage(ctx, order) };
    const isPaid = await payOrder(ctx, { affiliateId, orderId: order.orderId }, order.method);
    if (!isPaid) throw new Error(`order ${order.orderId} was made and cannot be paid`);
    return { orderId: order.orderId, payUrl: null };
  },
};

/** What can be done about an order that is not paid yet. */
export const openOrderHandlers: Pick<Handlers<typeof orderCalls>, OpenKeys> = {
  async 'POST orders/{orderId}/pay'(ctx, { params: { orderId } }) {
    const { db, user, now } = ctx;
    assertCanPay(await readShopper(ctx, user.affiliateId));
    const [order] = await sql.findMade(db, user.affiliateId, orderId);
    if (order === undefined) throw fail('shop.no_order');
    if (order.state === 'paid') return { payUrl: null };
    if (order.state === 'cancelled' || order.expiresAt <= now) throw fail('shop.order_over');
    const payUrl = await openPage(ctx, order);
    // A payment is locked before its order, here as where one is settled; meanwhile the order may be over.
    const [still] = await sql.lockMade(db, user.affiliateId, orderId);
    if (still?.state === 'cancelled') throw fail('shop.order_over');
    return { payUrl: still?.state === 'paid' ? null : payUrl };
  },

  async 'POST orders/{orderId}/cancel'(ctx, { params: { orderId } }) {
    const { db, user } = ctx;
    const { affiliateId } = user;
    if ((await sql.findMade(db, affiliateId, orderId)).length === 0) throw fail('shop.no_order');
    await giveUp(ctx, { affiliateId, orderId });
    const [order] = await findOrder(db, affiliateId, orderId);
    // Given up before is given up; what was paid is not.
    if (order?.state !== 'cancelled') throw fail('shop.order_over');
    return viewOrder(ctx, order, true);
  },
};

function methodsOf({ services }: Context, { lines, totalMinor, currency }: Basket, { credit }: Shopper): Method[] {
  if (lines.every(({ problem }) => problem !== null)) return [];
  if (totalMinor === 0) return ['free'];
  const canUseCredit = credit !== null && credit.currency === currency && credit.minor >= totalMinor;
  return [
    ...(canUseCredit ? (['credit'] as const) : []),
    ...(gatewayNameOf(services) !== null ? (['card'] as const) : []),
  ];
}

/** As the profile has it; what it does not have is left to be filled in. */
export function addressOf({ name, address, country }: Shopper, locale: Context['locale']): Checkout['address'] {
  const common = { name, country };
  if (address === null) return { ...common, line1: '', line2: '', city: '', state: '', postalCode: '' };
  const { addressLine1: line1, addressLine2: line2, city, postalCode, state } = describeAddress(address, locale);
  return { ...common, line1, line2, city, state: state ?? '', postalCode };
}

/** A key that comes again asks for the same order, or for something that was never ordered by it. */
function isSame(
  { services }: Context,
  known: sql.MadeOrder,
  { basketVersion, seenTotalMinor, method, address }: Asked,
): boolean {
  const isWanted =
    known.basketVersion === basketVersion && known.totalMinor === seenTotalMinor && known.method === method;
  // Who only looks for it says no address; who says another must not believe that it goes there.
  if (!isWanted || address === null || known.sealedAddress === null) return isWanted;
  return isDeepStrictEqual(readAddress(services.env.SECRET_KEYS, known.sealedAddress), address);
}

const addressTexts = {
  name: 'short',
  line1: 'short',
  line2: 'short',
  city: 'short',
  state: 'short',
  postalCode: 'short',
} as const;

/** Values filled in from the profile stay as stored there; typed ones follow the rule for short texts. */
export function assertAddressTexts({ locale }: Context, shopper: Shopper, address: Asked['address']): void {
  if (address === null) return;
  assertTexts(address, { ...addressOf(shopper, locale) }, addressTexts, (name) => `address.${name}`);
}

/** What is ordered is what was seen, and all of it can be had. */
export function demandSeen(
  { basket, shopper }: ReadBasket,
  { basketVersion, seenTotalMinor, method, address }: Asked,
  // A minor who asks says neither where it goes nor how it is paid.
  { isAsking = false }: { isAsking?: boolean } = {},
): void {
  if (basket.version !== basketVersion) throw fail('shop.basket_changed', { path: 'basketVersion' });
  if (basket.lines.length === 0) throw fail('shop.basket_empty');
  for (const { problem, lineId } of basket.lines)
    if (problem !== null) throw fail(problem, { path: 'lines', message: lineId });
  for (const { problem, code } of basket.codes)
    if (problem !== null) throw fail(problem, { path: 'codes', message: code });
  if (basket.totalMinor !== seenTotalMinor) throw fail('shop.basket_changed', { path: 'seenTotalMinor' });
  if ((basket.totalMinor === 0) !== (method === 'free')) throw failCall('request.invalid', { path: 'method' });
  if (method === 'credit' && shopper.credit === null) throw failCall('request.invalid', { path: 'method' });
  if (!isPosted(basket) || isAsking) return;
  if (address === null) throw fail('shop.address_needed', { path: 'address' });
  // What is to be paid depends on where it goes.
  if (address.country !== shopper.country) throw fail('shop.address_needed', { path: 'address.country' });
}
