import { randomUUID } from 'node:crypto';
import { afterEach, describe, expect, it } from 'vitest';
import { createOrdersFixture } from '#test/support/api/orders-testing.ts';
import { diver, instructor, type Person, productIds, staff, store } from '#test/support/api/shop-testing.ts';
import type { Order, OrderSummary } from '#features/shop/shared/order-contract.ts';

const shop = await createOrdersFixture();
const {
  rows,
  call,
  request,
  newBuyer,
  certify,
  buy,
  makeOrder,
  order,
  reconcile,
  balance,
  booked,
  noticeKindsOf,
  audited,
  assertLedgerIsConsistent,
  refund,
  whole,
} = shop;
const deep = { productId: productIds.deep };
const address = { name: 'Noa', line1: 'Reef Road 1', city: 'Hilo', country: 'US' };
type Listed = OrderSummary & { affiliateId: number; buyer: string };
const search = async (query: string) =>
  (await call<{ items: Listed[]; total: number }>(staff, 'GET', `desk/orders?${query}`)).body;
const isLearning = async ({ id }: Person) =>
  (await rows('select from enrollment where affiliate_id = $1', [id])).length > 0;

afterEach(async () => {
  await reconcile();
  await assertLedgerIsConsistent();
});

describe('shop desk', () => {
  it('returns 403 to everyone but staff', async () => {
    const { orderId, lines } = await buy(await newBuyer(), [{ productId: productIds.mask }], { address });
    const lineId = lines[0]?.lineId;
    for (const [person, status] of [
      [null, 401],
      [diver, 403],
      [instructor, 403],
      [store, 403],
    ] as const) {
      const responses = [
        await call(person, 'GET', 'desk/orders'),
        await call(person, 'GET', `desk/orders/${orderId}`),
        await call(person, 'POST', `desk/orders/${orderId}/refund`, {
          key: randomUUID(),
          lines: [{ lineId, amountMinor: 1 }],
          reason: 'x',
        }),
        await call(person, 'POST', `desk/orders/${orderId}/return`, {}),
        await call(person, 'POST', `desk/orders/${orderId}/lines/${lineId}/posted`, {}),
      ];
      expect(responses.map((answer) => answer.status)).toEqual(Array(5).fill(status));
    }
  });

  it('finds orders by number, name and email', async () => {
    const buyer = await newBuyer();
    await rows(`update person set given_name = 'Percival_%', family_name = 'Quoit' where affiliate_id = $1`, [
      buyer.id,
    ]);
    const { orderId, number } = await buy(buyer, [deep]);
    for (const typed of [String(number), `#${number}`, 'percival_%', 'QUOIT', 'val_% quo', buyer.email.toUpperCase()])
      expect((await search(`search=${encodeURIComponent(typed)}`)).items, typed).toMatchObject([
        { orderId, number, affiliateId: buyer.id, buyer: 'Percival_% Quoit' },
      ]);
    expect(await search('search=Percival_x')).toEqual({ items: [], total: 0, hasMoreMatches: false });
    expect(await search('search=%25')).toEqual({ items: [], total: 0, hasMoreMatches: false });
    expect((await search('')).items[0]?.orderId).toBe(orderId);
  });

  it('records whose orders were listed in the audit log, once an hour', async () => {
    const buyer = await newBuyer();
    await buy(buyer, [deep]);
    const seen = () =>
      rows(
        `select from audit_entry where action = 'order.queue_read' and data -> 'affiliateIds' @> to_jsonb($1::int)`,
        [buyer.id],
      );
    await search('search=Percival_x');
    expect(await seen()).toHaveLength(0);
    await search(`search=${buyer.email}`);
    await search('');
    expect(await seen()).toHaveLength(1);
  });

  it('filters orders to ship and refunded orders', async () => {
    const buyer = await newBuyer();
    const sent = await buy(buyer, [{ productId: productIds.mask }], { address });
    const returned = await buy(buyer, [deep]);
    await refund(returned.orderId, whole(returned, 0));
    const numbers = async (show: string) =>
      (await search(`show=${show}&search=${buyer.email}`)).items.map((one) => one.number);
    expect(await numbers('to_post')).toEqual([sent.number]);
    expect(await numbers('refunded')).toEqual([returned.number]);
    expect(await numbers('all')).toEqual([returned.number, sent.number]);
  });

  it('returns an order with its buyer but without codes, and records the access', async () => {
    const buyer = await newBuyer();
    const { orderId } = await buy(buyer, [{ ...deep, isGift: true, quantity: 2 }]);
    const { body } = await call<Order & { buyer: string; email: string }>(staff, 'GET', `desk/orders/${orderId}`);
    expect(JSON.stringify(body)).not.toMatch(/takenCodes|encrypted/i);
    expect(body).toMatchObject({
      buyer: 'Noa Berg',
      email: buyer.email,
      affiliateId: buyer.id,
      lines: [{ codes: [] }],
    });
    expect(await audited(buyer)).toEqual(['shop.order_paid', 'shop.order.read']);
    expect((await call(staff, 'GET', `desk/orders/${randomUUID()}`)).code).toBe('shop.no_order');
  });

  it('marks a line as posted only once', async () => {
    const buyer = await newBuyer();
    const { orderId, lines } = await buy(buyer, [{ productId: productIds.mask }, deep], { address });
    const post = (at: number) =>
      call<Order>(staff, 'POST', `desk/orders/${orderId}/lines/${lines[at]?.lineId}/posted`, {});
    const [first, repeated] = [await post(0), await post(0)];
    expect([first.body.lines[0]?.state, repeated.body.lines[0]?.state]).toEqual(['posted', 'posted']);
    expect(await noticeKindsOf(buyer)).toEqual(['shop.order_paid', 'shop.order_posted']);
    expect(await audited(buyer)).toEqual(['shop.order_paid', 'shop.order_posted']);
    expect((await post(1)).code).toBe('shop.not_to_post');
    expect((await call(staff, 'POST', `desk/orders/${orderId}/lines/${randomUUID()}/posted`, {})).status).toBe(404);
  });
});

describe('POST desk/orders/{orderId}/refund', () => {
  it('refunds part of a line with its share of the tax without revoking the purchase', async () => {
    const buyer = await newBuyer('diver', 'DE');
    const paid = await buy(buyer, [deep]);
    const [line] = paid.lines;
    const amounts = [1, 333, (line?.totalMinor ?? 0) - 334];
    const refundIds: string[] = [];
    for (const amountMinor of amounts.slice(0, 2)) {
      const { body } = await refund(paid.orderId, [{ lineId: line?.lineId, amountMinor }]);
      refundIds.push(body.refunds.at(-1)?.refundId ?? '');
    }
    expect(await isLearning(buyer)).toBe(true);
    const last = await refund(paid.orderId, [{ lineId: line?.lineId, amountMinor: amounts[2] }]);
    refundIds.push(last.body.refunds.at(-1)?.refundId ?? '');
    expect(last.body).toMatchObject({
      refundedMinor: paid.totalMinor,
      lines: [{ refundedMinor: line?.totalMinor, state: 'taken_back' }],
    });
    expect(await isLearning(buyer)).toBe(false);
    await reconcile();
    const taxes = await Promise.all(refundIds.map(async (id) => (await booked(id))['order.refund tax:DE'] ?? 0));
    expect(taxes.reduce((sum, tax) => sum + tax, 0)).toBe(line?.taxMinor);
    expect((await order(buyer, paid.orderId)).refunds.map(({ state }) => state)).toEqual(['done', 'done', 'done']);
    expect(await noticeKindsOf(buyer)).toEqual(['shop.order_paid', ...Array(3).fill('shop.order_refunded')]);
  });

  it('refunds once when the request is repeated', async () => {
    const buyer = await newBuyer();
    const paid = await buy(buyer, [deep]);
    const [line] = paid.lines;
    const key = randomUUID();
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => refund(paid.orderId, [{ lineId: line?.lineId, amountMinor: 100 }], key)),
    );
    expect(answers.map(({ body }) => body.refundedMinor)).toEqual([100, 100, 100, 100, 100]);
    expect(await rows('select from payment_refund where affiliate_id = $1', [buyer.id])).toHaveLength(1);
  });

  it('returns 409 when the key was used for another refund', async () => {
    const buyer = await newBuyer();
    const paid = await buy(buyer, [deep]);
    const [line] = paid.lines;
    const key = randomUUID();
    await refund(paid.orderId, [{ lineId: line?.lineId, amountMinor: 100 }], key);
    const other = await refund(paid.orderId, [{ lineId: line?.lineId, amountMinor: 200 }], key);
    expect([other.status, other.code, other.path]).toEqual([409, 'payments.changed', 'key']);
    expect((await order(buyer, paid.orderId)).refundedMinor).toBe(100);
  });

  it('refunds an erased person without sending a notification', async () => {
    const buyer = await newBuyer();
    const paid = await buy(buyer, [deep]);
    await rows(`update person set sub = 'erased:' || sub, email = null where affiliate_id = $1`, [buyer.id]);
    await rows('delete from notification where affiliate_id = $1', [buyer.id]);
    expect((await refund(paid.orderId, whole(paid, 0))).status).toBe(200);
    expect(await noticeKindsOf(buyer)).toEqual([]);
  });

  it('never refunds more than was paid, also concurrently', async () => {
    const buyer = await newBuyer();
    const paid = await buy(buyer, [deep, { productId: productIds.buoyancy }]);
    const [line] = paid.lines;
    const amountMinor = line?.totalMinor ?? 0;
    const tooMuch = await refund(paid.orderId, [{ lineId: line?.lineId, amountMinor: amountMinor + 1 }]);
    expect([tooMuch.status, tooMuch.code, tooMuch.path]).toEqual([422, 'shop.refund_too_much', 'lines.0.amountMinor']);
    const doubled = await refund(paid.orderId, [...whole(paid, 0), { lineId: line?.lineId, amountMinor: 1 }]);
    expect(doubled.code).toBe('shop.refund_too_much');
    const both = await Promise.all([refund(paid.orderId, whole(paid, 0)), refund(paid.orderId, whole(paid, 0))]);
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 422]);
    expect((await order(buyer, paid.orderId)).refundedMinor).toBe(amountMinor);
    expect((await refund(paid.orderId, [{ lineId: randomUUID(), amountMinor: 1 }])).status).toBe(404);
  });

  it.each([
    [[], 'x'],
    [[0], 'x'],
    [[-5], 'x'],
    [[1.5], 'x'],
    [[1], ' '],
    [[1], 'x'.repeat(501)],
  ])('of %j with the reason “%s” returns 400', async (amounts, reason) => {
    const lines = amounts.map((amountMinor) => ({ lineId: randomUUID(), amountMinor }));
    expect((await refund(randomUUID(), lines, randomUUID(), reason)).status).toBe(400);
  });

  it('returns an error for unpaid and unknown orders', async () => {
    const buyer = await newBuyer();
    const { orderId } = await makeOrder(buyer, [deep]);
    expect((await refund(orderId, whole(await order(buyer, orderId), 0))).code).toBe('shop.not_paid');
    expect((await refund(randomUUID(), [{ lineId: randomUUID(), amountMinor: 1 }])).code).toBe('shop.no_order');
  });

  it('revokes lines to ship, but not an eCard or a completed course', async () => {
    const buyer = await newBuyer();
    const licenseID = await certify(buyer);
    const things = [{ productId: productIds.mask }, { productId: productIds.openWaterECard, licenseID }, deep];
    const paid = await buy(buyer, things, { address });
    await rows('update enrollment set completed_at = now() where affiliate_id = $1', [buyer.id]);
    const { body } = await refund(paid.orderId, whole(paid, 0, 1, 2));
    expect(body.lines.map(({ state }) => state)).toEqual(['taken_back', 'given', 'given']);
    expect(body.refundedMinor).toBe(paid.totalMinor);
    expect(
      await rows('select from certification where license_id = $1 and ecard_at is not null', [licenseID]),
    ).toHaveLength(1);
  });

  it('revokes the codes that were not redeemed', async () => {
    const [buyer, learner] = [await newBuyer(), await newBuyer()];
    const paid = await buy(buyer, [{ ...deep, isGift: true, quantity: 3 }]);
    const [first, second] = paid.lines[0]?.codes ?? [];
    await request(learner.email, 'POST', `/api/certifications/codes/${first}/redeem`, {});
    await refund(paid.orderId, whole(paid, 0));
    expect((await order(buyer, paid.orderId)).lines[0]).toMatchObject({ state: 'given', codes: [first] });
    const late = await request((await newBuyer()).email, 'POST', `/api/certifications/codes/${second}/redeem`, {});
    expect(late.json().errors[0].code).toBe('226');
  });

  it('returns credit to the store', async () => {
    const buyer = await newBuyer('store');
    const paid = await buy(buyer, [{ ...deep, isGift: true, quantity: 2 }], { method: 'credit' });
    const { body } = await refund(paid.orderId, whole(paid, 0));
    expect(body.refunds).toMatchObject([{ amountMinor: paid.totalMinor, state: 'done', reason: 'Bought by mistake.' }]);
    expect(await balance(`credit:${buyer.id}`)).toBe(-1_000_000);
    const { body: credit } = await call<{ available: object; entries: object[] }>(buyer, 'GET', 'credit');
    expect(credit.available).toEqual({ minor: 1_000_000, currency: 'USD' });
    expect(credit.entries[0]).toMatchObject({ kind: 'refund', amountMinor: paid.totalMinor, orderId: paid.orderId });
  });

  it('notifies the buyer only after the money was sent', async () => {
    const buyer = await newBuyer();
    const paid = await buy(buyer, [deep, { productId: productIds.buoyancy }]);
    await refund(paid.orderId, whole(paid, 0));
    expect(await noticeKindsOf(buyer)).toEqual(['shop.order_paid']);
    await reconcile();
    expect(await noticeKindsOf(buyer)).toEqual(['shop.order_paid', 'shop.order_refunded']);
    const [notification] = await rows<{ values: object }>(
      `select values from notification where affiliate_id = $1 and kind = 'shop.order_refunded'`,
      [buyer.id],
    );
    expect(notification?.values).toMatchObject({
      items: [paid.lines[0]?.name],
      reason: 'Bought by mistake.',
      method: 'card',
    });
  });
});
