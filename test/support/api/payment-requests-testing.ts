import { randomUUID } from 'node:crypto';
import { createOrdersFixture } from './orders-testing.ts';
import type { Person } from './shop-testing.ts';
import type { PaymentRequest } from '#features/shop/shared/payment-request-contract.ts';

/** Families with payment requests on a separate portal. */
export async function createPaymentRequestsFixture() {
  const orders = await createOrdersFixture();
  const { newBuyer, putInBasket, basket, call, rows } = orders;
  const course = { productId: 2001 };
  /** On January 1, so that the age is right on every day of the year. */
  const birthdateOf = (age: number) => `${new Date().getUTCFullYear() - age}-01-01`;

  async function newFamily(guardians = 2, { country = 'US' } = {}): Promise<{ child: Person; parents: Person[] }> {
    const child = await newBuyer('diver', country);
    await rows('update person set birthdate = $2 where affiliate_id = $1', [child.id, birthdateOf(14)]);
    const parents: Person[] = [];
    for (let at = 0; at < guardians; at += 1) {
      const parent = await newBuyer('diver', country);
      await rows('insert into guardian_link (affiliate_id, guardian_id) values ($1, $2)', [child.id, parent.id]);
      parents.push(parent);
    }
    return { child, parents };
  }

  async function ask(child: Person, products: object[] = [course], key: string = randomUUID()) {
    for (const product of products) await putInBasket(child, product as { productId: number });
    const { version: basketVersion, totalMinor: seenTotalMinor } = await basket(child);
    return call<PaymentRequest & { errors?: { code: string; path?: string }[] }>(child, 'POST', 'payment-requests', {
      key,
      basketVersion,
      seenTotalMinor,
    });
  }
  const read = (person: Person, requestId: string) =>
    call<PaymentRequest>(person, 'GET', `payment-requests/${requestId}`);
  const approve = (person: Person, requestId: string, seenTotalMinor = 21_900, isTakingOver = false) =>
    call<{ orderId: string | null; payUrl: string | null; errors?: { code: string }[] }>(
      person,
      'POST',
      `payment-requests/${requestId}/approve`,
      { seenTotalMinor, isTakingOver },
    );
  const codeOf = (answer: { body: { errors?: { code: string }[] } }) => answer.body.errors?.[0]?.code;
  const countOrders = async ({ id }: Person) =>
    Number(
      (await rows<{ n: number }>('select count(*)::int as n from shop_order where affiliate_id = $1', [id]))[0]?.n,
    );
  const hasCourse = async ({ id }: Person) =>
    (await rows(`select from enrollment where affiliate_id = $1 and package_id = 'open-water'`, [id])).length === 1;

  return { ...orders, course, birthdateOf, newFamily, ask, read, approve, codeOf, countOrders, hasCourse };
}
