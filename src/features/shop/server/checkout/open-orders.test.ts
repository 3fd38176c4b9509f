import { beforeEach, describe, expect, it } from 'vitest';
import { affiliateType } from '#domain/roles.ts';
import {
  diver,
  type Person,
  productIds,
  shippingAddress,
  staff,
  store,
  student,
  createShopFixture,
} from '#test/support/api/shop-testing.ts';
import type { Order } from '#features/shop/shared/order-contract.ts';

const shop = await createShopFixture();
const { basket, putInBasket, enterCode, checkout, payAt, order, call, rows, deleteOrders } = shop;

const pay = (orderId: string, person: Person = diver) =>
  call<{ payUrl: string | null }>(person, 'POST', `orders/${orderId}/pay`);
const cancel = (orderId: string, person: Person = diver) => call<Order>(person, 'POST', `orders/${orderId}/cancel`);

beforeEach(async () => {
  await deleteOrders();
  await rows('delete from promotion');
  await rows(`delete from enrollment where affiliate_id = $1 and package_id = 'deep'`, [diver.id]);
  await rows('update person set available_credit_minor = 500000 where affiliate_id = $1', [store.id]);
});

describe('open orders', () => {
  it('can be paid with another link', async () => {
    await putInBasket(diver, { productId: productIds.deep });
    const { body } = await checkout(diver);
    const second = await pay(body.orderId);
    expect(second.body.payUrl).not.toBe(body.payUrl);
    expect((await payAt(second.body.payUrl)).body.state).toBe('paid');
    expect(await rows('select from payment where reference @> $1', [{ orderId: body.orderId }])).toHaveLength(1);
  });

  it('return 409 for a new link after they expire', async () => {
    await putInBasket(diver, { productId: productIds.deep });
    const { body } = await checkout(diver);
    await rows('update shop_order set expires_at = now() where order_id = $1', [body.orderId]);
    expect(await pay(body.orderId)).toMatchObject({ status: 409, code: 'shop.order_over' });
  });

  it('can be cancelled, which releases the codes and restores the basket', async () => {
    await rows(`insert into promotion (code, percent_bp, max_uses) values ('REEF', 1000, 1)`);
    await putInBasket(diver, { productId: productIds.deep });
    await putInBasket(diver, { productId: productIds.mask, quantity: 19 });
    await enterCode(diver, 'REEF');
    const { body } = await checkout(diver, { address: shippingAddress });
    expect(await rows('select uses from promotion')).toEqual([{ uses: 1 }]);
    await putInBasket(diver, { productId: productIds.mask, quantity: 3 });
    const cancelled = await cancel(body.orderId);
    expect(cancelled).toMatchObject({ status: 200, body: { state: 'cancelled', codes: [{ code: 'REEF' }] } });
    expect(await rows('select uses from promotion')).toEqual([{ uses: 0 }]);
    const back = await basket(diver);
    expect(back.codes).toMatchObject([{ code: 'REEF', problem: null }]);
    expect(back.lines.map(({ productId, quantity }) => [productId, quantity])).toEqual([
      [productIds.mask, 20],
      [productIds.deep, 1],
    ]);
    expect((await cancel(body.orderId)).body.state).toBe('cancelled');
    expect(await basket(diver)).toEqual(back);
    expect(await pay(body.orderId)).toMatchObject({ status: 409, code: 'shop.order_over' });
  });

  it('can be cancelled by someone who has become a professional since', async () => {
    await rows(
      `insert into outside_certification (affiliate_id, agency, level, status, decided_at, equivalent_level_id)
       values ($1, 'Elsewhere', 'Open Water', 'approved', now(), 10)`,
      [student.id],
    );
    await putInBasket(student, { productId: productIds.deep });
    await putInBasket(student, { productId: productIds.deep, isGift: true, quantity: 2 });
    const setTypeSql = 'update person set affiliate_type_id = $2, member_number = $3 where affiliate_id = $1';
    const become = (type: number, memberNumber: number | null) => rows(setTypeSql, [student.id, type, memberNumber]);
    await become(affiliateType.divemaster, 190_001);
    try {
      const { body } = await checkout(student);
      expect((await cancel(body.orderId, student)).status).toBe(200);
      expect((await basket(student)).lines).toMatchObject([{ productId: productIds.deep, isGift: true, quantity: 3 }]);
    } finally {
      await become(affiliateType.diver, null);
    }
  });

  it('cannot be paid with an old link after they are cancelled', async () => {
    await putInBasket(diver, { productId: productIds.deep });
    const { body } = await checkout(diver);
    await cancel(body.orderId);
    const token = body.payUrl?.split('/').at(-1);
    expect((await call<{ state: string }>(null, 'GET', `pay/${token}`)).body.state).toBe('expired');
    expect(await payAt(body.payUrl)).toMatchObject({ status: 404, code: 'payments.none' });
    expect(await call(null, 'POST', `pay/${token}/page`, {})).toMatchObject({ status: 404, code: 'payments.none' });
    expect(await rows('select state from payment where reference @> $1', [{ orderId: body.orderId }])).toEqual([
      { state: 'open' },
    ]);
  });

  it('are either paid or cancelled, whichever comes first', async () => {
    await putInBasket(diver, { productId: productIds.deep });
    const { body } = await checkout(diver);
    const [paid, cancelled] = await Promise.all([payAt(body.payUrl), cancel(body.orderId), pay(body.orderId)]);
    const { state } = await order(diver, body.orderId);
    expect(cancelled.status).toBe(state === 'paid' ? 409 : 200);
    // Cancelled before the page was opened, or while it was being paid.
    expect(state === 'paid' ? ['paid'] : ['returned', 'payments.none']).toContain(paid.body.state ?? paid.code);
  });

  it('return 404 to other people', async () => {
    await putInBasket(diver, { productId: productIds.deep });
    const { body } = await checkout(diver);
    for (const person of [student, staff])
      for (const act of [pay, cancel])
        expect(await act(body.orderId, person)).toMatchObject({ status: 404, code: 'shop.no_order' });
    expect((await order(diver, body.orderId)).state).toBe('open');
  });
});
