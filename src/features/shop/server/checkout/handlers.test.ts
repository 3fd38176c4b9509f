import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import {
  diver,
  type Person,
  productIds,
  shippingAddress,
  store,
  createShopFixture,
} from '#test/support/api/shop-testing.ts';
import { decryptOrderAddress } from '#features/shop/server/orders/order-address.ts';

const shop = await createShopFixture();
const { basket, putInBasket, enterCode, checkout, lookAtCheckout, payAt, order, call, rows, deleteOrders } = shop;

const pay = (orderId: string, person: Person = diver) =>
  call<{ payUrl: string | null }>(person, 'POST', `orders/${orderId}/pay`);
const countOrders = async () => (await rows('select from shop_order')).length;

beforeEach(async () => {
  await deleteOrders();
  await rows('delete from promotion');
  await rows(`delete from enrollment where affiliate_id = $1 and package_id = 'deep'`, [diver.id]);
  await rows('update person set available_credit_minor = 500000 where affiliate_id = $1', [store.id]);
});

describe('GET checkout', () => {
  it('returns the total and the address from the profile', async () => {
    await putInBasket(diver, { productId: productIds.mask });
    const seen = await lookAtCheckout(diver);
    expect(seen).toMatchObject({
      needsAddress: true,
      address: { name: 'Maren Lindqvist', country: 'SE' },
      buyer: { name: 'Maren Lindqvist', email: diver.email },
      credit: null,
      methods: ['card'],
    });
    expect(seen.basket).toEqual(await basket(diver));
  });

  it('asks only for what the basket needs', async () => {
    expect((await lookAtCheckout(diver)).methods).toEqual([]);
    await putInBasket(diver, { productId: productIds.deep });
    expect(await lookAtCheckout(diver)).toMatchObject({ needsAddress: false, address: null });
    await rows(`insert into promotion (code, percent_bp) values ('ALL', 10000)`);
    await enterCode(diver, 'ALL');
    expect((await lookAtCheckout(diver)).methods).toEqual(['free']);
  });

  it('offers a store its credit when it covers the total', async () => {
    await putInBasket(store, { productId: productIds.deep, quantity: 2 });
    expect(await lookAtCheckout(store)).toMatchObject({
      credit: { minor: 500_000, currency: 'GBP' },
      methods: ['credit', 'card'],
    });
    await rows('update person set available_credit_minor = 100 where affiliate_id = $1', [store.id]);
    expect((await lookAtCheckout(store)).methods).toEqual(['card']);
  });
});

describe('POST checkout by card', () => {
  it('creates the order from the basket, empties the basket and returns the payment page', async () => {
    await putInBasket(diver, { productId: productIds.deep });
    await putInBasket(diver, { productId: productIds.mask, quantity: 2 });
    const before = await basket(diver);
    const { body, status } = await checkout(diver, { address: shippingAddress });
    expect(status).toBe(200);
    expect(body.payUrl).toMatch(/^\/pay\/[\w-]{20,}$/);
    const { lines, codes: _codes, version, ...totals } = before;
    const created = await order(diver, body.orderId);
    expect(created).toMatchObject({ state: 'open', method: 'card', address: shippingAddress, ...totals });
    expect(created.lines).toMatchObject(
      lines.map(({ lineId, name, quantity, unitMinor, taxMinor, totalMinor }) => ({
        lineId,
        name,
        quantity,
        unitMinor,
        taxMinor,
        totalMinor,
        state: 'open',
      })),
    );
    expect(await basket(diver)).toMatchObject({ lines: [], version: version + 1 });
    const day = new Date(created.expiresDate).getTime() - new Date(created.createdDate).getTime();
    expect(day).toBe(24 * 3_600_000);
  });

  it('fulfills the order once it is paid', async () => {
    await putInBasket(diver, { productId: productIds.deep });
    const { body } = await checkout(diver);
    expect((await payAt(body.payUrl)).body.state).toBe('paid');
    expect(await order(diver, body.orderId)).toMatchObject({ state: 'paid', lines: [{ state: 'given' }] });
    expect(await pay(body.orderId)).toMatchObject({ status: 200, body: { payUrl: null } });
    expect(await call(diver, 'POST', `orders/${body.orderId}/cancel`)).toMatchObject({
      status: 409,
      code: 'shop.order_over',
    });
  });

  it('encrypts the address and stores none when nothing is shipped', async () => {
    const readEncryptedAddress = async (orderId: string) =>
      (
        await rows<{ encrypted: string | null }>(
          'select sealed_address as encrypted from shop_order where order_id = $1',
          [orderId],
        )
      )[0]?.encrypted ?? null;
    await putInBasket(diver, { productId: productIds.mask });
    const sent = await checkout(diver, { address: shippingAddress });
    const encrypted = (await readEncryptedAddress(sent.body.orderId)) ?? '';
    expect(encrypted).not.toContain('Klipp');
    expect(
      decryptOrderAddress(shop.services.env.SECRET_KEYS, {
        affiliateId: diver.id,
        orderId: sent.body.orderId,
        encryptedAddress: encrypted,
      }),
    ).toEqual(shippingAddress);
    await putInBasket(diver, { productId: productIds.deep });
    const learned = await checkout(diver, { address: shippingAddress });
    expect(await readEncryptedAddress(learned.body.orderId)).toBeNull();
  });

  it('returns the same order for a repeated key, also concurrently', async () => {
    await putInBasket(diver, { productId: productIds.deep });
    const { version, totalMinor } = await basket(diver);
    const seen = { key: randomUUID(), basketVersion: version, seenTotalMinor: totalMinor };
    const answers = await Promise.all(Array.from({ length: 10 }, () => checkout(diver, seen)));
    expect(new Set(answers.map(({ body }) => body.orderId)).size).toBe(1);
    const orderId = answers[0]?.body.orderId;
    expect(await countOrders()).toBe(1);
    expect(await rows('select from payment where reference @> $1', [{ orderId }])).toHaveLength(1);
    await payAt(answers[0]?.body.payUrl ?? null);
    expect((await checkout(diver, seen)).body).toEqual({ orderId, payUrl: null });
  });

  it('returns 409 when the key was used for another basket', async () => {
    await putInBasket(diver, { productId: productIds.deep });
    const key = randomUUID();
    await checkout(diver, { key });
    await putInBasket(diver, { productId: productIds.logbook });
    expect(await checkout(diver, { key, address: shippingAddress })).toMatchObject({
      status: 409,
      code: 'shop.basket_changed',
      path: 'key',
    });
    expect((await basket(diver)).lines).toHaveLength(1);
    expect(await countOrders()).toBe(1);
  });

  it('returns 409 when a repeated key has a different address', async () => {
    await putInBasket(diver, { productId: productIds.mask });
    const { version, totalMinor } = await basket(diver);
    const seen = { key: randomUUID(), basketVersion: version, seenTotalMinor: totalMinor };
    const { body } = await checkout(diver, { ...seen, address: shippingAddress });
    const moved = await checkout(diver, { ...seen, address: { ...shippingAddress, line1: 'Klippgången 15' } });
    expect(moved).toMatchObject({ status: 409, code: 'shop.basket_changed', path: 'key' });
    expect((await checkout(diver, { ...seen, address: shippingAddress })).body.orderId).toBe(body.orderId);
    expect((await checkout(diver, seen)).body.orderId).toBe(body.orderId);
    expect((await order(diver, body.orderId)).address).toEqual(shippingAddress);
  });

  it('creates one order when one basket is checked out concurrently', async () => {
    await putInBasket(diver, { productId: productIds.deep });
    const { version, totalMinor } = await basket(diver);
    const seen = { basketVersion: version, seenTotalMinor: totalMinor };
    const answers = await Promise.all(Array.from({ length: 20 }, () => checkout(diver, seen)));
    const codes = answers.map(({ code }) => code ?? 'made').toSorted();
    expect(codes).toEqual(['made', ...Array(19).fill('shop.basket_changed')]);
    expect(await countOrders()).toBe(1);
  });
});

describe('POST checkout with a changed basket', () => {
  it('returns 409 after another tab changed the basket', async () => {
    const { body } = await putInBasket(diver, { productId: productIds.deep });
    await putInBasket(diver, { productId: productIds.logbook });
    const seen = { basketVersion: body.version, seenTotalMinor: body.totalMinor };
    expect(await checkout(diver, seen)).toMatchObject({ status: 409, code: 'shop.basket_changed' });
    expect([await countOrders(), (await basket(diver)).lines.length]).toEqual([0, 2]);
  });

  it('returns 409 when a price has changed', async () => {
    await putInBasket(diver, { productId: productIds.deep });
    const { totalMinor } = await basket(diver);
    const raise = (minor: number) =>
      rows(`update product_price set amount_minor = amount_minor + $1 where product_id = $2 and currency = 'SEK'`, [
        minor,
        productIds.deep,
      ]);
    await raise(500);
    expect((await checkout(diver, { seenTotalMinor: totalMinor })).code).toBe('shop.basket_changed');
    await raise(-500);
    expect((await checkout(diver, { seenTotalMinor: totalMinor - 1 })).code).toBe('shop.basket_changed');
    expect(await countOrders()).toBe(0);
  });

  it('returns 409 when the basket is empty or a line cannot be bought', async () => {
    expect((await checkout(diver)).code).toBe('shop.basket_empty');
    await putInBasket(diver, { productId: productIds.deep });
    await rows(`insert into enrollment (affiliate_id, package_id, source) values ($1, 'deep', 'code')`, [diver.id]);
    expect(await checkout(diver)).toMatchObject({ status: 409, code: 'shop.owned', path: 'lines' });
    expect((await basket(diver)).lines).toHaveLength(1);
  });

  it.each([
    [
      'expired',
      `update promotion set starts_at = now() - interval '2 h', ends_at = now() - interval '1 h'`,
      'shop.code_over',
    ],
    ['was used up', 'update promotion set uses = 1, max_uses = 1', 'shop.code_used'],
    ['was deleted', 'delete from promotion', 'shop.unknown_code'],
  ])('returns an error when the code %s since and keeps the basket', async (_name, change, code) => {
    await rows(`insert into promotion (code, percent_bp) values ('REEF', 1000)`);
    await putInBasket(diver, { productId: productIds.deep });
    const { totalMinor } = (await enterCode(diver, 'REEF')).body;
    await rows(change);
    expect(await checkout(diver, { seenTotalMinor: totalMinor })).toMatchObject({ code, path: 'codes' });
    expect(await countOrders()).toBe(0);
    expect(await basket(diver)).toMatchObject({ lines: [{ productId: productIds.deep }], codes: [{ problem: code }] });
  });
});

describe('POST checkout with shipping', () => {
  beforeEach(() => putInBasket(diver, { productId: productIds.mask }));

  it('returns 422 without an address', async () => {
    expect(await checkout(diver)).toMatchObject({ status: 422, code: 'shop.address_needed', path: 'address' });
    expect(await countOrders()).toBe(0);
  });

  it('requires an address in the country that is taxed', async () => {
    expect(await checkout(diver, { address: { ...shippingAddress, country: 'US' } })).toMatchObject({
      code: 'shop.address_needed',
      path: 'address.country',
    });
  });

  it.each([
    [{ ...shippingAddress, line1: '  ' }, 'address.line1'],
    [{ ...shippingAddress, city: '' }, 'address.city'],
    [{ ...shippingAddress, name: 'x'.repeat(101) }, 'address.name'],
    [{ ...shippingAddress, country: 'Sweden' }, 'address.country'],
  ])('returns 400 for the address %j', async (address, path) => {
    expect(await checkout(diver, { address })).toMatchObject({ status: 400, path });
  });
});

describe('POST checkout with invalid input', () => {
  it.each([
    ['a price of its own', { totalMinor: 1 }, 'totalMinor'],
    ['lines of its own', { lines: [] }, 'lines'],
    ['a total below zero', { seenTotalMinor: -1 }, 'seenTotalMinor'],
    ['no key', { key: 'x' }, 'key'],
    ['a method that is none', { method: 'cash' }, 'method'],
  ])('returns 400 with %s', async (_name, wrong, path) => {
    await putInBasket(diver, { productId: productIds.deep });
    expect(await checkout(diver, wrong as object)).toMatchObject({ status: 400, code: 'request.invalid', path });
    expect([await countOrders(), (await basket(diver)).lines.length]).toEqual([0, 1]);
  });

  it('rejects a free or credit payment the buyer is not entitled to', async () => {
    await putInBasket(diver, { productId: productIds.deep });
    for (const method of ['free', 'credit'] as const)
      expect(await checkout(diver, { method })).toMatchObject({ status: 400, path: 'method' });
    expect(await countOrders()).toBe(0);
  });
});

describe('POST checkout with a free order', () => {
  it('marks the order as paid immediately', async () => {
    await rows(`insert into promotion (code, percent_bp) values ('ALL', 10000)`);
    await putInBasket(diver, { productId: productIds.deep });
    await enterCode(diver, 'ALL');
    expect(await checkout(diver)).toMatchObject({ status: 400, path: 'method' });
    const { body } = await checkout(diver, { method: 'free' });
    expect(body.payUrl).toBeNull();
    expect(await order(diver, body.orderId)).toMatchObject({ state: 'paid', method: 'free', totalMinor: 0 });
    expect(await rows('select from ledger_transaction where reference = $1', [body.orderId])).toEqual([]);
  });
});

describe('POST checkout on credit', () => {
  const creditOf = async () =>
    (
      await rows<{ minor: number }>('select available_credit_minor as minor from person where affiliate_id = $1', [
        store.id,
      ])
    )[0]?.minor;

  it('marks the order as paid immediately and deducts the credit', async () => {
    await putInBasket(store, { productId: productIds.deep, quantity: 20 });
    const { totalMinor } = await basket(store);
    const { body } = await checkout(store, { method: 'credit' });
    expect(body.payUrl).toBeNull();
    const paid = await order(store, body.orderId);
    expect(paid).toMatchObject({ state: 'paid', method: 'credit', totalMinor });
    expect(paid.lines[0]?.codes).toHaveLength(20);
    expect(await creditOf()).toBe(500_000 - totalMinor);
  });

  it('returns 409 when the credit is too low and stores nothing', async () => {
    await rows('update person set available_credit_minor = 100 where affiliate_id = $1', [store.id]);
    await rows(`insert into promotion (code, percent_bp, max_uses) values ('REEF', 1000, 1)`);
    await putInBasket(store, { productId: productIds.deep, quantity: 2 });
    await enterCode(store, 'REEF');
    const before = await basket(store);
    expect(await checkout(store, { method: 'credit' })).toMatchObject({ status: 409, code: 'shop.credit_short' });
    expect([await countOrders(), await creditOf()]).toEqual([0, 100]);
    expect(await basket(store)).toEqual(before);
    expect(await rows('select uses from promotion')).toEqual([{ uses: 0 }]);
  });
});
