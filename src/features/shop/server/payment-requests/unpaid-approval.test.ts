import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { Person } from '#test/support/api/shop-testing.ts';
import type { PaymentRequest } from '#features/shop/shared/payment-request-contract.ts';
import { createPaymentRequestsFixture } from '#test/support/api/payment-requests-testing.ts';

const requests = await createPaymentRequestsFixture();
const { call, payAt, order, rows, certify, assertLedgerIsConsistent, noticeKindsOf, reconcile } = requests;
const { newFamily, ask, read, approve, codeOf, hasCourse } = requests;

describe('approved but unpaid requests', () => {
  const clubYear = 2_695;
  const withdraw = (child: Person, requestId: string) =>
    call<PaymentRequest>(child, 'POST', `payment-requests/${requestId}/withdraw`);

  async function askForYear() {
    const { child, parents } = await newFamily(2);
    await certify(child);
    const created = await call<PaymentRequest>(child, 'POST', 'payment-requests/club', {
      key: randomUUID(),
      kind: 'first',
    });
    const [mother, father] = parents as [Person, Person];
    return { child, mother, father, requestId: created.body.requestId };
  }
  const countYears = async ({ id }: Person) =>
    (await rows(`select from membership_period where affiliate_id = $1`, [id])).length;
  const paymentStates = async (...people: Person[]) =>
    (
      await rows<{ state: string }>(
        `select state from payment where affiliate_id = any($1) and purpose = 'club' order by created_at`,
        [people.map(({ id }) => id)],
      )
    ).map(({ state }) => state);
  const pageState = async (payUrl: string | null) =>
    (await call<{ state: string }>(null, 'GET', `pay/${payUrl?.split('/').at(-1)}`)).body.state;

  it('return 409 to another guardian who does not take over explicitly', async () => {
    const { mother, father, requestId } = await askForYear();
    await approve(mother, requestId, clubYear);
    expect((await read(mother, requestId)).body).toMatchObject({ state: 'approved', isOwnApproval: true });
    expect((await read(father, requestId)).body).toMatchObject({ state: 'approved', isOwnApproval: false });
    expect(codeOf(await approve(father, requestId, clubYear))).toBe('shop.request_over');
  });

  it('for a club year can be taken over, which expires the first link', async () => {
    const { child, mother, father, requestId } = await askForYear();
    const first = (await approve(mother, requestId, clubYear)).body.payUrl;
    const second = (await approve(father, requestId, clubYear, true)).body.payUrl;
    expect(await pageState(first)).toBe('expired');
    expect(codeOf(await approve(mother, requestId, clubYear))).toBe('shop.request_over');
    await payAt(second as string);
    expect((await read(mother, requestId)).body).toMatchObject({ state: 'paid', isOwnApproval: false });
    expect(codeOf(await approve(mother, requestId, clubYear, true))).toBe('shop.request_over');
    expect(await countYears(child)).toBe(1);
    await assertLedgerIsConsistent();
  });

  it('for a club year return a payment made after the takeover', async () => {
    const { child, mother, father, requestId } = await askForYear();
    const first = (await approve(mother, requestId, clubYear)).body.payUrl as string;
    await payAt(first, '4242', 'never');
    const second = (await approve(father, requestId, clubYear, true)).body.payUrl as string;
    await reconcile();
    expect(await paymentStates(mother, father)).toEqual(['returned', 'open']);
    expect(await countYears(child)).toBe(0);
    await payAt(second);
    expect(await countYears(child)).toBe(1);
    expect((await read(child, requestId)).body.state).toBe('paid');
    await assertLedgerIsConsistent();
  });

  it('for a club year have a separate payment for each approval', async () => {
    const { child, mother, father, requestId } = await askForYear();
    await approve(mother, requestId, clubYear);
    await approve(father, requestId, clubYear, true);
    const { payUrl } = (await approve(mother, requestId, clubYear, true)).body;
    const secondPayUrl = (await approve(mother, requestId, clubYear)).body.payUrl;
    expect(secondPayUrl).not.toBeNull();
    expect(await paymentStates(mother, father)).toHaveLength(3);
    await payAt(payUrl as string);
    expect(await paymentStates(mother)).toEqual(['open', 'paid']);
    expect(await countYears(child)).toBe(1);
  });

  it('for a club year use the new price when the guardian moves', async () => {
    const { mother, requestId } = await askForYear();
    await approve(mother, requestId, clubYear);
    await rows(`update person set country = 'CA' where affiliate_id = $1`, [mother.id]);
    expect(codeOf(await approve(mother, requestId, clubYear))).toBe('shop.basket_changed');
    const { totalMinor } = (await read(mother, requestId)).body.basket;
    expect((await approve(mother, requestId, totalMinor)).status).toBe(200);
    expect(await paymentStates(mother)).toEqual(['open', 'open']);
  });

  it('for a basket can be taken over, which cancels the first order', async () => {
    const { child, parents } = await newFamily(2);
    const [mother, father] = parents as [Person, Person];
    const { requestId } = (await ask(child)).body;
    const first = (await approve(mother, requestId)).body;
    const second = (await approve(father, requestId, 21_900, true)).body;
    expect((await order(mother, first.orderId as string)).state).toBe('cancelled');
    expect(await pageState(first.payUrl)).toBe('expired');
    await payAt(second.payUrl as string);
    expect(await hasCourse(child)).toBe(true);
    expect((await read(child, requestId)).body.state).toBe('paid');
    await assertLedgerIsConsistent();
  });

  it('leave one open order when two guardians take over at the same time', async () => {
    const { child, parents } = await newFamily(3);
    const [first, ...others] = parents as [Person, Person, Person];
    const { requestId } = (await ask(child)).body;
    await approve(first, requestId);
    await Promise.all(others.map((by) => approve(by, requestId, 21_900, true)));
    const open = await rows(`select from shop_order where recipient_id = $1 and state = 'open'`, [child.id]);
    expect(open).toHaveLength(1);
    expect((await read(child, requestId)).body.state).toBe('approved');
  });

  it('can be withdrawn by the minor, and later payments are returned', async () => {
    const { child, mother, requestId } = await askForYear();
    const { payUrl } = (await approve(mother, requestId, clubYear)).body;
    await payAt(payUrl as string, '4242', 'never');
    expect((await withdraw(child, requestId)).body.state).toBe('withdrawn');
    await reconcile();
    expect(await paymentStates(mother)).toEqual(['returned']);
    expect(await countYears(child)).toBe(0);

    const shop = await newFamily(1);
    const basketRequestId = (await ask(shop.child)).body.requestId;
    const orderId = (await approve(shop.parents[0] as Person, basketRequestId)).body.orderId as string;
    expect((await withdraw(shop.child, basketRequestId)).body.state).toBe('withdrawn');
    expect((await order(shop.parents[0] as Person, orderId)).state).toBe('cancelled');
    await assertLedgerIsConsistent();
  });

  it('can be declined by the guardian who approved', async () => {
    const { child, mother, father, requestId } = await askForYear();
    await approve(mother, requestId, clubYear);
    const decline = (by: Person) => call<PaymentRequest>(by, 'POST', `payment-requests/${requestId}/decline`);
    expect(codeOf((await decline(father)) as never)).toBe('shop.request_over');
    expect((await decline(mother)).body.state).toBe('declined');
    expect(await noticeKindsOf(child)).toEqual(['shop.payment_declined']);
  });

  it('for a club year expire with the request', async () => {
    const { child, mother, requestId } = await askForYear();
    await approve(mother, requestId, clubYear);
    await rows(`update payment_request set expires_at = now() where request_id = $1`, [requestId]);
    expect((await read(child, requestId)).body.state).toBe('expired');
    expect(codeOf(await approve(mother, requestId, clubYear))).toBe('shop.request_over');
  });

  it('cannot be withdrawn once paid', async () => {
    const { child, mother, requestId } = await askForYear();
    await payAt((await approve(mother, requestId, clubYear)).body.payUrl as string);
    expect(codeOf((await withdraw(child, requestId)) as never)).toBe('shop.request_over');
    expect((await read(child, requestId)).body.state).toBe('paid');
  });
});
