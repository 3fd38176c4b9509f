import { isDeepStrictEqual } from 'node:util';
import type { Handlers } from '#platform/server/http/endpoints.ts';
import type { Context } from '#platform/server/http/context.ts';
import { fail as failCall } from '#platform/shared/errors.ts';
import { assertTextRules } from '#platform/shared/text-schemas.ts';
import { describeAddress } from '#features/account/server/public.ts';
import { assertCanPay, getGatewayName } from '#features/payments/server/public.ts';
import {
  type Basket,
  type Checkout,
  fail,
  type OrderRequest,
  type shopEndpoints,
} from '#features/shop/shared/contract.ts';
import type { orderEndpoints } from '#features/shop/shared/order-contract.ts';
import { type PricedBasket, readBasket } from '#features/shop/server/basket/price-basket.ts';
import { cancelOrder } from '#features/shop/server/orders/cancel-order.ts';
import { clearBasket, needsShipping, createOrder, openOrderPayment } from './create-order.ts';
import { decryptOrderAddress } from '#features/shop/server/orders/order-address.ts';
import { viewOrder } from '#features/shop/server/orders/order-view.ts';
import * as queries from '#features/shop/server/orders/queries.ts';
import { payOrder } from '#features/shop/server/orders/pay-order.ts';
import { listGuardians } from '#features/shop/server/payment-requests/queries.ts';
import { readShopper, type Shopper } from '#features/shop/server/shopper.ts';

type CheckoutKeys = 'GET checkout' | 'POST checkout';
type OpenOrderKeys = 'POST orders/{orderId}/pay' | 'POST orders/{orderId}/cancel';

type Method = Checkout['methods'][number];

export const checkoutHandlers: Pick<Handlers<typeof shopEndpoints>, CheckoutKeys> = {
  async 'GET checkout'(ctx) {
    const { basket, shopper } = await readBasket(ctx, ctx.user.affiliateId);
    const needsAddress = needsShipping(basket);
    return {
      basket,
      buyer: { name: shopper.name, email: shopper.email },
      address: needsAddress ? toCheckoutAddress(shopper, ctx.locale) : null,
      needsAddress,
      credit: shopper.credit,
      methods: listPaymentMethods(ctx, basket, shopper),
      isMinor: shopper.isMinor,
      needsBirthdate: shopper.needsBirthdate,
      guardians: shopper.isMinor
        ? (await listGuardians(ctx.db, { affiliateId: ctx.user.affiliateId })).map(({ name }) => name)
        : [],
    };
  },

  async 'POST checkout'(ctx, { body }) {
    const { db, user } = ctx;
    const { affiliateId } = user;
    // The lock makes concurrent checkouts of the same basket run one after the other; the second finds it empty.
    const read = await readBasket(ctx, affiliateId, { lock: true });
    const known = await queries.findOrderByKey.first(db, { affiliateId, key: body.key });
    if (known !== undefined) {
      if (!isSameOrder(ctx, known, body)) throw fail('shop.basket_changed', { path: 'key' });
      return { orderId: known.orderId, payUrl: known.state === 'open' ? await openOrderPayment(ctx, known) : null };
    }
    assertCanPay(read.shopper);
    assertAddressTexts(ctx, read.shopper, body.address);
    assertCanOrder(read, body);
    const order = await createOrder(ctx, read, body);
    await clearBasket(ctx, affiliateId);
    if (order.method === 'card') return { orderId: order.orderId, payUrl: await openOrderPayment(ctx, order) };
    const isPaid = await payOrder(ctx, { affiliateId, orderId: order.orderId }, order.method);
    if (!isPaid) throw new Error(`payment of order ${order.orderId} failed`);
    return { orderId: order.orderId, payUrl: null };
  },
};

export const openOrderHandlers: Pick<Handlers<typeof orderEndpoints>, OpenOrderKeys> = {
  async 'POST orders/{orderId}/pay'(ctx, { params: { orderId } }) {
    const { db, user, now } = ctx;
    const { affiliateId } = user;
    assertCanPay(await readShopper(ctx, affiliateId));
    const order = await queries.findOrder.first(db, { affiliateId, orderId });
    if (order === undefined) throw fail('shop.no_order');
    if (order.state === 'paid') return { payUrl: null };
    if (order.state === 'cancelled' || order.expiresDate <= now.toISOString()) throw fail('shop.order_over');
    const payUrl = await openOrderPayment(ctx, order);
    // The payment is locked before its order, as in settlement, to avoid deadlocks. The order may have changed in
    // between.
    const still = await queries.lockOrder.first(db, { affiliateId, orderId });
    if (still?.state === 'cancelled') throw fail('shop.order_over');
    return { payUrl: still?.state === 'paid' ? null : payUrl };
  },

  async 'POST orders/{orderId}/cancel'(ctx, { params: { orderId } }) {
    const { db, user } = ctx;
    const { affiliateId } = user;
    if ((await queries.findOrder.first(db, { affiliateId, orderId })) === undefined) throw fail('shop.no_order');
    await cancelOrder(ctx, { affiliateId, orderId });
    const order = await queries.findOrder.first(db, { affiliateId, orderId });
    // Cancelling twice succeeds; cancelling a paid order fails.
    if (order?.state !== 'cancelled') throw fail('shop.order_over');
    return viewOrder(ctx, order, true);
  },
};

function listPaymentMethods(
  { services }: Context,
  { lines, totalMinor, currency }: Basket,
  { credit }: Shopper,
): Method[] {
  if (lines.every(({ problem }) => problem !== null)) return [];
  if (totalMinor === 0) return ['free'];
  const canUseCredit = credit !== null && credit.currency === currency && credit.minor >= totalMinor;
  return [
    ...(canUseCredit ? (['credit'] as const) : []),
    ...(getGatewayName(services) !== null ? (['card'] as const) : []),
  ];
}

/** The address from the profile; missing fields are empty. */
export function toCheckoutAddress({ name, address, country }: Shopper, locale: Context['locale']): Checkout['address'] {
  const common = { name, country };
  if (address === null) return { ...common, line1: '', line2: '', city: '', state: '', postalCode: '' };
  const { addressLine1: line1, addressLine2: line2, city, postalCode, state } = describeAddress(address, locale);
  return { ...common, line1, line2, city, state: state ?? '', postalCode };
}

/** A repeated key must come with the same order, or the client would mistake an old order for a new one. */
function isSameOrder(
  { services }: Context,
  known: queries.OrderRow,
  { basketVersion, seenTotalMinor, method, address }: OrderRequest,
): boolean {
  const isSame =
    known.basketVersion === basketVersion && known.totalMinor === seenTotalMinor && known.method === method;
  // A client that only looks up its order sends no address. One that sends a different address must not assume it was
  // applied.
  if (!isSame || address === null || known.encryptedAddress === null) return isSame;
  return isDeepStrictEqual(decryptOrderAddress(services.env.SECRET_KEYS, known), address);
}

const addressTextRules = {
  name: 'name',
  line1: 'short',
  line2: 'short',
  city: 'short',
  state: 'short',
  postalCode: 'short',
} as const;

/** Values filled in from the profile stay as stored there; typed ones follow the rule for short texts. */
export function assertAddressTexts({ locale }: Context, shopper: Shopper, address: OrderRequest['address']): void {
  if (address === null) return;
  assertTextRules(address, { ...toCheckoutAddress(shopper, locale) }, addressTextRules, (name) => `address.${name}`);
}

/** The order must match what the buyer saw, and every line must be available. */
export function assertCanOrder(
  { basket, shopper }: PricedBasket,
  { basketVersion, seenTotalMinor, method, address }: OrderRequest,
  // A minor's request has neither an address nor a payment method.
  { isPaymentRequest = false }: { isPaymentRequest?: boolean } = {},
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
  if (!needsShipping(basket) || isPaymentRequest) return;
  if (address === null) throw fail('shop.address_needed', { path: 'address' });
  // The tax depends on the destination country.
  if (address.country !== shopper.country) throw fail('shop.address_needed', { path: 'address.country' });
}
