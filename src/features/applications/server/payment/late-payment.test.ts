import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { createApplicationPaymentsFixture } from '#test/support/api/application-payments-testing.ts';
import { testPortal } from '#test/support/api/portal-testing.ts';

const portal = await testPortal();
const {
  rows,
  step,
  createInState,
  candidate,
  pay,
  payAt,
  pageOf,
  codeOf,
  reconcile,
  sendRefunds,
  stateOf,
  cardsOf,
  kindsOf,
  paymentsOf,
} = createApplicationPaymentsFixture(portal);

describe('refunding a late payment', () => {
  it('refunds when the decision was undone', async () => {
    const id = await createInState('SubmittedToAssociation');
    const key = randomUUID();
    await step('staff', id, 'approve', { key });
    const { payUrl } = (await pay(id)).body;
    await payAt(payUrl, 'never');
    await step('staff', id, 'undo', { of: key });
    await rows('delete from notification');
    await reconcile();
    await sendRefunds();
    expect(await stateOf(id)).toBe('SubmittedToAssociation');
    expect(await cardsOf()).toEqual([]);
    expect((await paymentsOf()).at(-1)).toEqual({ state: 'returned', refunded: 18_200 });
    expect(await kindsOf(candidate)).toEqual(['applications.refunded']);
    // A second approval creates another payment.
    await step('staff', id, 'approve');
    await payAt((await pay(id)).body.payUrl);
    expect(await stateOf(id)).toBe('Completed');
  });

  it('closes the payment page of an undone approval', async () => {
    const id = await createInState('SubmittedToAssociation');
    const key = randomUUID();
    await step('staff', id, 'approve', { key });
    const { payUrl } = (await pay(id)).body;
    await step('staff', id, 'undo', { of: key });
    expect((await pageOf(payUrl)).json()).toMatchObject({ state: 'expired' });
    expect(codeOf(await payAt(payUrl))).toBe('payments.none');
  });

  it('refunds when it was approved again and already paid', async () => {
    const id = await createInState('SubmittedToAssociation');
    const key = randomUUID();
    await step('staff', id, 'approve', { key });
    await payAt((await pay(id)).body.payUrl, 'never');
    await step('staff', id, 'undo', { of: key });
    await step('staff', id, 'approve');
    await payAt((await pay(id)).body.payUrl);
    await reconcile();
    await sendRefunds();
    expect(await stateOf(id)).toBe('Completed');
    expect(
      (await paymentsOf())
        .slice(-2)
        .map(({ state }) => state)
        .toSorted(),
    ).toEqual(['paid', 'returned']);
    expect(await cardsOf()).toHaveLength(1);
  });

  it('refunds when the applicant and the application were deleted', async () => {
    const id = await createInState('PaymentDue');
    await payAt((await pay(id)).body.payUrl, 'never');
    await rows('delete from application where id = $1', [id]);
    const [{ sub } = { sub: '' }] = await rows<{ sub: string }>('select sub from person where affiliate_id = $1', [
      candidate,
    ]);
    await rows(`update person set sub = 'erased:x' where affiliate_id = $1`, [candidate]);
    await rows('delete from notification');
    await reconcile();
    await sendRefunds();
    await rows('update person set sub = $2 where affiliate_id = $1', [candidate, sub]);
    expect((await paymentsOf()).at(-1)).toEqual({ state: 'returned', refunded: 18_200 });
    expect(await kindsOf(candidate)).toEqual([]);
  });
});
