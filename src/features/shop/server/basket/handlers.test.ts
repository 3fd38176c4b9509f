import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import {
  candidate,
  diver,
  instructor,
  productIds,
  store,
  student,
  createShopFixture,
} from '#test/support/api/shop-testing.ts';
import { issueECard } from '#features/certifications/server/public.ts';
import type { Basket } from '#features/shop/shared/contract.ts';

const shop = await createShopFixture();
const { basket, putInBasket, call, rows, deleteOrders, product, checkout } = shop;

const setQuantity = (lineId: string, quantity: unknown, person = diver) =>
  call<Basket>(person, 'PUT', `basket/lines/${lineId}`, { quantity });
const takeOut = (lineId: string, person = diver) => call<Basket>(person, 'DELETE', `basket/lines/${lineId}`);
const quantities = ({ lines }: Basket) => lines.map(({ productId, quantity }) => [productId, quantity]);

async function certificationOf(person: { id: number }, levelId: number): Promise<number> {
  await rows('delete from certification where affiliate_id = $1 and level_id = $2', [person.id, levelId]);
  const [row] = await rows<{ id: number }>(
    `insert into certification (affiliate_id, level_id, cert_date) values ($1, $2, '2020-05-01')
     returning license_id as id`,
    [person.id, levelId],
  );
  return row?.id ?? 0;
}

const giveECard = ({ id }: { id: number }, licenseID: number) =>
  shop.services.database.inTransaction('test', (db) =>
    issueECard(db, { affiliateId: id, licenseID, source: 'association' }),
  );

beforeEach(async () => {
  await deleteOrders();
  await rows(`delete from enrollment where affiliate_id = $1 and package_id = 'deep'`, [diver.id]);
});

describe('GET basket', () => {
  it('returns an empty basket before anything was added', async () => {
    expect(await basket(diver)).toEqual({
      version: 0,
      country: 'SE',
      currency: 'SEK',
      lines: [],
      codes: [],
      subtotalMinor: 0,
      discountMinor: 0,
      taxMinor: 0,
      isTaxIncluded: true,
      totalMinor: 0,
    });
  });

  it("prices lines with the current price, currency and tax of the person's country", async () => {
    await putInBasket(diver, { productId: productIds.mask, quantity: 2 });
    const [price] = await rows<{ minor: number }>(
      `select amount_minor as minor from product_price where product_id = $1 and currency = 'SEK'`,
      [productIds.mask],
    );
    const unitMinor = price?.minor ?? 0;
    expect(unitMinor).toBeGreaterThan(0);
    const taxMinor = Math.round((unitMinor * 2 * 2_500) / 12_500);
    const line = { unitMinor, discountMinor: 0, taxBp: 2_500, taxMinor, totalMinor: unitMinor * 2 };
    expect(await basket(diver)).toMatchObject({
      lines: [{ productId: productIds.mask, quantity: 2, isPosted: true, problem: null, maxQuantity: 20, ...line }],
      subtotalMinor: unitMinor * 2,
      taxMinor,
      totalMinor: unitMinor * 2,
    });
    await rows(`update product_price set amount_minor = $2 where product_id = $1 and currency = 'SEK'`, [
      productIds.mask,
      unitMinor + 100,
    ]);
    expect((await basket(diver)).totalMinor).toBe(unitMinor * 2 + 200);
    await rows(`update product_price set amount_minor = $2 where product_id = $1 and currency = 'SEK'`, [
      productIds.mask,
      unitMinor,
    ]);
  });

  it('adds the tax on top in countries where prices exclude it', async () => {
    await rows('delete from mailing_address where affiliate_id = $1', [student.id]);
    await rows(`update person set country = 'US' where affiliate_id = $1`, [student.id]);
    await putInBasket(student, { productId: productIds.mask });
    const { body } = await putInBasket(student, { productId: productIds.openWater, isGift: true });
    const [mask, course] = body.lines;
    const taxMinor = Math.round(((mask?.unitMinor ?? 0) * 7) / 100);
    expect(mask).toMatchObject({ taxBp: 700, taxMinor, totalMinor: (mask?.unitMinor ?? 0) + taxMinor });
    expect(course).toMatchObject({ taxBp: 0, taxMinor: 0, totalMinor: course?.unitMinor });
    expect(body).toMatchObject({ country: 'US', currency: 'USD', isTaxIncluded: false, taxMinor });
    expect(body.totalMinor).toBe(body.subtotalMinor + taxMinor);
  });

  it("does not show or change another person's basket", async () => {
    const { body } = await putInBasket(diver, { productId: productIds.mask });
    const lineId = body.lines[0]?.lineId ?? '';
    expect((await basket(student)).lines).toEqual([]);
    expect((await setQuantity(lineId, 2, student)).code).toBe('shop.no_line');
    expect((await takeOut(lineId, student)).status).toBe(200);
    expect(quantities(await basket(diver))).toEqual([[productIds.mask, 1]]);
  });

  it('increments the version only when the basket changes', async () => {
    const first = (await putInBasket(diver, { productId: productIds.mask })).body;
    const lineId = first.lines[0]?.lineId ?? '';
    expect((await basket(diver)).version).toBe(first.version);
    expect((await setQuantity(lineId, 1)).body.version).toBe(first.version);
    expect((await setQuantity(lineId, 3)).body.version).toBe(first.version + 1);
    expect((await takeOut(randomUUID())).body.version).toBe(first.version + 1);
    expect((await takeOut(lineId)).body).toMatchObject({ version: first.version + 2, lines: [] });
  });
});

describe('POST basket/lines with a product that is already in the basket', () => {
  it('increases the quantity', async () => {
    const first = (await putInBasket(diver, { productId: productIds.mask, quantity: 2 })).body;
    const second = (await putInBasket(diver, { productId: productIds.mask, quantity: 3 })).body;
    expect(second.lines).toHaveLength(1);
    expect(second.lines[0]).toMatchObject({ lineId: first.lines[0]?.lineId, quantity: 5 });
  });

  it('ignores a repeated line id, even if it was merged into another line', async () => {
    const [one, two] = [randomUUID(), randomUUID()];
    await putInBasket(diver, { productId: productIds.mask, lineId: one });
    await putInBasket(diver, { productId: productIds.mask, lineId: one });
    await putInBasket(diver, { productId: productIds.mask, lineId: two, quantity: 4 });
    const { body } = await putInBasket(diver, { productId: productIds.mask, lineId: two, quantity: 4 });
    expect(quantities(body)).toEqual([[productIds.mask, 5]]);
  });

  it('does not add a removed line again when the request is repeated', async () => {
    const lineId = randomUUID();
    await putInBasket(diver, { productId: productIds.mask, lineId });
    await takeOut(lineId);
    expect((await putInBasket(diver, { productId: productIds.mask, lineId })).body.lines).toEqual([]);
  });

  it('returns 422 when the quantity exceeds the maximum of one order', async () => {
    await putInBasket(diver, { productId: productIds.mask, quantity: 19 });
    expect(await putInBasket(diver, { productId: productIds.mask, quantity: 2 })).toMatchObject({
      status: 422,
      code: 'shop.too_many',
      path: 'quantity',
    });
    expect(quantities(await basket(diver))).toEqual([[productIds.mask, 19]]);
  });

  it('counts every request when two tabs add at the same time', async () => {
    const products = [productIds.mask, productIds.logbook, productIds.mask, productIds.logbook, productIds.mask];
    await Promise.all(products.map((productId) => putInBasket(diver, { productId })));
    const { version, lines } = await basket(diver);
    expect(Object.fromEntries(lines.map(({ productId, quantity }) => [productId, quantity]))).toEqual({
      [productIds.mask]: 3,
      [productIds.logbook]: 2,
    });
    expect(version).toBe(products.length);
  });

  it('adds one line when twenty tabs send the same line id', async () => {
    const lineId = randomUUID();
    await Promise.all(Array.from({ length: 20 }, () => putInBasket(diver, { productId: productIds.mask, lineId })));
    expect(quantities(await basket(diver))).toEqual([[productIds.mask, 1]]);
  });
});

describe('POST basket/lines with a course', () => {
  it('adds a course for oneself only once', async () => {
    expect((await putInBasket(diver, { productId: productIds.deep, quantity: 2 })).code).toBe('shop.too_many');
    await putInBasket(diver, { productId: productIds.deep });
    const { body, status } = await putInBasket(diver, { productId: productIds.deep });
    expect(status).toBe(200);
    expect(body.lines).toMatchObject([{ productId: productIds.deep, quantity: 1, maxQuantity: 1, isGift: false }]);
    expect((await setQuantity(body.lines[0]?.lineId ?? '', 2)).code).toBe('shop.too_many');
  });

  it('returns 409 without the prerequisite unless it is a gift', async () => {
    const refused = await putInBasket(student, { productId: productIds.enrichedAir });
    expect(refused).toMatchObject({ status: 409, code: 'shop.prerequisite' });
    const { body } = await product(student, productIds.enrichedAir);
    expect(body).toMatchObject({
      afterLevel: 'Open Water',
      hasPrerequisite: false,
      prerequisitePath: '/training/course/open-water',
    });
    expect((await product(diver, productIds.enrichedAir)).body).toMatchObject({ hasPrerequisite: true });
    expect((await putInBasket(student, { productId: productIds.enrichedAir, isGift: true })).status).toBe(200);
  });

  it('refuses the order when the prerequisite was lost after the course was added', async () => {
    await putInBasket(diver, { productId: productIds.deep });
    await rows("update certification set revoked_at = now(), revoked_reason = 'Lost' where affiliate_id = $1", [
      diver.id,
    ]);
    const { lines } = await basket(diver);
    expect(lines).toMatchObject([{ problem: 'shop.prerequisite', afterLevel: 'Open Water', totalMinor: 0 }]);
    expect((await checkout(diver)).code).toBe('shop.prerequisite');
    await rows('update certification set revoked_at = null, revoked_reason = null where affiliate_id = $1', [diver.id]);
    expect((await checkout(diver)).status).toBe(200);
    await deleteOrders();
  });

  it('returns 409 for an owned course unless it is a gift', async () => {
    await rows(`insert into enrollment (affiliate_id, package_id, source) values ($1, 'deep', 'code')`, [diver.id]);
    expect(await putInBasket(diver, { productId: productIds.deep })).toMatchObject({ status: 409, code: 'shop.owned' });
    const { body } = await putInBasket(diver, { productId: productIds.deep, isGift: true, quantity: 3 });
    expect(body.lines).toMatchObject([{ isGift: true, quantity: 3, problem: null }]);
  });

  it("adds the buyer's own course and gifts as separate lines", async () => {
    await putInBasket(diver, { productId: productIds.deep });
    const { body } = await putInBasket(diver, { productId: productIds.deep, isGift: true, quantity: 2 });
    expect(body.lines.map(({ isGift, quantity }) => [isGift, quantity])).toEqual([
      [false, 1],
      [true, 2],
    ]);
  });

  it.each([store, instructor])('adds a course as a gift for $email', async (person) => {
    const { body } = await putInBasket(person, { productId: productIds.deep, quantity: 20 });
    expect(body.lines).toMatchObject([{ isGift: true, quantity: 20, maxQuantity: 500, problem: null }]);
  });
});

describe('POST basket/lines with a card', () => {
  it("requires the buyer's own valid certification of that level", async () => {
    const [own, other] = [await certificationOf(diver, 10), await certificationOf(student, 10)];
    const level20 = await certificationOf(diver, 20);
    for (const licenseID of [null, other, level20, 999_999_999])
      expect(await putInBasket(diver, { productId: productIds.openWaterCard, licenseID })).toMatchObject({
        status: 422,
        code: 'shop.no_certification',
        path: 'licenseID',
      });
    await rows('update certification set revoked_at = now(), revoked_reason = $2 where license_id = $1', [own, 'x']);
    expect((await putInBasket(diver, { productId: productIds.openWaterCard, licenseID: own })).code).toBe(
      'shop.no_certification',
    );
    const reissued = await certificationOf(diver, 10);
    const { body } = await putInBasket(diver, { productId: productIds.openWaterCard, licenseID: reissued });
    expect(body.lines).toMatchObject([{ licenseID: reissued, isPosted: true, problem: null }]);
  });

  it('returns 409 for an eCard when the certification has one', async () => {
    const licenseID = await certificationOf(diver, 10);
    await giveECard(diver, licenseID);
    expect((await putInBasket(diver, { productId: productIds.openWaterECard, licenseID })).code).toBe('shop.has_ecard');
    expect((await putInBasket(diver, { productId: productIds.openWaterCard, licenseID })).status).toBe(200);
  });
});

describe('products that are not available', () => {
  it('stay in the basket with a problem and do not count toward the totals', async () => {
    const licenseID = await certificationOf(candidate, 10);
    await putInBasket(candidate, { productId: productIds.openWaterECard, licenseID });
    await putInBasket(candidate, { productId: productIds.mask });
    await rows(`delete from enrollment where affiliate_id = $1 and package_id = 'deep'`, [candidate.id]);
    await putInBasket(candidate, { productId: productIds.deep });
    await putInBasket(candidate, { productId: productIds.logbook });
    await rows('update product set is_sellable = false where product_id = $1', [productIds.mask]);
    await rows(`insert into enrollment (affiliate_id, package_id, source) values ($1, 'deep', 'code')`, [candidate.id]);
    await giveECard(candidate, licenseID);
    const { lines, ...totals } = await basket(candidate);
    await rows('update product set is_sellable = true where product_id = $1', [productIds.mask]);
    await rows(`delete from enrollment where affiliate_id = $1 and package_id = 'deep'`, [candidate.id]);
    expect(lines.map(({ productId, problem, totalMinor }) => [productId, problem, totalMinor])).toEqual([
      [productIds.openWaterECard, 'shop.has_ecard', 0],
      [productIds.mask, 'shop.not_sold', 0],
      [productIds.deep, 'shop.owned', 0],
      [productIds.logbook, null, totals.totalMinor],
    ]);
    expect(totals.subtotalMinor).toBe(lines[3]?.unitMinor);
  });

  it('cannot be added', async () => {
    await rows('update product set is_sellable = false where product_id = $1', [productIds.mask]);
    expect(await putInBasket(diver, { productId: productIds.mask })).toMatchObject({
      status: 409,
      code: 'shop.not_sold',
    });
    await rows('update product set is_sellable = true where product_id = $1', [productIds.mask]);
    expect((await putInBasket(diver, { productId: productIds.membership })).code).toBe('shop.not_sold');
    expect(await putInBasket(diver, { productId: 999_999 })).toMatchObject({ status: 404, code: 'shop.no_product' });
  });
});

describe('invalid input', () => {
  it.each([
    ['a quantity of zero', { quantity: 0 }, 'quantity'],
    ['a quantity below zero', { quantity: -1 }, 'quantity'],
    ['half a thing', { quantity: 0.5 }, 'quantity'],
    ['a huge quantity', { quantity: 501 }, 'quantity'],
    ['a quantity beyond all numbers', { quantity: 1e300 }, 'quantity'],
    ['a price of its own', { unitMinor: 1 }, 'unitMinor'],
    ['a discount of its own', { discountMinor: 100 }, 'discountMinor'],
    ['a line that has no name', { lineId: 'x' }, 'lineId'],
    ['a product that is none', { productId: 0 }, 'productId'],
  ])('rejects %s and stores nothing', async (_name, wrong, path) => {
    expect(await putInBasket(diver, { productId: productIds.mask, ...wrong })).toMatchObject({
      status: 400,
      code: 'request.invalid',
      path,
    });
    expect(await rows('select from basket')).toEqual([]);
  });

  it('rejects an invalid quantity and does not change the line', async () => {
    const { body } = await putInBasket(diver, { productId: productIds.mask, quantity: 2 });
    for (const quantity of [0, -3, 501, 1.5, '2', null])
      expect((await setQuantity(body.lines[0]?.lineId ?? '', quantity)).code).toBe('request.invalid');
    expect((await setQuantity(body.lines[0]?.lineId ?? '', 21)).code).toBe('shop.too_many');
    expect(await basket(diver)).toEqual(body);
  });

  it('rejects more than a hundred lines', async () => {
    await rows('insert into basket (affiliate_id) values ($1)', [diver.id]);
    await rows(
      `insert into basket_line (affiliate_id, line_id, product_id, quantity, license_id)
       select $1, gen_random_uuid(), $2, 1, n from generate_series(1, 100) n`,
      [diver.id, productIds.openWaterCard],
    );
    expect((await putInBasket(diver, { productId: productIds.mask })).code).toBe('shop.too_many');
  });
});
