import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { createPaymentRequestsFixture } from '#test/support/api/payment-requests-testing.ts';
import type { Person } from '#test/support/api/shop-testing.ts';

const requests = await createPaymentRequestsFixture();
const { newBuyer, newFamily, putInBasket, checkout, call, rows, certify, ask, read, approve, codeOf, birthdateOf } =
  requests;

const forgetBirthdate = ({ id }: Person) => rows('update person set birthdate = null where affiliate_id = $1', [id]);
const give = (person: Person, birthDate: string) =>
  call<{ isMinor: boolean; errors?: { code: string }[] }>(person, 'PUT', 'billing/birthdate', { birthDate });
const join = (person: Person) =>
  call<{ errors?: { code: string }[] }>(person, 'POST', 'club/join', {
    key: randomUUID(),
    kind: 'first',
    isRenewing: false,
  });
const stored = ({ id }: Person) =>
  rows(
    'select order_id::text from shop_order where affiliate_id = $1 union select payment_id::text from payment where affiliate_id = $1',
    [id],
  );

async function newAgeless(): Promise<Person> {
  const person = await newBuyer();
  await certify(person);
  await forgetBirthdate(person);
  return person;
}

describe('missing birthdate', () => {
  it.each([
    ['order', {}],
    ['gift', { isGift: true }],
  ])('blocks an %s and stores nothing until it is submitted', async (_what, changes) => {
    const person = await newAgeless();
    await putInBasket(person, { productId: 2001, ...changes });
    expect((await call<object>(person, 'GET', 'checkout')).body).toMatchObject({ needsBirthdate: true });
    const response = await checkout(person);
    expect([response.status, codeOf(response as never)]).toEqual([422, 'payments.birthdate_needed']);
    expect(await stored(person)).toEqual([]);
    expect((await give(person, '1990-02-30')).status).toBe(400);
    expect((await give(person, '2999-01-01')).status).toBe(400);
    expect((await give(person, '1990-02-03')).body).toEqual({ isMinor: false });
    expect((await checkout(person)).status).toBe(200);
  });

  it('blocks a club year until it is submitted', async () => {
    const person = await newAgeless();
    expect(codeOf(await join(person))).toBe('payments.birthdate_needed');
    expect(await stored(person)).toEqual([]);
    await give(person, '1990-02-03');
    expect((await join(person)).status).toBe(200);
  });

  it('blocks a request to a guardian, because the person may be an adult', async () => {
    const { child } = await newFamily(1);
    await forgetBirthdate(child);
    expect(codeOf(await ask(child))).toBe('payments.birthdate_needed');
    expect((await give(child, birthdateOf(14))).body).toEqual({ isMinor: true });
    expect((await ask(child, [])).status).toBe(200);
  });

  it('blocks the approval of a request', async () => {
    const { child, parents } = await newFamily(1);
    const [parent] = parents as [Person];
    const { requestId } = (await ask(child)).body;
    await forgetBirthdate(parent);
    expect((await read(parent, requestId)).body.needsBirthdate).toBe(true);
    expect(codeOf(await approve(parent, requestId))).toBe('payments.birthdate_needed');
    // Guardians must be adults.
    expect(codeOf(await give(parent, birthdateOf(14)))).toBe('payments.birthdate_guardian');
    await give(parent, '1980-01-02');
    expect((await approve(parent, requestId)).status).toBe(200);
  });

  it('does not block a store', async () => {
    const store = await newBuyer('store');
    await putInBasket(store, { productId: 2001 });
    expect(codeOf((await checkout(store)) as never)).not.toBe('payments.birthdate_needed');
  });

  it('does not replace a stored birthdate', async () => {
    const person = await newBuyer();
    expect((await give(person, '1990-01-02')).status).toBe(200);
    const answer = await give(person, '1985-01-02');
    expect([answer.status, codeOf(answer)]).toEqual([409, 'payments.birthdate_known']);
    expect(await rows('select birthdate::text from person where affiliate_id = $1', [person.id])).toEqual([
      { birthdate: '1990-01-02' },
    ]);
  });

  it('is audited with the year', async () => {
    const person = await newAgeless();
    await give(person, '1990-02-03');
    expect(
      await rows("select data from audit_entry where action = 'profile.changed' and subject = $1", [
        `person:${person.id}`,
      ]),
    ).toEqual([{ data: { relation: 'self', fields: ['birthDate'], formerBirthYear: null, birthYear: 1990 } }]);
  });
});
