import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { affiliateType } from '#domain/roles.ts';
import { type Person, productIds, createShopFixture } from '#test/support/api/shop-testing.ts';

const shop = await createShopFixture();
const { putInBasket, enterCode, basket, checkout, call, rows, deleteOrders } = shop;

const people = await Promise.all(
  Array.from({ length: 40 }, async (_nothing, at): Promise<Person> => {
    const [id, email] = [500_001 + at, `buyer${at}@demo.test`];
    await rows(
      `insert into person (affiliate_id, sub, email, given_name, family_name, affiliate_type_id, country,
         birthdate, email_verified_at)
       values ($1, $2, $3, 'Noa', 'Berg', ${affiliateType.diver}, 'US', '1990-01-02', now())`,
      [id, randomUUID(), email],
    );
    // Specialties require a certification.
    await rows("insert into certification (affiliate_id, level_id, cert_date) values ($1, 10, '2024-01-01')", [id]);
    return { id, email };
  }),
);

beforeEach(async () => {
  await deleteOrders();
  await rows('delete from promotion');
});

/** All people have the code in their baskets and check out at the same time. */
async function race(codeOf: (at: number) => string) {
  await Promise.all(
    people.map(async (person, at) => {
      await putInBasket(person, { productId: productIds.deep });
      expect((await enterCode(person, codeOf(at))).status).toBe(200);
    }),
  );
  const responses = await Promise.all(people.map((person) => checkout(person)));
  const created = responses.filter(({ status }) => status === 200);
  const rejected = responses.filter(({ status }) => status !== 200);
  expect(rejected.map(({ code }) => code)).toEqual(rejected.map(() => 'shop.code_used'));
  return { created, responses };
}

describe('concurrent checkout of forty people', () => {
  it('creates exactly five orders for five single-use codes', async () => {
    await rows(
      `insert into promotion (code, percent_bp, max_uses) select 'LAST-' || n, 2000, 1 from generate_series(0, 4) n`,
    );
    const { created } = await race((at) => `LAST-${at % 5}`);
    expect(created).toHaveLength(5);
    expect(await rows('select code from promotion_use order by code')).toEqual(
      Array.from({ length: 5 }, (_nothing, at) => ({ code: `LAST-${at}` })),
    );
    expect(await rows('select from shop_order')).toHaveLength(5);
    expect(await rows('select from promotion where uses <> 1')).toEqual([]);
  });

  it('creates exactly five orders for a code with five uses left and keeps the other baskets', async () => {
    await rows(`insert into promotion (code, percent_bp, uses, max_uses) values ('FEW', 2000, 95, 100)`);
    const { created, responses } = await race(() => 'FEW');
    expect(created).toHaveLength(5);
    expect(await rows('select uses from promotion')).toEqual([{ uses: 100 }]);
    const late = people[responses.findIndex(({ status }) => status !== 200)];
    if (late === undefined) throw new Error('all forty orders were created');
    expect(await basket(late)).toMatchObject({
      lines: [{ productId: productIds.deep, problem: null }],
      codes: [{ code: 'FEW', problem: 'shop.code_used' }],
      discountMinor: 0,
    });
    // A cancelled order releases its use of the code for the next person.
    const [first] = await rows<{ order_id: string; affiliate_id: number }>('select * from shop_order limit 1');
    const owner = people.find(({ id }) => id === first?.affiliate_id);
    await call(owner ?? null, 'POST', `orders/${first?.order_id}/cancel`);
    expect((await basket(late)).codes[0]?.problem).toBeNull();
    expect((await checkout(late)).status).toBe(200);
    expect(await rows('select uses from promotion')).toEqual([{ uses: 100 }]);
  });

  it('does not deadlock when two stackable codes are entered in either order', async () => {
    await rows(
      `insert into promotion (code, percent_bp, is_stackable) values ('AAA', 1000, true), ('BBB', 1000, true)`,
    );
    await Promise.all(
      people.map(async (person, at) => {
        await putInBasket(person, { productId: productIds.deep });
        for (const code of at % 2 === 0 ? ['AAA', 'BBB'] : ['BBB', 'AAA']) await enterCode(person, code);
      }),
    );
    const responses = await Promise.all(people.map((person) => checkout(person)));
    expect(responses.map(({ status }) => status)).toEqual(people.map(() => 200));
    expect(await rows('select uses from promotion')).toEqual([{ uses: 40 }, { uses: 40 }]);
  });
});
