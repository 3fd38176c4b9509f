import { expect, it } from 'vitest';
import { createPaymentRequestsFixture } from '#test/support/api/payment-requests-testing.ts';
import type { Person } from '#test/support/api/shop-testing.ts';

const { newFamily, ask, approve, read, call, putInBasket, rows, payAt } = await createPaymentRequestsFixture();

const enter = async (person: Person, code: string) =>
  (await call<{ codes: { problem: string | null }[] }>(person, 'POST', 'basket/codes', { code })).body;
const problemOf = async (person: Person, code: string) => (await enter(person, code)).codes[0]?.problem;

it('counts a once-per-person code for the minor and for the guardian who pays', async () => {
  const { child, parents } = await newFamily(2);
  const [payer, other] = parents as [Person, Person];
  await rows(`insert into promotion (code, percent_bp, max_per_person) values ('ONCE', 1000, 1)`);
  await putInBasket(child, { productId: 2001 });
  expect(await problemOf(child, 'ONCE')).toBeNull();
  const asked = await ask(child, []);
  const { totalMinor } = (await read(payer, asked.body.requestId)).body.basket;
  const approved = await approve(payer, asked.body.requestId, totalMinor);
  expect(approved.status).toBe(200);
  await payAt(approved.body.payUrl ?? '');
  for (const [person, problem] of [
    [child, 'shop.code_used'],
    [payer, 'shop.code_used'],
    [other, null],
  ] as const) {
    await putInBasket(person, { productId: 2003 });
    expect(await problemOf(person, 'ONCE')).toBe(problem);
  }
});
