import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { createOrdersFixture } from '#test/support/api/orders-testing.ts';
import type { Person } from '#test/support/api/shop-testing.ts';
import type { ClubPage } from '#features/club/shared/contract.ts';

const { newBuyer, call, payAt, order, certify, reconcile, refund, rows, request } = await createOrdersFixture();

const club = async (person: Person) => (await call<ClubPage>(person, 'GET', 'club')).body;
const kindsOf = async (person: Person) => (await club(person)).offers.map(({ kind }) => kind);

async function joinFirst(country = 'US'): Promise<{ person: Person; orderId: string; lineId: string; paid: number }> {
  const person = await newBuyer('diver', country);
  await certify(person);
  const body = { key: randomUUID(), kind: 'first', isRenewing: false };
  await payAt((await call<{ payUrl: string }>(person, 'POST', 'club/join', body)).body.payUrl);
  const { items } = (await call<{ items: { orderId: string }[] }>(person, 'GET', 'orders')).body;
  const { orderId, lines, totalMinor } = await order(person, items[0]?.orderId ?? '');
  return { person, orderId, lineId: lines[0]?.lineId ?? '', paid: totalMinor };
}

/** Uses benefits of the year, worth these amounts. */
const use = (person: Person, eCardMinor: number | null, discountMinor: number | null) =>
  rows(
    `update membership_period set ecard_saved_minor = $2, discount_saved_minor = $3
     where affiliate_id = $1 and kind = 'first'`,
    [person.id, eCardMinor, discountMinor],
  );

it('has the first year once in a life, also after a refund on the day it began', async () => {
  const { person, orderId, lineId, paid } = await joinFirst();
  expect((await refund(orderId, [{ lineId, amountMinor: paid }])).status).toBe(200);
  await reconcile();
  expect((await club(person)).status).not.toBe('active');
  expect(await kindsOf(person)).toEqual(['reactivation']);
  const again = await request(person.email, 'POST', '/api/shop/club/join', {
    key: randomUUID(),
    kind: 'first',
    isRenewing: false,
  });
  expect([again.statusCode, again.json().errors[0].code]).toEqual([409, 'club.not_allowed']);
});

it('deducts used benefits from the refund of a year, which it ends', async () => {
  const { person, orderId, lineId, paid } = await joinFirst();
  await use(person, 1_000, 500);
  expect((await order(person, orderId)).lines[0]).toMatchObject({ keptMinor: 1_500 });
  const all = await refund(orderId, [{ lineId, amountMinor: paid }]);
  expect([all.status, all.code]).toEqual([422, 'shop.refund_too_much']);
  expect((await refund(orderId, [{ lineId, amountMinor: paid - 1_500 }])).status).toBe(200);
  await reconcile();
  expect((await club(person)).status).not.toBe('active');
});

it('refunds nothing if the used benefits are worth more than the year', async () => {
  const { person, orderId, lineId, paid } = await joinFirst();
  await use(person, paid * 2, null);
  expect((await refund(orderId, [{ lineId, amountMinor: 1 }])).status).toBe(422);
  expect((await club(person)).status).toBe('active');
});
