import { beforeEach, expect, it } from 'vitest';
import { paymentPurposes } from '#app/server/payment-purposes.ts';
import { diver, productIds, createShopFixture } from '#test/support/api/shop-testing.ts';
import type { JobContext } from '#platform/server/jobs/jobs.ts';
import { expireOrders } from './expire-orders.ts';

const shop = await createShopFixture();
const { basket, putInBasket, enterCode, checkout, payAt, order, call, rows, services } = shop;
const hourMs = 3_600_000;

async function expireIn(hours: number): Promise<unknown[]> {
  const failures: unknown[] = [];
  const log = { error: ({ err }: { err: unknown }) => failures.push(err) };
  const now = new Date(Date.now() + hours * hourMs);
  await expireOrders(paymentPurposes).run(
    { services, database: services.database, now, log } as unknown as JobContext,
    {},
  );
  return failures;
}

beforeEach(async () => {
  await shop.deleteOrders();
  await rows('delete from promotion');
  await rows(`insert into promotion (code, percent_bp, max_uses) values ('REEF', 1000, 1)`);
  await rows(`delete from enrollment where affiliate_id = $1 and package_id = 'deep'`, [diver.id]);
  await putInBasket(diver, { productId: productIds.deep });
  await enterCode(diver, 'REEF');
});

it('cancels an order that was not paid within a day, releases its code and restores the basket', async () => {
  const before = await basket(diver);
  const { body } = await checkout(diver);
  expect(await expireIn(23.9)).toEqual([]);
  expect((await order(diver, body.orderId)).state).toBe('open');
  expect(await expireIn(24.1)).toEqual([]);
  expect((await order(diver, body.orderId)).state).toBe('cancelled');
  const after = await basket(diver);
  expect(after).toMatchObject({ totalMinor: before.totalMinor, codes: before.codes });
  expect(after.lines.map(({ productId }) => productId)).toEqual([productIds.deep]);
  expect(await rows('select uses from promotion')).toEqual([{ uses: 0 }]);
  expect(await expireIn(24.2)).toEqual([]);
  expect(await basket(diver)).toEqual(after);
});

it('pays an order whose webhook never arrived instead of cancelling it', async () => {
  const { body } = await checkout(diver);
  await payAt(body.payUrl, '4242', 'never');
  expect((await order(diver, body.orderId)).state).toBe('open');
  expect(await expireIn(25)).toEqual([]);
  expect(await order(diver, body.orderId)).toMatchObject({ state: 'paid', lines: [{ state: 'given' }] });
  expect((await basket(diver)).lines).toEqual([]);
});

it('leaves the order open while the payment service is unavailable', async () => {
  const { body } = await checkout(diver);
  await payAt(body.payUrl, '4242', 'never');
  await rows('alter table test_gateway_entry rename to away');
  expect(await expireIn(25)).toMatchObject([{ code: 'payments.gateway_down' }]);
  await rows('alter table away rename to test_gateway_entry');
  expect((await order(diver, body.orderId)).state).toBe('open');
  expect(await expireIn(25)).toEqual([]);
  expect((await order(diver, body.orderId)).state).toBe('paid');
});

it('does not change paid or cancelled orders', async () => {
  const paid = await checkout(diver);
  await payAt(paid.body.payUrl);
  await putInBasket(diver, { productId: productIds.buoyancy });
  const cancelled = await checkout(diver);
  await call(diver, 'POST', `orders/${cancelled.body.orderId}/cancel`);
  const before = await basket(diver);
  expect(await expireIn(25)).toEqual([]);
  expect((await order(diver, paid.body.orderId)).state).toBe('paid');
  expect(await basket(diver)).toEqual(before);
});

it('does not create a basket for an erased person', async () => {
  const { body } = await checkout(diver);
  await rows('delete from basket where affiliate_id = $1', [diver.id]);
  expect(await expireIn(25)).toEqual([]);
  expect(await rows('select state from shop_order where order_id = $1', [body.orderId])).toEqual([
    { state: 'cancelled' },
  ]);
  expect(await rows('select from basket where affiliate_id = $1', [diver.id])).toEqual([]);
});
