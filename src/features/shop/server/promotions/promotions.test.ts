import { describe, expect, it } from 'vitest';
import { diver, productIds, createShopFixture } from '#test/support/api/shop-testing.ts';
import { addPromotion, endPromotion } from './promotions.ts';

const { services, basket, putInBasket, enterCode, rows } = await createShopFixture();
const createActor = () => ({ by: 'command:test', now: new Date() });
const inTransaction = <Result>(work: Parameters<typeof services.database.inTransaction<Result>>[1]) =>
  services.database.inTransaction('test', work);

describe('promotions', () => {
  it('discount until they are ended, and both changes are audited', async () => {
    await inTransaction((db) =>
      addPromotion(db, { code: 'LAGOON', percent: 12.5, categories: ['gear'] }, createActor()),
    );
    await putInBasket(diver, { productId: productIds.mask });
    const { body } = await enterCode(diver, 'lagoon');
    expect(body.discountMinor).toBe(Math.round(body.subtotalMinor / 8));
    await inTransaction((db) => endPromotion(db, 'LAGOON', createActor()));
    expect((await basket(diver)).codes).toMatchObject([{ problem: 'shop.code_over', savedMinor: 0 }]);
    expect(
      await rows<{ action: string }>(`select action from audit_entry where subject = 'promotion:LAGOON' order by seq`),
    ).toEqual([{ action: 'shop.promotion_added' }, { action: 'shop.promotion_ended' }]);
  });

  it.each([
    ['neither a percentage nor an amount', {}],
    ['both a percentage and an amount', { percent: 10, amount: 5, currency: 'USD' as const }],
    ['an amount without a currency', { amount: 5 }],
    ['half a yen', { amount: 0.5, currency: 'JPY' as const }],
    ['more than 100%', { percent: 101 }],
    ['an end before the start', { percent: 5, startsAt: new Date('2027-02-01'), endsAt: new Date('2027-01-01') }],
    ['an invalid date', { percent: 5, endsAt: new Date('never') }],
  ])('are rejected with %s and not stored', async (_what, input) => {
    await expect(inTransaction((db) => addPromotion(db, { code: 'WRONG', ...input }, createActor()))).rejects.toThrow(
      Error,
    );
    expect(await rows(`select code from promotion where code = 'WRONG'`)).toEqual([]);
  });

  it('cannot be added twice or ended twice', async () => {
    await inTransaction((db) => addPromotion(db, { code: 'ONCE', percent: 5 }, createActor()));
    await expect(inTransaction((db) => addPromotion(db, { code: 'ONCE', percent: 50 }, createActor()))).rejects.toThrow(
      'already',
    );
    await inTransaction((db) => endPromotion(db, 'ONCE', createActor()));
    await expect(inTransaction((db) => endPromotion(db, 'ONCE', createActor()))).rejects.toThrow('no active promotion');
  });
});
