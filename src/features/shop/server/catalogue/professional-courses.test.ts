import { beforeEach, describe, expect, it } from 'vitest';
import { affiliateType } from '#domain/roles.ts';
import {
  candidate,
  instructor,
  type Person,
  productIds,
  store,
  student,
  createShopFixture,
} from '#test/support/api/shop-testing.ts';

const shop = await createShopFixture();
const { putInBasket, basket, call, product, products, rows, deleteOrders } = shop;
/** A person with a completed divemaster application. */
const divemaster = candidate;
const setType = (type: number) =>
  rows('update person set affiliate_type_id = $2 where affiliate_id = $1', [divemaster.id, type]);

beforeEach(async () => {
  await deleteOrders();
  await setType(affiliateType.divemaster);
});

const isListed = async (person: Person) =>
  (await products(person, 'search=instructor+development')).items.some(
    ({ productId }) => productId === productIds.instructorDevelopment,
  );

describe('instructor development in the shop', () => {
  it('is shown to divemasters only', async () => {
    expect(await isListed(divemaster)).toBe(true);
    for (const other of [student, instructor, store]) expect(await isListed(other)).toBe(false);
    expect((await product(divemaster, productIds.instructorDevelopment)).body).toMatchObject({
      packageId: 'instructor-development',
      afterLevel: 'Divemaster',
      isForOthersOnly: false,
    });
    for (const other of [student, instructor, store])
      expect((await product(other, productIds.instructorDevelopment)).code).toBe('shop.no_product');
  });

  it('is recommended to divemasters first', async () => {
    const recommended = async (person: Person) =>
      (await call<{ product: { productId: number } }[]>(person, 'GET', 'products/recommended')).body.map(
        (one) => one.product.productId,
      );
    expect((await recommended(divemaster))[0]).toBe(productIds.instructorDevelopment);
    for (const other of [student, instructor, store])
      expect(await recommended(other)).not.toContain(productIds.instructorDevelopment);
  });

  it('is bought by a divemaster for themselves, while other courses become codes', async () => {
    await putInBasket(divemaster, { productId: productIds.instructorDevelopment });
    await putInBasket(divemaster, { productId: productIds.deep });
    expect((await basket(divemaster)).lines.map(({ productId, isGift }) => [productId, isGift])).toEqual([
      [productIds.instructorDevelopment, false],
      [productIds.deep, true],
    ]);
    expect((await product(divemaster, productIds.deep)).body).toMatchObject({ isForOthersOnly: true });
  });

  it('cannot be added to the basket or ordered by anyone else', async () => {
    for (const other of [student, instructor, store]) {
      const { code, path } = await putInBasket(other, { productId: productIds.instructorDevelopment });
      expect([code, path]).toEqual(['shop.not_sold', 'productId']);
    }
    await putInBasket(divemaster, { productId: productIds.instructorDevelopment });
    await setType(affiliateType.diver);
    expect((await basket(divemaster)).lines).toMatchObject([{ problem: 'shop.not_sold', totalMinor: 0 }]);
  });
});
