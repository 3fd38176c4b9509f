import { afterEach, describe, expect, it } from 'vitest';
import { createOrdersFixture } from '#test/support/api/orders-testing.ts';
import { type Person, productIds } from '#test/support/api/shop-testing.ts';
import { paymentPurposes } from '#app/server/payment-purposes.ts';
import { issueECard } from '#features/certifications/server/public.ts';
import { testWebhookModes } from '#features/payments/shared/contract.ts';
import { settlePayment, sendDelayedTestWebhook } from '#features/payments/server/public.ts';
import type { JobContext } from '#platform/server/jobs/jobs.ts';

const shop = await createOrdersFixture();
const {
  services,
  rows,
  newBuyer,
  certify,
  makeOrder,
  buy,
  payAt,
  call,
  reconcile,
  balance,
  booked,
  noticeKindsOf,
  audited,
} = shop;
const deep = { productId: productIds.deep };
const coursesOf = async ({ id }: Person) =>
  (
    await rows<{ package_id: string }>('select package_id from enrollment where affiliate_id = $1 order by 1', [id])
  ).map((row) => row.package_id);
const codesOf = async ({ id }: Person) =>
  rows<{ store_number: number | null; member_number: number | null }>(
    'select store_number, member_number from access_code where holder_affiliate_id = $1',
    [id],
  );

afterEach(() => shop.assertLedgerIsConsistent());

describe('paid orders', () => {
  it('are fulfilled, booked, notified and audited', async () => {
    const buyer = await newBuyer();
    const paid = await buy(buyer, [deep, { productId: productIds.enrichedAir, quantity: 2, isGift: true }]);
    expect(paid).toMatchObject({ state: 'paid', paymentHint: '4242', refundedMinor: 0, refunds: [] });
    expect(paid.lines).toMatchObject([
      { state: 'given', codes: [], path: '/training/course/deep' },
      { state: 'given', codes: [expect.stringMatching(/^[A-Z0-9-]{14}$/), expect.any(String)], path: null },
    ]);
    expect(await coursesOf(buyer)).toEqual(['deep']);
    expect(await codesOf(buyer)).toHaveLength(2);
    const { totalMinor, taxMinor, lines } = paid;
    const net = (at: number) => (lines[at]?.totalMinor ?? 0) - (lines[at]?.taxMinor ?? 0);
    expect(await booked(paid.orderId)).toEqual({
      'order received:order': totalMinor,
      'order sales:specialty': -net(0) - net(1),
      ...(taxMinor > 0 && { 'order tax:US': -taxMinor }),
    });
    expect(await noticeKindsOf(buyer)).toEqual(['shop.order_paid']);
    expect(await audited(buyer)).toEqual(['shop.order_paid']);
  });

  it("are notified with the item names in the reader's list format", async () => {
    const buyer = await newBuyer();
    await rows(`update person set language = 'zh-CN' where affiliate_id = $1`, [buyer.id]);
    const { lines } = await buy(buyer, [deep, { productId: productIds.buoyancy }]);
    const [notification] = await rows<{ message: string }>(
      `select message from notification where affiliate_id = $1 and kind = 'shop.order_paid'`,
      [buyer.id],
    );
    expect(notification?.message).toContain(lines.map(({ name }) => `\u2068${name}\u2069`).join('，'));
  });

  it('are confirmed by email with the items and a link to the receipt', async () => {
    const buyer = await newBuyer();
    const { orderId, number, totalMinor } = await buy(buyer, [deep, { productId: productIds.logbook, quantity: 2 }], {
      address: { name: 'Noa', line1: 'Road 1', city: 'Hilo', country: 'US' },
    });
    const [mail] = await rows<{ subject: string; text: string }>(
      'select subject, text from mail_outbox where to_address = $1',
      [buyer.email],
    );
    expect(mail?.subject).toBe(`Your receipt for order ${number}`);
    expect(mail?.text).toContain(`$${(totalMinor / 100).toFixed(2)}`);
    expect(mail?.text).toMatch(/\n2 × .+: \$/);
    expect(mail?.text).toContain(`/training/shop/orders/${orderId}`);
  });

  it.each(testWebhookModes)('are fulfilled once when the webhook arrives: %s', async (mode) => {
    const buyer = await newBuyer();
    const { orderId, payUrl } = await makeOrder(buyer, [
      deep,
      { productId: productIds.buoyancy, quantity: 3, isGift: true },
    ]);
    await payAt(payUrl, '4242', mode);
    const [payment] = await rows<{ payment_id: string }>('select payment_id from payment where affiliate_id = $1', [
      buyer.id,
    ]);
    const paymentId = payment?.payment_id ?? '';
    // Late webhooks are sent by a job of the test gateway.
    if (mode === 'late')
      for (let time = 0; time < 2; time++)
        await sendDelayedTestWebhook(paymentPurposes).run({ services, now: new Date() } as unknown as JobContext, {
          paymentId,
        });
    expect((await shop.order(buyer, orderId)).state).toBe(mode === 'never' ? 'open' : 'paid');
    await Promise.all([reconcile(), call(buyer, 'POST', `payments/${paymentId}/settle`, {}), reconcile()]);
    expect((await shop.order(buyer, orderId)).state).toBe('paid');
    expect(await coursesOf(buyer)).toEqual(['deep']);
    expect(await codesOf(buyer)).toHaveLength(3);
    expect(await noticeKindsOf(buyer)).toEqual(['shop.order_paid']);
    expect(await audited(buyer)).toEqual(['shop.order_paid']);
  });

  it('are fulfilled once when settled concurrently', async () => {
    const buyer = await newBuyer();
    const { orderId, payUrl } = await makeOrder(buyer, [{ productId: productIds.deep, quantity: 2, isGift: true }]);
    await payAt(payUrl, '4242', 'never');
    const { paymentId } = await shop.order(buyer, orderId);
    const createContext = () => ({ services, now: new Date(), correlationId: 'test' });
    const settled = await Promise.all(
      Array.from({ length: 12 }, () => settlePayment(createContext(), paymentPurposes, paymentId ?? '')),
    );
    expect(settled.map((payment) => payment?.state)).toEqual(Array(12).fill('paid'));
    expect(await codesOf(buyer)).toHaveLength(2);
    expect(await noticeKindsOf(buyer)).toEqual(['shop.order_paid']);
  });

  it("require the card's challenge first", async () => {
    const buyer = await newBuyer();
    const { orderId, payUrl } = await makeOrder(buyer, [deep]);
    expect((await payAt(payUrl, '3220')).body.isChallenged).toBe(true);
    expect((await shop.order(buyer, orderId)).state).toBe('open');
    await call(null, 'POST', `pay/${payUrl?.split('/').at(-1)}/challenge`, { isConfirmed: true });
    expect((await shop.order(buyer, orderId)).state).toBe('paid');
  });

  it('stay open while cards are declined', async () => {
    const buyer = await newBuyer();
    const { orderId, payUrl } = await makeOrder(buyer, [deep]);
    await payAt(payUrl, '0002');
    expect(await shop.order(buyer, orderId)).toMatchObject({ state: 'open', lines: [{ state: 'open', path: null }] });
    expect(await coursesOf(buyer)).toEqual([]);
    await payAt(payUrl, '4242');
    expect((await shop.order(buyer, orderId)).state).toBe('paid');
  });
});

describe('fulfillment', () => {
  it('issues eCards and marks printed cards for shipping', async () => {
    const buyer = await newBuyer();
    const licenseID = await certify(buyer);
    const things = [productIds.openWaterECard, productIds.openWaterCard].map((productId) => ({ productId, licenseID }));
    const paid = await buy(buyer, things, { address: { name: 'N', line1: 'R', city: 'Hilo', country: 'US' } });
    expect(paid.lines).toMatchObject([
      { state: 'given', path: `/certifications/ecard/${licenseID}/10` },
      { state: 'to_post', path: null },
    ]);
    const [card] = await rows('select ecard_source from certification where license_id = $1', [licenseID]);
    expect(card).toEqual({ ecard_source: 'order' });
  });

  it('stores the member or store number of the buyer with the codes', async () => {
    const [pro, store] = [await newBuyer('professional'), await newBuyer('store')];
    await buy(pro, [{ ...deep, isGift: true }]);
    await buy(store, [{ ...deep, isGift: true, quantity: 20 }], { method: 'credit' });
    expect(await codesOf(pro)).toEqual([{ member_number: pro.id, store_number: null }]);
    const codes = await codesOf(store);
    expect(codes).toHaveLength(20);
    expect(codes[0]).toEqual({ member_number: null, store_number: store.id });
  });

  it('refunds lines that are no longer available and fulfills the rest', async () => {
    const buyer = await newBuyer();
    const [owned, hasCard, revoked] = [productIds.deep, await certify(buyer), await certify(buyer, 30)];
    const { orderId, payUrl } = await makeOrder(
      buyer,
      [
        { productId: owned },
        { productId: productIds.openWaterECard, licenseID: hasCard },
        { productId: 1046, licenseID: revoked },
        { productId: productIds.buoyancy },
      ],
      { address: { name: 'N', line1: 'R', city: 'Hilo', country: 'US' } },
    );
    await rows(`insert into enrollment (affiliate_id, package_id, source) values ($1, 'deep', 'code')`, [buyer.id]);
    await rows(`update certification set revoked_at = now(), revoked_reason = 'x' where license_id = $1`, [revoked]);
    await services.database.inTransaction('test', (db) =>
      issueECard(db, { affiliateId: buyer.id, licenseID: hasCard, source: 'course' }),
    );
    await payAt(payUrl);
    const paid = await shop.order(buyer, orderId);
    expect(paid.lines.map(({ state }) => state)).toEqual(['failed', 'failed', 'failed', 'given']);
    const failedMinor = paid.lines.slice(0, 3).reduce((sum, line) => sum + line.totalMinor, 0);
    expect(paid).toMatchObject({
      state: 'paid',
      refundedMinor: failedMinor,
      refunds: [{ amountMinor: failedMinor, state: 'open' }],
    });
    await reconcile();
    expect((await shop.order(buyer, orderId)).refunds[0]?.state).toBe('done');
    expect(await noticeKindsOf(buyer)).toEqual(['shop.order_paid', 'shop.order_refunded']);
    expect(await audited(buyer)).toEqual(['shop.order_paid', 'shop.order_refunded']);
    const [payment] = await rows<{ refunded_minor: number }>(
      'select refunded_minor from payment where affiliate_id = $1',
      [buyer.id],
    );
    expect(Number(payment?.refunded_minor)).toBe(failedMinor);
  });
});

describe('free orders', () => {
  it('are fulfilled immediately without ledger entries', async () => {
    await rows(`insert into promotion (code, percent_bp) values ('ALL-OF-IT', 10000)`);
    const buyer = await newBuyer();
    await shop.putInBasket(buyer, deep);
    await shop.enterCode(buyer, 'ALL-OF-IT');
    const { body } = await shop.checkout(buyer, { method: 'free' });
    expect(body.payUrl).toBeNull();
    const paid = await shop.order(buyer, body.orderId);
    expect(paid).toMatchObject({
      state: 'paid',
      totalMinor: 0,
      codes: [{ code: 'ALL-OF-IT' }],
      lines: [{ state: 'given' }],
    });
    expect(await booked(paid.orderId)).toEqual({});
    expect(await coursesOf(buyer)).toEqual(['deep']);
  });
});

describe('store credit', () => {
  it('pays immediately and is reduced by the total', async () => {
    const store = await newBuyer('store');
    const paid = await buy(store, [{ ...deep, isGift: true, quantity: 3 }], { method: 'credit' });
    expect(paid).toMatchObject({ state: 'paid', method: 'credit', paymentId: null });
    const { body } = await call<{ available: object; entries: object[] }>(store, 'GET', 'credit');
    expect(body.available).toEqual({ minor: 1_000_000 - paid.totalMinor, currency: 'USD' });
    expect(body.entries).toMatchObject([
      { kind: 'order', amountMinor: -paid.totalMinor, orderId: paid.orderId, number: paid.number },
      { kind: 'granted', amountMinor: 1_000_000, orderId: null, number: null },
    ]);
    expect(await balance(`credit:${store.id}`)).toBe(paid.totalMinor - 1_000_000);
  });

  it('never becomes negative, and too little credit orders nothing', async () => {
    const store = await newBuyer('store');
    await rows('update person set available_credit_minor = 100 where affiliate_id = $1', [store.id]);
    await shop.putInBasket(store, { ...deep, isGift: true, quantity: 3 });
    const response = await shop.checkout(store, { method: 'credit' });
    expect([response.status, response.code]).toEqual([409, 'shop.credit_short']);
    expect(await codesOf(store)).toEqual([]);
    expect((await shop.basket(store)).lines).toHaveLength(1);
    expect(await rows('select from shop_order where affiliate_id = $1', [store.id])).toEqual([]);
    await rows('update person set available_credit_minor = 1000000 where affiliate_id = $1', [store.id]);
  });
});

describe('late payments', () => {
  it('are returned when the order was cancelled', async () => {
    const buyer = await newBuyer();
    const { orderId, payUrl } = await makeOrder(buyer, [deep]);
    await payAt(payUrl, '4242', 'never');
    expect((await call(buyer, 'POST', `orders/${orderId}/cancel`, {})).status).toBe(200);
    await reconcile();
    expect(await rows('select state from payment where affiliate_id = $1', [buyer.id])).toEqual([
      { state: 'returned' },
    ]);
    await reconcile(20);
    expect(await rows('select state from payment_refund where affiliate_id = $1', [buyer.id])).toEqual([
      { state: 'done' },
    ]);
    expect(await shop.order(buyer, orderId)).toMatchObject({ state: 'cancelled', refundedMinor: 0 });
    expect(await coursesOf(buyer)).toEqual([]);
    expect((await shop.basket(buyer)).lines).toHaveLength(1);
    expect(await noticeKindsOf(buyer)).toEqual(['shop.order_refunded']);
  });

  it('pay an order that was not cancelled yet', async () => {
    const buyer = await newBuyer();
    const { orderId, payUrl } = await makeOrder(buyer, [deep]);
    await payAt(payUrl, '4242', 'never');
    await shop.expire(48 * 60);
    expect((await shop.order(buyer, orderId)).state).toBe('paid');
    expect(await coursesOf(buyer)).toEqual(['deep']);
  });

  it('are accepted while the payment page is still open', async () => {
    const buyer = await newBuyer();
    const { orderId, payUrl } = await makeOrder(buyer, [deep]);
    await payAt(payUrl, '0002');
    await rows(`update shop_order set expires_at = now() - interval '1 minute' where order_id = $1`, [orderId]);
    await shop.expire(1);
    expect((await shop.order(buyer, orderId)).state).toBe('open');
    await payAt(payUrl, '4242');
    expect((await shop.order(buyer, orderId)).state).toBe('paid');
  });

  it('are returned when the amount differs', async () => {
    const buyer = await newBuyer();
    const { orderId, payUrl } = await makeOrder(buyer, [deep]);
    await rows('update shop_order set total_minor = total_minor + 1 where order_id = $1', [orderId]);
    await payAt(payUrl);
    await reconcile();
    expect(await rows('select state from payment where affiliate_id = $1', [buyer.id])).toEqual([
      { state: 'returned' },
    ]);
    expect(await coursesOf(buyer)).toEqual([]);
  });
});
