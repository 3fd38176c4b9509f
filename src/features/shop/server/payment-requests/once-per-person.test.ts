import { expect, it } from 'vitest';
import { createPaymentRequestsFixture } from '#test/support/api/payment-requests-testing.ts';
import type { Person } from '#test/support/api/shop-testing.ts';

const { newFamily, ask, approve, read, call, putInBasket, rows, payAt } = await createPaymentRequestsFixture();

interface Answer {
  errors?: { code: string }[];
  codes?: { problem: string | null }[];
}

/** The reason why a code can't be used. The basket of a person who asked a guardian still has it. */
async function problemOf(person: Person, code: string): Promise<string | null> {
  const { body } = await call<Answer>(person, 'POST', 'basket/codes', { code });
  return body.errors?.[0]?.code ?? body.codes?.[0]?.problem ?? null;
}

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
