import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { createOrdersFixture } from '#test/support/api/orders-testing.ts';
import type { Person } from '#test/support/api/shop-testing.ts';
import type { ClubPage } from '#features/club/shared/contract.ts';

const {
  newBuyer,
  putInBasket,
  checkout,
  call,
  payAt,
  order,
  certify,
  reconcile,
  refund,
  whole,
  booked,
  rows,
  assertLedgerIsConsistent,
  request,
} = await createOrdersFixture();

const club = async (person: Person) => (await call<ClubPage>(person, 'GET', 'club')).body;
const join = (person: Person, kind = 'first', key: string = randomUUID()) =>
  call<{ payUrl: string; errors?: { code: string; path?: string }[] }>(person, 'POST', 'club/join', {
    key,
    kind,
    isRenewing: false,
  });

async function member(country: string): Promise<Person> {
  const person = await newBuyer('diver', country);
  await certify(person);
  return person;
}

async function lastOrder(person: Person) {
  const { items } = (await call<{ items: { orderId: string }[] }>(person, 'GET', 'orders')).body;
  return order(person, items[0]?.orderId ?? '');
}

describe('billing country', () => {
  it('is required before anyone can order or join; until then prices are in USD without tax', async () => {
    const person = await member('');
    await putInBasket(person, { productId: 2001 });
    expect((await call<object>(person, 'GET', 'checkout')).body).toMatchObject({
      basket: { currency: 'USD', taxMinor: 0, country: '' },
    });
    const response = await checkout(person);
    expect([response.status, (response.body as unknown as { errors: object[] }).errors[0]]).toEqual([
      422,
      expect.objectContaining({ code: 'payments.country_needed', path: 'country' }),
    ]);
    expect((await join(person)).body.errors?.[0]?.code).toBe('payments.country_needed');
    expect(await rows('select from shop_order where affiliate_id = $1', [person.id])).toEqual([]);
    expect(await rows('select from payment where affiliate_id = $1', [person.id])).toEqual([]);

    expect((await call(person, 'PUT', 'billing/country', { country: 'XX' })).status).toBe(422);
    expect((await call(person, 'PUT', 'billing/country', { country: 'Germany' })).status).toBe(400);
    expect((await call<object>(person, 'PUT', 'billing/country', { country: 'DE' })).body).toEqual({
      country: 'DE',
      currency: 'EUR',
    });
    expect((await join(person)).status).toBe(200);
    const created = await checkout(person);
    expect(created.status).toBe(200);
    expect(await order(person, created.body.orderId)).toMatchObject({ country: 'DE', currency: 'EUR' });
  });

  it('returns 409 when the profile already has a country', async () => {
    const person = await member('US');
    const answer = await call<{ errors: { code: string }[] }>(person, 'PUT', 'billing/country', { country: 'DE' });
    expect([answer.status, answer.body.errors[0]?.code]).toEqual([409, 'payments.country_known']);
  });
});

describe('club year orders', () => {
  it.each([
    ['US', { currency: 'USD', minor: 2_695, taxMinor: 0, isTaxIncluded: false, totalMinor: 2_695 }],
    ['DE', { currency: 'EUR', minor: 2_550, taxMinor: 407, isTaxIncluded: true, totalMinor: 2_550 }],
    ['CA', { currency: 'CAD', minor: 3_750, taxMinor: 188, isTaxIncluded: false, totalMinor: 3_938 }],
  ])('in %s show the tax and have a receipt', async (country, price) => {
    const person = await member(country);
    expect((await club(person)).offers).toContainEqual({ kind: 'first', price });
    await payAt((await join(person)).body.payUrl);
    expect((await club(person)).history[0]).toMatchObject({
      kind: 'first',
      price: { minor: price.totalMinor, currency: price.currency },
    });
    const bought = await lastOrder(person);
    expect(bought).toMatchObject({
      state: 'paid',
      country,
      currency: price.currency,
      taxMinor: price.taxMinor,
      isTaxIncluded: price.isTaxIncluded,
      totalMinor: price.totalMinor,
      lines: [{ kind: 'membership', name: 'Bluewater Club: first year', state: 'given', path: '/club' }],
    });
    expect((await request(person.email, 'GET', `/api/shop/orders/${bought.orderId}/receipt`)).statusCode).toBe(200);
    const { totalMinor, taxMinor } = price;
    expect(await booked(bought.orderId)).toEqual({
      'payment gateway': totalMinor,
      'payment received:club': -totalMinor,
      'order received:club': totalMinor,
      'order sales:membership': taxMinor - totalMinor,
      ...(taxMinor > 0 && { [`order tax:${country}`]: -taxMinor }),
    });
    expect(
      await rows(`select from notification where affiliate_id = $1 and kind = 'shop.order_paid'`, [person.id]),
    ).toHaveLength(1);
    // The club's mail is the receipt.
    expect(await rows('select subject from mail_outbox where to_address = $1', [person.email])).toEqual([
      { subject: 'Welcome to Bluewater Club' },
    ]);
  });

  it('end the year when fully refunded, but not when partly refunded', async () => {
    const person = await member('DE');
    await payAt((await join(person)).body.payUrl);
    const bought = await lastOrder(person);
    const [{ lineId } = { lineId: '' }] = bought.lines;
    expect((await refund(bought.orderId, [{ lineId, amountMinor: 550 }])).status).toBe(200);
    expect((await club(person)).status).toBe('active');
    expect((await refund(bought.orderId, [{ lineId, amountMinor: 2_000 }])).status).toBe(200);
    await reconcile();
    expect((await club(person)).status).not.toBe('active');
    const after = await order(person, bought.orderId);
    expect(after).toMatchObject({ refundedMinor: 2_550, lines: [{ state: 'taken_back' }] });
    expect((await refund(bought.orderId, whole(bought, 0))).status).toBe(422);
  });
});

describe('demo data', () => {
  const [diver, guardian] = [
    { id: 400_001, email: 'diver@demo.test' },
    { id: 400_004, email: 'guardian@demo.test' },
  ];

  it.each([
    [diver, { country: 'SE', currency: 'SEK', taxBp: 2_500 }],
    [guardian, { country: 'GB', currency: 'GBP', taxBp: 2_000 }],
  ])('has an order with tax and a receipt for each club year', async (person, { country, currency, taxBp }) => {
    const { history } = await club(person);
    const bought = await lastOrder(person);
    expect(bought).toMatchObject({
      state: 'paid',
      country,
      currency,
      totalMinor: history[0]?.price.minor,
      lines: [{ kind: 'membership', taxBp, path: '/club' }],
    });
    expect(bought.paidDate?.slice(0, 10)).toBe(history[0]?.startsOn);
    expect((await request(person.email, 'GET', `/api/shop/orders/${bought.orderId}/receipt`)).statusCode).toBe(200);
    await assertLedgerIsConsistent();
  });

  it('has a club year whose used benefits leave nothing to refund', async () => {
    const bought = await lastOrder(diver);
    const [line] = bought.lines;
    expect(line?.keptMinor).toBe(line?.totalMinor);
    expect((await refund(bought.orderId, whole(bought, 0))).status).toBe(422);
    expect((await club(diver)).status).toBe('active');
  });
});

it('keeps the ledger balanced with an order for every payment', async () => {
  await expect(assertLedgerIsConsistent()).resolves.toBeUndefined();
});
