import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { holdLocks, waitForLockWaits } from '#platform/testing/lock-waits.ts';
import type { Person } from '#test/support/api/shop-testing.ts';
import { createPaymentRequestsFixture } from '#test/support/api/payment-requests-testing.ts';

const requests = await createPaymentRequestsFixture();
const { call, payAt, order, rows, services, assertLedgerIsConsistent, reconcile } = requests;
const { newFamily, ask, read, approve, hasCourse } = requests;
const { pool } = services.database;

const statesOf = async ({ id }: Person) =>
  (
    await rows<{ state: string }>('select state from payment_request where affiliate_id = $1 order by created_at', [id])
  ).map(({ state }) => state);
const pageState = async (payUrl: string | null) =>
  (await call<{ state: string }>(null, 'GET', `pay/${payUrl?.split('/').at(-1)}`)).body.state;

describe('a minor with an approved request', () => {
  it('who asks again has one page to pay, and the former one expires', async () => {
    const { child, parents } = await newFamily(2);
    const [mother, father] = parents as [Person, Person];
    const first = (await ask(child)).body.requestId;
    const approved = (await approve(mother, first)).body;
    const second = (await ask(child, [])).body.requestId;
    expect((await read(mother, first)).body.state).toBe('withdrawn');
    expect((await order(mother, approved.orderId as string)).state).toBe('cancelled');
    expect(await pageState(approved.payUrl)).toBe('expired');
    const { payUrl } = (await approve(father, second)).body;
    await payAt(payUrl as string);
    expect(await statesOf(child)).toEqual(['withdrawn', 'paid']);
    expect(await hasCourse(child)).toBe(true);
    await assertLedgerIsConsistent();
  });

  it('does not get it back when the order is cancelled after another was asked for', async () => {
    const { child, parents } = await newFamily(2);
    const [mother] = parents as [Person, Person];
    const first = (await ask(child)).body.requestId;
    const { orderId } = (await approve(mother, first)).body;
    const second = (await ask(child, [])).body.requestId;
    await call(mother, 'POST', `orders/${orderId}/cancel`);
    expect((await read(mother, first)).body.state).toBe('withdrawn');
    expect((await read(mother, second)).body.state).toBe('open');
  });

  it('gets the money back that was paid for the former one', async () => {
    const { child, parents } = await newFamily(1);
    const [mother] = parents as [Person];
    const { payUrl } = (await approve(mother, (await ask(child)).body.requestId)).body;
    await payAt(payUrl as string, '4242', 'never');
    await ask(child, []);
    await reconcile();
    expect(await rows('select state from payment where affiliate_id = $1', [mother.id])).toEqual([
      { state: 'returned' },
    ]);
    await assertLedgerIsConsistent();
  });
});

it('leaves one request when a guardian approves while the minor asks again', async () => {
  const { child, parents } = await newFamily(1);
  const [mother] = parents as [Person];
  const first = (await ask(child)).body.requestId;
  // The approval waits for the number of its order, with the request locked.
  const locks = await holdLocks(pool, 'lock table shop_order in share mode');
  const approving = approve(mother, first);
  await waitForLockWaits(pool);
  const asking = ask(child, []);
  await waitForLockWaits(pool, 2);
  await locks.rollback();
  expect((await approving).status).toBe(200);
  expect((await asking).status).toBe(200);
  expect(await statesOf(child)).toEqual(['withdrawn', 'open']);
  const { orderId } = (await approving).body;
  expect((await order(mother, orderId as string)).state).toBe('cancelled');
});

it('leaves one request when the minor asks twice at the same moment', async () => {
  const { child } = await newFamily(1);
  await requests.putInBasket(child, requests.course);
  const locks = await holdLocks(pool, 'select from person where affiliate_id = $1 for update', [child.id]);
  const asking = [ask(child, [], randomUUID()), ask(child, [], randomUUID())];
  await waitForLockWaits(pool, 2);
  await locks.rollback();
  for (const answer of await Promise.all(asking)) expect(answer.status).toBe(200);
  expect((await statesOf(child)).toSorted()).toEqual(['open', 'withdrawn']);
});

it('is refused as a second row by the table', async () => {
  const { child } = await newFamily(1);
  await ask(child);
  const copy = `insert into payment_request (affiliate_id, request_id, key, state, lines, currency, total_minor, expires_at)
    select affiliate_id, gen_random_uuid(), gen_random_uuid(), $2, lines, currency, total_minor, expires_at
    from payment_request where affiliate_id = $1`;
  for (const state of ['open', 'approved'])
    await expect(rows(copy, [child.id, state])).rejects.toThrow('payment_request_unpaid');
});
