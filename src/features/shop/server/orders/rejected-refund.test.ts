import { randomUUID } from 'node:crypto';
import { afterEach, describe, expect, it } from 'vitest';
import { createOrdersFixture } from '#test/support/api/orders-testing.ts';
import { type Person, productIds, staff } from '#test/support/api/shop-testing.ts';
import { paymentPurposes } from '#app/server/payment-purposes.ts';
import type { JobContext } from '#platform/server/jobs/jobs.ts';
import { sendRefund } from '#features/payments/server/public.ts';
import type { Order } from '#features/shop/shared/order-contract.ts';

const shop = await createOrdersFixture();
const { services, rows, call, request, newBuyer, buy, makeOrder, order, reconcile, booked, noticeKindsOf, audited } =
  shop;
const { refund, whole, assertLedgerIsConsistent } = shop;
const deep = { productId: productIds.deep };
const address = { name: 'Noa', line1: 'Reef Road 1', city: 'Hilo', country: 'US' };

afterEach(async () => {
  await reconcile();
  await assertLedgerIsConsistent();
});

describe('rejected refunds', () => {
  /** Simulates a full refund made by hand at the payment service. */
  const returnByHand = ({ id }: Person) =>
    rows(
      `insert into test_gateway_entry (key, kind, amount_minor, currency, state, of_key)
       select 'by hand ' || page_id, 'refund', amount_minor, currency, 'done', page_id from payment
       where affiliate_id = $1`,
      [id],
    );
  const forgetHands = () => rows(`delete from test_gateway_entry where key like 'by hand%'`);
  const noticesOf = async (orderId: string) =>
    (
      await rows<{ kind: string; values: { isTheirs?: string } }>(
        `select distinct kind, values - 'amount' as values from notification
         where kind like 'payments.%' and url in ($1, $2) order by kind`,
        [`/training/shop/orders/${orderId}`, `/desk/orders/${orderId}`],
      )
    ).map(({ kind, values }) => [kind, values.isTheirs]);

  it('restore the purchase, notify the buyer and the desk, and can be retried', async () => {
    const buyer = await newBuyer();
    const paid = await buy(buyer, [deep, { productId: productIds.mask }], { address });
    await rows('update enrollment set seconds_spent = 77 where affiliate_id = $1', [buyer.id]);
    await returnByHand(buyer);
    const { body } = await refund(paid.orderId, whole(paid, 0, 1));
    expect(body.lines.map(({ state }) => state)).toEqual(['taken_back', 'taken_back']);
    await reconcile();
    expect(await order(buyer, paid.orderId)).toMatchObject({
      refundedMinor: 0,
      refunds: [{ state: 'refused' }],
      lines: [
        { refundedMinor: 0, state: 'given' },
        { refundedMinor: 0, state: 'to_post' },
      ],
    });
    expect(await rows('select seconds_spent from enrollment where affiliate_id = $1', [buyer.id])).toEqual([
      { seconds_spent: 77 },
    ]);
    expect(await noticeKindsOf(buyer)).toEqual(['shop.order_paid']);
    expect(await noticesOf(paid.orderId)).toEqual([
      ['payments.not_returned', 'yes'],
      ['payments.return_refused', undefined],
    ]);
    await forgetHands();
    expect((await refund(paid.orderId, whole(paid, 0, 1))).status).toBe(200);
    await reconcile();
    expect(await order(buyer, paid.orderId)).toMatchObject({
      refundedMinor: paid.totalMinor,
      refunds: [{ state: 'refused' }, { state: 'done' }],
      lines: [{ state: 'taken_back' }, { state: 'taken_back' }],
    });
    expect(await noticeKindsOf(buyer)).toEqual(['shop.order_paid', 'shop.order_refunded']);
  });

  it('restore revoked codes', async () => {
    const [buyer, learner, late] = [await newBuyer(), await newBuyer(), await newBuyer()];
    const redeem = ({ email }: Person, code: string | undefined) =>
      request(email, 'POST', `/api/certifications/codes/${code}/redeem`, {});
    const paid = await buy(buyer, [{ ...deep, isGift: true, quantity: 3 }]);
    const [first, second] = paid.lines[0]?.codes ?? [];
    await redeem(learner, first);
    await returnByHand(buyer);
    await refund(paid.orderId, whole(paid, 0));
    expect((await redeem(late, second)).json().errors[0].code).toBe('226');
    await reconcile();
    const [line] = (await order(buyer, paid.orderId)).lines;
    expect(line?.codes.toSorted()).toEqual(paid.lines[0]?.codes.toSorted());
    expect((await redeem(late, second)).statusCode).toBe(200);
    await forgetHands();
  });

  it('are booked back when a bank returns a completed refund', async () => {
    const buyer = await newBuyer('diver', 'DE');
    const paid = await buy(buyer, [deep]);
    const { body } = await refund(paid.orderId, whole(paid, 0));
    const refundId = body.refunds[0]?.refundId ?? '';
    await reconcile();
    expect(await noticeKindsOf(buyer)).toEqual(['shop.order_paid', 'shop.order_refunded']);
    await rows(`update test_gateway_entry set state = 'refused' where key = $1`, [refundId]);
    await sendRefund(paymentPurposes).run({ services, now: new Date() } as unknown as JobContext, { refundId });
    expect(await order(buyer, paid.orderId)).toMatchObject({
      refundedMinor: 0,
      refunds: [{ state: 'refused' }],
      lines: [{ state: 'given' }],
    });
    const { totalMinor, taxMinor } = paid;
    expect(await booked(refundId)).toMatchObject({
      'order.refund received:order': -totalMinor,
      'order.refund.failed received:order': totalMinor,
      'order.refund.failed tax:DE': -taxMinor,
      'refund.failed gateway': totalMinor,
    });
    expect((await noticesOf(paid.orderId))[0]).toEqual(['payments.not_returned', 'yes']);
  });

  it('do not restore a course that was bought again', async () => {
    const buyer = await newBuyer();
    const paid = await buy(buyer, [deep]);
    await returnByHand(buyer);
    await refund(paid.orderId, whole(paid, 0));
    const second = await buy(buyer, [deep]);
    await reconcile();
    expect((await order(buyer, paid.orderId)).lines[0]).toMatchObject({ state: 'taken_back', refundedMinor: 0 });
    expect((await order(buyer, second.orderId)).lines[0]?.state).toBe('given');
    expect((await noticesOf(paid.orderId))[0]).toEqual(['payments.not_returned', 'no']);
    await forgetHands();
  });

  it('are shown and retried at the desk for late payments', async () => {
    const buyer = await newBuyer();
    const { orderId, payUrl } = await makeOrder(buyer, [deep]);
    await shop.payAt(payUrl, '4242', 'never');
    await call(buyer, 'POST', `orders/${orderId}/cancel`, {});
    const returnPayment = () => call<Order>(staff, 'POST', `desk/orders/${orderId}/return`, {});
    expect((await returnPayment()).code).toBe('payments.none');
    await returnByHand(buyer);
    await reconcile();
    const seen = await order(buyer, orderId);
    expect(seen).toMatchObject({ state: 'cancelled', refundedMinor: 0, refunds: [{ state: 'refused' }] });
    expect(seen.refunds[0]?.amountMinor).toBe(seen.totalMinor);
    expect(await noticesOf(orderId)).toEqual([
      ['payments.not_returned', 'no'],
      ['payments.return_refused', undefined],
    ]);
    await forgetHands();
    const [first, second] = [await returnPayment(), await returnPayment()];
    expect(first.body.refunds.map(({ state }) => state)).toEqual(['refused', 'open']);
    expect(second.body.refunds).toEqual(first.body.refunds);
    expect(await audited(buyer)).toEqual(['shop.order_refunded']);
    await reconcile(30);
    expect((await returnPayment()).body.refunds.map(({ state }) => state)).toEqual(['refused', 'done']);
    expect(await noticeKindsOf(buyer)).toEqual(['shop.order_refunded']);
    const paid = await buy(buyer, []);
    expect((await call(staff, 'POST', `desk/orders/${paid.orderId}/return`, {})).code).toBe('payments.none');
    expect((await call(staff, 'POST', `desk/orders/${randomUUID()}/return`, {})).code).toBe('shop.no_order');
  });
});
