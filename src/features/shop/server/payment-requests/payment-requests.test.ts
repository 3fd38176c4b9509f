import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { Person } from '#test/support/api/shop-testing.ts';
import type { PaymentRequest } from '#features/shop/shared/payment-request-contract.ts';
import { createPaymentRequestsFixture } from '#test/support/api/payment-requests-testing.ts';

const requests = await createPaymentRequestsFixture();
const { newBuyer, putInBasket, basket, call, checkout, payAt, order, rows, certify, expire } = requests;
const { assertLedgerIsConsistent, noticeKindsOf, newFamily, ask, read, approve, codeOf, countOrders, hasCourse } =
  requests;
const { birthdateOf, course } = requests;

describe('payment requests of a minor', () => {
  it('are required: a direct order returns 403 and stores nothing', async () => {
    const { child } = await newFamily();
    await putInBasket(child, course);
    const response = await checkout(child);
    expect(response.status).toBe(403);
    expect(codeOf(response as never)).toBe('payments.guardian_needed');
    expect(await countOrders(child)).toBe(0);
    expect((await basket(child)).lines).toHaveLength(1);
    expect((await call<{ isMinor: boolean; guardians: string[] }>(child, 'GET', 'checkout')).body).toMatchObject({
      isMinor: true,
      guardians: ['Noa Berg', 'Noa Berg'],
    });
  });

  it('are required for an older order and for a club year', async () => {
    const { child } = await newFamily();
    await rows('update person set birthdate = $2 where affiliate_id = $1', [child.id, birthdateOf(20)]);
    await putInBasket(child, course);
    const placed = await checkout(child);
    await rows('update person set birthdate = $2 where affiliate_id = $1', [child.id, birthdateOf(14)]);
    const paid = await call<object>(child, 'POST', `orders/${placed.body.orderId}/pay`);
    expect([paid.status, codeOf(paid as never)]).toEqual([403, 'payments.guardian_needed']);
    await certify(child);
    const joined = await call<object>(child, 'POST', 'club/join', {
      key: randomUUID(),
      kind: 'first',
      isRenewing: false,
    });
    expect([joined.status, codeOf(joined as never)]).toEqual([403, 'payments.guardian_needed']);
    expect(await rows('select from payment where affiliate_id = $1 and purpose = $2', [child.id, 'club'])).toEqual([]);
  });

  it('notify every guardian once and order nothing', async () => {
    const { child, parents } = await newFamily();
    const key = randomUUID();
    const created = await ask(child, [course], key);
    expect(created.status).toBe(200);
    expect(created.body).toMatchObject({ state: 'open', role: 'minor', askedTotalMinor: 21_900, orderId: null });
    expect((await ask(child, [], key)).body.requestId).toBe(created.body.requestId);
    for (const parent of parents) expect(await noticeKindsOf(parent)).toEqual(['shop.payment_asked']);
    const [note] = await rows<{ values: object; message: string }>(
      `select values, message from notification where affiliate_id = $1 and kind = 'shop.payment_asked'`,
      [parents[0]?.id],
    );
    expect(note?.values).toMatchObject({ child: 'Noa Berg', price: { minor: 21_900, currency: 'USD' } });
    expect(note?.message).toMatch(/Open Water.*\$219\.00/);
    expect(await countOrders(child)).toBe(0);
    expect((await basket(child)).lines).toHaveLength(1);
  });

  it('require a guardian and a minor', async () => {
    const { child } = await newFamily(0);
    expect(codeOf((await ask(child)) as never)).toBe('shop.no_guardian');
    const adult = await newBuyer();
    expect(codeOf((await ask(adult)) as never)).toBe('shop.not_minor');
    const empty = await newFamily();
    expect(codeOf((await ask(empty.child, [])) as never)).toBe('shop.basket_empty');
  });

  it('replace an open request and can be withdrawn', async () => {
    const { child, parents } = await newFamily(1);
    const [parent] = parents as [Person];
    const first = (await ask(child)).body.requestId;
    const second = (await ask(child, [])).body.requestId;
    expect((await read(child, first)).body.state).toBe('withdrawn');
    expect(codeOf(await approve(parent, first))).toBe('shop.request_over');
    expect((await call<PaymentRequest>(child, 'POST', `payment-requests/${second}/withdraw`)).body.state).toBe(
      'withdrawn',
    );
    expect(codeOf(await approve(parent, second))).toBe('shop.request_over');
  });
});

describe('decisions of a guardian', () => {
  it("create the guardian's order and the child's course", async () => {
    const { child, parents } = await newFamily(1);
    const [parent] = parents as [Person];
    const { requestId } = (await ask(child)).body;
    const { orderId, payUrl } = (await approve(parent, requestId)).body;
    expect((await approve(parent, requestId)).body.orderId).toBe(orderId);
    await payAt(payUrl as string);
    const bought = await order(parent, orderId as string);
    expect(bought).toMatchObject({ state: 'paid', recipient: 'Noa Berg', totalMinor: 21_900 });
    expect(await hasCourse(child)).toBe(true);
    expect(await hasCourse(parent)).toBe(false);
    expect((await read(child, requestId)).body).toMatchObject({ state: 'paid', orderId: null, decidedBy: 'Noa Berg' });
    expect((await basket(child)).lines).toEqual([]);
    expect(await noticeKindsOf(child)).toEqual(['shop.payment_made']);
    expect((await call(child, 'GET', `orders/${orderId}`)).status).toBe(404);
    await assertLedgerIsConsistent();
  });

  it('send the guardian who pays one mail, also for a child without an email address', async () => {
    const { child, parents } = await newFamily(1);
    const [parent] = parents as [Person];
    const { requestId } = (await ask(child)).body;
    const { payUrl } = (await approve(parent, requestId)).body;
    await rows('update person set email = null where affiliate_id = $1', [child.id]);
    await rows('delete from mail_outbox');
    await payAt(payUrl as string);
    expect(await rows('select to_address, subject from mail_outbox')).toEqual([
      { to_address: parent.email, subject: expect.stringMatching(/^Your receipt for order \d+$/) },
    ]);
  });

  it('fail when the price has changed', async () => {
    const { child, parents } = await newFamily(1);
    const [parent] = parents as [Person];
    await rows(`update person set country = 'CA' where affiliate_id = $1`, [parent.id]);
    const { requestId } = (await ask(child)).body;
    const seen = (await read(parent, requestId)).body;
    expect(seen).toMatchObject({ askedCurrency: 'USD', askedTotalMinor: 21_900, basket: { currency: 'CAD' } });
    expect(codeOf(await approve(parent, requestId, 21_900))).toBe('shop.basket_changed');
    expect(await countOrders(parent)).toBe(0);
    expect((await approve(parent, requestId, seen.basket.totalMinor)).status).toBe(200);
  });

  it('require a billing country', async () => {
    const { child, parents } = await newFamily(1);
    const [parent] = parents as [Person];
    await rows(`update person set country = '' where affiliate_id = $1`, [parent.id]);
    const { requestId } = (await ask(child)).body;
    expect(codeOf(await approve(parent, requestId))).toBe('payments.country_needed');
    expect((await read(parent, requestId)).body.state).toBe('open');
  });

  it('notify the child of a declined request', async () => {
    const { child, parents } = await newFamily(2);
    const [mother, father] = parents as [Person, Person];
    const { requestId } = (await ask(child)).body;
    const decline = (by: Person) => call<PaymentRequest>(by, 'POST', `payment-requests/${requestId}/decline`);
    expect((await decline(mother)).body).toMatchObject({ state: 'declined', decidedBy: 'Noa Berg' });
    expect((await decline(mother)).status).toBe(200);
    expect(codeOf(await approve(father, requestId))).toBe('shop.request_over');
    expect(await noticeKindsOf(child)).toEqual(['shop.payment_declined']);
    expect((await basket(child)).lines).toHaveLength(1);
  });

  it('create one order when two guardians approve at the same time', async () => {
    const { child, parents } = await newFamily(2);
    const { requestId } = (await ask(child)).body;
    const answers = await Promise.all(parents.flatMap((by) => [approve(by, requestId), approve(by, requestId)]));
    const orders = new Set(answers.flatMap(({ body }) => body.orderId ?? []));
    expect(orders.size).toBe(1);
    const counts = await Promise.all(parents.map(countOrders));
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(1);
  });

  it('end with the order when it is cancelled or expires, and the child can ask again', async () => {
    const { child, parents } = await newFamily(2);
    const [mother, father] = parents as [Person, Person];
    const first = (await ask(child)).body.requestId;
    const { orderId } = (await approve(mother, first)).body;
    expect((await call(mother, 'POST', `orders/${orderId}/cancel`)).status).toBe(200);
    expect((await basket(mother)).lines).toEqual([]);
    expect((await read(father, first)).body.state).toBe('withdrawn');
    expect(codeOf(await approve(father, first))).toBe('shop.request_over');
    const second = (await ask(child, [])).body.requestId;
    expect((await approve(father, second)).status).toBe(200);
    await expire();
    expect((await read(mother, second)).body.state).toBe('expired');
  });

  it("are limited to the child's own guardians", async () => {
    const { child } = await newFamily(1);
    const other = await newFamily(1);
    const { requestId } = (await ask(child)).body;
    const stranger = await newBuyer();
    for (const person of [stranger, other.parents[0] as Person, other.child]) {
      expect((await read(person, requestId)).status).toBe(404);
      expect((await approve(person, requestId)).status).toBe(404);
      expect((await call(person, 'POST', `payment-requests/${requestId}/decline`)).status).toBe(404);
      expect((await call(person, 'POST', `payment-requests/${requestId}/withdraw`)).status).toBe(404);
    }
    expect((await approve(child, requestId)).status).toBe(404);
    expect((await call<PaymentRequest[]>(stranger, 'GET', 'payment-requests')).body).toEqual([]);
  });

  it('fail after fourteen days', async () => {
    const { child, parents } = await newFamily(1);
    const { requestId } = (await ask(child)).body;
    await rows(`update payment_request set expires_at = now() where request_id = $1`, [requestId]);
    expect((await read(child, requestId)).body.state).toBe('expired');
    expect(codeOf(await approve(parents[0] as Person, requestId))).toBe('shop.request_over');
  });

  it('buy a club year for the child', async () => {
    const { child, parents } = await newFamily(1);
    const [parent] = parents as [Person];
    await certify(child);
    const club = (kind: string, key: string = randomUUID()) =>
      call<PaymentRequest>(child, 'POST', 'payment-requests/club', { key, kind });
    expect(codeOf((await club('regular')) as never)).toBe('club.not_allowed');
    expect((await club('trial')).status).toBe(400);
    const { requestId } = (await club('first')).body;
    expect((await read(parent, requestId)).body.basket).toMatchObject({ totalMinor: 2_695, currency: 'USD' });
    const { payUrl } = (await approve(parent, requestId, 2_695)).body;
    await payAt(payUrl as string);
    expect((await call<{ status: string }>(child, 'GET', 'club')).body.status).toBe('active');
    expect((await read(child, requestId)).body.state).toBe('paid');
    const { items } = (await call<{ items: { names: string[] }[] }>(parent, 'GET', 'orders')).body;
    expect(items).toMatchObject([{ names: ['Bluewater Club: first year'] }]);
    await assertLedgerIsConsistent();
  });
});
