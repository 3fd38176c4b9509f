import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
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
import { decrypt } from '#platform/server/crypto/secrets.ts';
import type { Order } from '#features/shop/shared/order-contract.ts';

const shop = await createShopFixture();
const { basket, putInBasket, enterCode, checkout, lookAtCheckout, payAt, order, call, rows, startAnew } = shop;

const pay = (orderId: string, person: Person = diver) =>
  call<{ payUrl: string | null }>(person, 'POST', `orders/${orderId}/pay`);
const cancel = (orderId: string, person: Person = diver) => call<Order>(person, 'POST', `orders/${orderId}/cancel`);
const countOrders = async () => (await rows('select from shop_order')).length;

beforeEach(async () => {
  await startAnew();
  await rows('delete from promotion');
  await rows(`delete from enrollment where affiliate_id = $1 and package_id = 'deep'`, [diver.id]);
  await rows('update person set available_credit_minor = 500000 where affiliate_id = $1', [store.id]);
});

describe('before one pays', () => {
  it('one sees what is to be paid, and where it goes as far as the profile knows', async () => {
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

  it('nothing is asked that is not needed', async () => {
    expect((await lookAtCheckout(diver)).methods).toEqual([]);
    await putInBasket(diver, { productId: productIds.deep });
    expect(await lookAtCheckout(diver)).toMatchObject({ needsAddress: false, address: null });
    await rows(`insert into promotion (code, percent_bp) values ('ALL', 10000)`);
    await enterCode(diver, 'ALL');
    expect((await lookAtCheckout(diver)).methods).toEqual(['free']);
  });

  it('a store sees its credit, and can use it where it is enough', async () => {
    await putInBasket(store, { productId: productIds.deep, quantity: 2 });
    expect(await lookAtCheckout(store)).toMatchObject({
      credit: { minor: 500_000, currency: 'USD' },
      methods: ['credit', 'card'],
    });
    await rows('update person set available_credit_minor = 100 where affiliate_id = $1', [store.id]);
    expect((await lookAtCheckout(store)).methods).toEqual(['card']);
  });
});

describe('an order by card', () => {
  it('is made as the basket was, empties it, and says where to pay', async () => {
    await putInBasket(diver, { productId: productIds.deep });
    await putInBasket(diver, { productId: productIds.mask, quantity: 2 });
    const before = await basket(diver);
    const { body, status } = await checkout(diver, { address: shippingAddress });
    expect(status).toBe(200);
    expect(body.payUrl).toMatch(/^\/pay\/[\w-]{20,}$/);
    const { lines, codes: _codes, version, ...totals } = before;
    const made = await order(diver, body.orderId);
    expect(made).toMatchObject({ state: 'open', method: 'card', address: shippingAddress, ...totals });
    expect(made.lines).toMatchObject(
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
    const day = new Date(made.expiresDate).getTime() - new Date(made.createdDate).getTime();
    expect(day).toBe(24 * 3_600_000);
  });

  it('is given once it is paid', async () => {
    await putInBasket(diver, { productId: productIds.deep });
    const { body } = await checkout(diver);
    expect((await payAt(body.payUrl)).body.state).toBe('paid');
    expect(await order(diver, body.orderId)).toMatchObject({ state: 'paid', lines: [{ state: 'given' }] });
    expect(await pay(body.orderId)).toMatchObject({ status: 200, body: { payUrl: null } });
    expect(await cancel(body.orderId)).toMatchObject({ status: 409, code: 'shop.order_over' });
  });

  it('keeps its address sealed, and none where nothing is sent', async () => {
    const sealedOf = async (orderId: string) =>
      (
        await rows<{ sealed: string | null }>('select sealed_address as sealed from shop_order where order_id = $1', [
          orderId,
        ])
      )[0]?.sealed ?? null;
    await putInBasket(diver, { productId: productIds.mask });
    const sent = await checkout(diver, { address: shippingAddress });
    const sealed = (await sealedOf(sent.body.orderId)) ?? '';
    expect(sealed).not.toContain('Klipp');
    expect(JSON.parse(decrypt(shop.services.env.SECRET_KEYS, 'contact', sealed))).toEqual(shippingAddress);
    await putInBasket(diver, { productId: productIds.deep });
    const learned = await checkout(diver, { address: shippingAddress });
    expect(await sealedOf(learned.body.orderId)).toBeNull();
  });

  it('asked for again with the same key is the same order, at the same moment too', async () => {
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

  it('with a key that was for another basket is refused', async () => {
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

  it('that goes somewhere is not the same when it is to go somewhere else; who looks for it finds it', async () => {
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

  it('of one basket is one, however many check it out at once', async () => {
    await putInBasket(diver, { productId: productIds.deep });
    const { version, totalMinor } = await basket(diver);
    const seen = { basketVersion: version, seenTotalMinor: totalMinor };
    const answers = await Promise.all(Array.from({ length: 20 }, () => checkout(diver, seen)));
    const codes = answers.map(({ code }) => code ?? 'made').toSorted();
    expect(codes).toEqual(['made', ...Array(19).fill('shop.basket_changed')]);
    expect(await countOrders()).toBe(1);
  });
});

describe('a basket that is not what was seen', () => {
  it('is not ordered after another tab has changed it', async () => {
    const { body } = await putInBasket(diver, { productId: productIds.deep });
    await putInBasket(diver, { productId: productIds.logbook });
    const seen = { basketVersion: body.version, seenTotalMinor: body.totalMinor };
    expect(await checkout(diver, seen)).toMatchObject({ status: 409, code: 'shop.basket_changed' });
    expect([await countOrders(), (await basket(diver)).lines.length]).toEqual([0, 2]);
  });

  it('is not ordered at another price', async () => {
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

  it('is not ordered while it is empty, or something in it cannot be had', async () => {
    expect((await checkout(diver)).code).toBe('shop.basket_empty');
    await putInBasket(diver, { productId: productIds.deep });
    await rows(`insert into enrollment (affiliate_id, package_id, source) values ($1, 'deep', 'code')`, [diver.id]);
    expect(await checkout(diver)).toMatchObject({ status: 409, code: 'shop.owned', path: 'lines' });
    expect((await basket(diver)).lines).toHaveLength(1);
  });

  it.each([
    [
      'ends',
      `update promotion set starts_at = now() - interval '2 h', ends_at = now() - interval '1 h'`,
      'shop.code_over',
    ],
    ['is used up', 'update promotion set uses = 1, max_uses = 1', 'shop.code_used'],
    ['is taken away', 'delete from promotion', 'shop.unknown_code'],
  ])('is not ordered when its code %s meanwhile, and nothing is lost', async (_name, change, code) => {
    await rows(`insert into promotion (code, percent_bp) values ('REEF', 1000)`);
    await putInBasket(diver, { productId: productIds.deep });
    const { totalMinor } = (await enterCode(diver, 'REEF')).body;
    await rows(change);
    expect(await checkout(diver, { seenTotalMinor: totalMinor })).toMatchObject({ code, path: 'codes' });
    expect(await countOrders()).toBe(0);
    expect(await basket(diver)).toMatchObject({ lines: [{ productId: productIds.deep }], codes: [{ problem: code }] });
  });
});

describe('what is sent', () => {
  beforeEach(() => putInBasket(diver, { productId: productIds.mask }));

  it('needs an address', async () => {
    expect(await checkout(diver)).toMatchObject({ status: 422, code: 'shop.address_needed', path: 'address' });
    expect(await countOrders()).toBe(0);
  });

  it('goes to the country whose tax is paid', async () => {
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
  ])('goes nowhere with %j', async (address, path) => {
    expect(await checkout(diver, { address })).toMatchObject({ status: 400, path });
  });
});

describe('bad input', () => {
  it.each([
    ['a price of its own', { totalMinor: 1 }, 'totalMinor'],
    ['lines of its own', { lines: [] }, 'lines'],
    ['a total below zero', { seenTotalMinor: -1 }, 'seenTotalMinor'],
    ['no key', { key: 'x' }, 'key'],
    ['a method that is none', { method: 'cash' }, 'method'],
  ])('with %s is refused', async (_name, wrong, path) => {
    await putInBasket(diver, { productId: productIds.deep });
    expect(await checkout(diver, wrong as object)).toMatchObject({ status: 400, code: 'request.invalid', path });
    expect([await countOrders(), (await basket(diver)).lines.length]).toEqual([0, 1]);
  });

  it('cannot make something free, or pay with credit that a diver has not', async () => {
    await putInBasket(diver, { productId: productIds.deep });
    for (const method of ['free', 'credit'] as const)
      expect(await checkout(diver, { method })).toMatchObject({ status: 400, path: 'method' });
    expect(await countOrders()).toBe(0);
  });
});

describe('an order for nothing', () => {
  it('is paid at once', async () => {
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

describe('an order on credit', () => {
  const creditOf = async () =>
    (
      await rows<{ minor: number }>('select available_credit_minor as minor from person where affiliate_id = $1', [
        store.id,
      ])
    )[0]?.minor;

  it('is paid at once, and takes what it costs', async () => {
    await putInBasket(store, { productId: productIds.deep, quantity: 20 });
    const { totalMinor } = await basket(store);
    const { body } = await checkout(store, { method: 'credit' });
    expect(body.payUrl).toBeNull();
    const made = await order(store, body.orderId);
    expect(made).toMatchObject({ state: 'paid', method: 'credit', totalMinor });
    expect(made.lines[0]?.codes).toHaveLength(20);
    expect(await creditOf()).toBe(500_000 - totalMinor);
  });

  it('that it does not cover is refused: nothing is stored, nothing is lost', async () => {
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

describe('an open order', () => {
  it('can be paid by another link', async () => {
    await putInBasket(diver, { productId: productIds.deep });
    const { body } = await checkout(diver);
    const second = await pay(body.orderId);
    expect(second.body.payUrl).not.toBe(body.payUrl);
    expect((await payAt(second.body.payUrl)).body.state).toBe('paid');
    expect(await rows('select from payment where reference @> $1', [{ orderId: body.orderId }])).toHaveLength(1);
  });

  it('cannot be paid by a new link once its day is over', async () => {
    await putInBasket(diver, { productId: productIds.deep });
    const { body } = await checkout(diver);
    await rows('update shop_order set expires_at = now() where order_id = $1', [body.orderId]);
    expect(await pay(body.orderId)).toMatchObject({ status: 409, code: 'shop.order_over' });
  });

  it('can be given up: codes are free again, and everything is back beside what is there by now', async () => {
    await rows(`insert into promotion (code, percent_bp, max_uses) values ('REEF', 1000, 1)`);
    await putInBasket(diver, { productId: productIds.deep });
    await putInBasket(diver, { productId: productIds.mask, quantity: 19 });
    await enterCode(diver, 'REEF');
    const { body } = await checkout(diver, { address: shippingAddress });
    expect(await rows('select uses from promotion')).toEqual([{ uses: 1 }]);
    await putInBasket(diver, { productId: productIds.mask, quantity: 3 });
    const given = await cancel(body.orderId);
    expect(given).toMatchObject({ status: 200, body: { state: 'cancelled', codes: [{ code: 'REEF' }] } });
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

  it('can be given up by who sells courses by now, with what was for oneself and for others', async () => {
    await putInBasket(student, { productId: productIds.deep });
    await putInBasket(student, { productId: productIds.deep, isGift: true, quantity: 2 });
    const become = (type: number) =>
      rows('update person set affiliate_type_id = $2, member_number = $3 where affiliate_id = $1', [
        student.id,
        type,
        type === 2 ? 190_001 : null,
      ]);
    await become(2);
    try {
      const { body } = await checkout(student);
      expect((await cancel(body.orderId, student)).status).toBe(200);
      expect((await basket(student)).lines).toMatchObject([{ productId: productIds.deep, isGift: true, quantity: 3 }]);
    } finally {
      await become(1);
    }
  });

  it('that was given up cannot be paid any more by a link from before', async () => {
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

  it('is either paid or given up, whatever comes first', async () => {
    await putInBasket(diver, { productId: productIds.deep });
    const { body } = await checkout(diver);
    const [paid, given] = await Promise.all([payAt(body.payUrl), cancel(body.orderId), pay(body.orderId)]);
    const { state } = await order(diver, body.orderId);
    expect(given.status).toBe(state === 'paid' ? 409 : 200);
    // Given up before the page was opened, or while it was paid.
    expect(state === 'paid' ? ['paid'] : ['returned', 'payments.none']).toContain(paid.body.state ?? paid.code);
  });

  it('of somebody else is not there', async () => {
    await putInBasket(diver, { productId: productIds.deep });
    const { body } = await checkout(diver);
    for (const person of [student, staff])
      for (const act of [pay, cancel])
        expect(await act(body.orderId, person)).toMatchObject({ status: 404, code: 'shop.no_order' });
    expect((await order(diver, body.orderId)).state).toBe('open');
  });
});
