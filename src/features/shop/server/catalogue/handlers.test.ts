import { beforeEach, describe, expect, it } from 'vitest';
import {
  candidate,
  diver,
  instructor,
  productIds,
  staff,
  store,
  student,
  createShopFixture,
} from '#test/support/api/shop-testing.ts';
import { issueECard } from '#features/certifications/server/public.ts';
import { levels } from '#domain/certification-levels.ts';
import { type ProductCard, pageSize } from '#features/shop/shared/contract.ts';
import { productSorts } from '#features/shop/shared/categories.ts';
import { readShopper } from '#features/shop/server/shopper.ts';

const { rows, call, products, product, services, deleteOrders } = await createShopFixture();

const setLanguage = (id: number, language: string) =>
  rows('update person set language = $2 where affiliate_id = $1', [id, language]);
const certify = async ({ id }: typeof diver, levelId: number, hasECard = false) => {
  const [row] = await rows<{ licenseID: number }>(
    `insert into certification (affiliate_id, level_id, cert_date, instructor_name, store_name, office)
     values ($1, $2, '2026-01-05', 'T', 'S', 'EMEA') returning license_id as "licenseID"`,
    [id, levelId],
  );
  const licenseID = row?.licenseID ?? 0;
  if (hasECard)
    await services.database.inTransaction('test', (db) =>
      issueECard(db, { affiliateId: id, licenseID, source: 'association' }),
    );
  return licenseID;
};
const names = (items: readonly ProductCard[]) => items.map(({ name }) => name);
const all = async (person: typeof diver, query = '') => {
  const found: ProductCard[] = [];
  for (let page = 1; ; page++) {
    const { items } = await products(person, `${query}&page=${page}`);
    found.push(...items);
    if (items.length < pageSize) return found;
  }
};
const find = async (person: typeof diver, productId: number) => {
  const card = (await all(person)).find((one) => one.productId === productId);
  if (card === undefined) throw new Error(`product ${productId} not found in the catalogue`);
  return card;
};

beforeEach(async () => {
  await deleteOrders();
  for (const person of [candidate, diver, student]) await setLanguage(person.id, 'en-US');
  await rows('delete from enrollment where affiliate_id = $1', [candidate.id]);
  await rows('delete from certification where affiliate_id = $1', [candidate.id]);
});

describe('GET products', () => {
  it('returns every product once across the pages, with the total', async () => {
    const { items, total, counts, currency } = await products(candidate);
    expect(items).toHaveLength(pageSize);
    expect(Object.values(counts).reduce((sum: number, count) => sum + count, 0)).toBe(total);
    expect(currency).toBe('USD');
    const everything = await all(candidate);
    expect(everything).toHaveLength(total);
    expect(new Set(everything.map(({ productId }) => productId)).size).toBe(total);
    expect((await products(candidate, 'page=10000')).items).toEqual([]);
    expect((await products(candidate, 'page=10000')).total).toBe(total);
  });

  it('filters by category and returns the counts of all categories', async () => {
    const everything = await products(candidate);
    const gear = await products(candidate, 'category=gear');
    expect(new Set(gear.items.map(({ category }) => category))).toEqual(new Set(['gear']));
    expect(gear.total).toBe(gear.items.length);
    expect(gear.counts).toEqual(everything.counts);
  });

  it('matches every word in names and excerpts, ignoring case and accents', async () => {
    const search = async (text: string) => names(await all(candidate, `search=${encodeURIComponent(text)}`));
    expect(await search('PEAK buoyancy')).toContain('Peak Buoyancy');
    expect(await search('öpen wátér handbook')).toEqual(['The Open Water Handbook']);
    // Matches the excerpt only.
    expect(await search('silicone')).toEqual(['Low-volume mask']);
    expect(await search('mask silicone nowhere')).toEqual([]);
    expect(await search('25%')).toEqual(['Club membership']);
    expect(await search('_')).toEqual([]);
    expect((await products(candidate, 'search=book')).counts).toMatchObject({ book: 2 });
    expect((await products(candidate, 'search=silicone&category=book')).items).toEqual([]);
    expect((await products(candidate, 'search=silicone&category=book')).counts).toEqual({ gear: 1 });
  });

  it("searches in the reader's language", async () => {
    await setLanguage(candidate.id, 'de-DE');
    const name = services.messages.format('de-DE', 'shop.product.low_mask.name');
    expect(names(await all(candidate, `search=${encodeURIComponent(name)}`))).toContain(name);
  });

  it.each(
    (['en-US', 'sv-SE', 'cs-CZ', 'ja-JP', 'ar-SA'] as const).flatMap((language) => [
      [language, 'name'] as const,
      [language, 'name_desc'] as const,
    ]),
  )('sorts names by the rules of %s with %s', async (language, sort) => {
    await setLanguage(candidate.id, language);
    const found = names(await all(candidate, `sort=${sort}`));
    const { compare } = new Intl.Collator(language, { numeric: true });
    expect(found).toEqual(sort === 'name' ? found.toSorted(compare) : found.toSorted((a, b) => compare(b, a)));
  });

  it.each(['price', 'price_desc'] as const)('sorts the membership by its offer price with %s', async (sort) => {
    await certify(candidate, 10);
    const prices = (await all(candidate, `sort=${sort}`)).map(({ price }) => price?.minor ?? 0);
    expect(prices).toContain(2695);
    expect(prices).toEqual(prices.toSorted((a, b) => (sort === 'price' ? a - b : b - a)));
  });

  it('returns the same products in every sort order', async () => {
    const sets = await Promise.all(
      productSorts.map(async (sort) => (await all(candidate, `sort=${sort}`)).map(({ productId }) => productId)),
    );
    for (const ids of sets) expect(new Set(ids)).toEqual(new Set(sets[0]));
  });

  it('starts with the most popular product and ends with cards the person cannot buy', async () => {
    await certify(candidate, 40);
    const found = await all(candidate);
    expect(found[0]?.productId).toBe(productIds.openWater);
    const cards = found.filter(({ kind }) => kind === 'ecard' || kind === 'card');
    expect(names(cards).slice(0, 2)).toEqual(['Rescue eCard', 'Rescue printed card']);
    expect(found.slice(-(cards.length - 2))).toEqual(cards.slice(2));
  });

  it('shows cards of professional levels only to people who hold them', async () => {
    const ids = levels.filter(({ kind }) => kind === 'professional').map(({ eCardStockID }) => eCardStockID);
    const professional = new Set(ids);
    const of = async (person: typeof diver) =>
      (await all(person)).map(({ productId }) => productId).filter((id) => professional.has(id));
    expect(await of(candidate)).toEqual([]);
    expect(await of(instructor)).not.toEqual([]);
  });

  it('shows stores and staff only courses, codes and items', async () => {
    for (const person of [store, staff]) {
      expect(new Set((await all(person)).map(({ kind }) => kind))).toEqual(new Set(['course', 'code', 'item']));
      expect((await products(person, 'category=ecard')).items).toEqual([]);
    }
  });

  it('leaves out products that are no longer sold', async () => {
    await rows('update product set is_sellable = false where product_id = 4002');
    expect((await all(candidate)).map(({ productId }) => productId)).not.toContain(4002);
    expect((await product(candidate, 4002)).body.price).toBeNull();
    await rows('update product set is_sellable = true where product_id = 4002');
  });

  it.each([
    ['page=0', 'page'],
    ['page=-1', 'page'],
    ['page=1000000', 'page'],
    ['page=one', 'page'],
    ['category=moon', 'category'],
    ['sort=cheap', 'sort'],
    [`search=${'a'.repeat(1000)}`, 'search'],
  ])('returns 400 for %s', async (query, path) => {
    const { status, path: where } = await call(candidate, 'GET', `products?${query.slice(0, 1100)}`);
    expect(status).toBe(400);
    expect(where).toContain(path);
  });

  it('returns 401 without a session', async () => {
    for (const path of ['products', 'products/recommended', 'products/35', 'club-line', 'promotions'])
      expect((await call(null, 'GET', path)).status).toBe(401);
  });
});

describe('product prices', () => {
  it.each([
    [diver, 'SEK'],
    [student, 'EUR'],
    [instructor, 'GBP'],
    [candidate, 'USD'],
    [store, 'GBP'],
  ])('uses the currency of the payer: %o in %s', async (person, currency) => {
    expect((await products(person)).currency).toBe(currency);
    expect((await product(person, productIds.mask)).body.price?.currency).toBe(currency);
  });

  it("uses the currency of a store's credit in another country", async () => {
    const credit = 'update person set available_credit_currency = $2 where affiliate_id = $1';
    await rows(credit, [store.id, 'USD']);
    expect((await products(store)).currency).toBe('USD');
    await rows(credit, [store.id, 'GBP']);
  });

  it('uses US dollars when the country is unknown', async () => {
    await rows("update person set country = '' where affiliate_id = $1", [candidate.id]);
    const [deleted] = await rows<{ sealed_address: string }>(
      'delete from mailing_address where affiliate_id = $1 returning sealed_address',
      [candidate.id],
    );
    const { country, currency, address } = await readShopper(
      { now: new Date(), db: services.database.db, services },
      candidate.id,
    );
    expect({ country, currency, address }).toEqual({ country: '', currency: 'USD', address: null });
    await rows('insert into mailing_address (affiliate_id, sealed_address) values ($1, $2)', [
      candidate.id,
      deleted?.sealed_address,
    ]);
  });

  it("uses the club's offer as the price of a membership", async () => {
    expect(await find(student, productIds.membership)).toMatchObject({ price: null, isOwned: false, path: '/club' });
    await certify(candidate, 10);
    expect((await find(candidate, productIds.membership)).price).toEqual({ minor: 2695, currency: 'USD' });
  });
});

describe('owned products', () => {
  it('marks a course the person is enrolled in', async () => {
    expect(await find(candidate, productIds.deep)).toMatchObject({ isOwned: false, path: null });
    await rows("insert into enrollment (affiliate_id, package_id, source) values ($1, 'deep', 'order')", [
      candidate.id,
    ]);
    expect(await find(candidate, productIds.deep)).toMatchObject({ isOwned: true, path: '/training/course/deep' });
    expect(await find(diver, productIds.deep)).toMatchObject({ isOwned: false });
  });

  it('marks the eCard of a certification, but never the printed card', async () => {
    expect(await find(candidate, 35)).toMatchObject({ isOwned: false, path: null });
    const licenseID = await certify(candidate, 10, true);
    expect(await find(candidate, 35)).toMatchObject({ isOwned: true, path: `/certifications/ecard/${licenseID}/10` });
    expect(await find(diver, 35)).not.toMatchObject({ path: `/certifications/ecard/${licenseID}/10` });
    expect(await find(candidate, 1035)).toMatchObject({ isOwned: false });
    await rows("update certification set revoked_at = now(), revoked_reason = 'x' where affiliate_id = $1", [
      candidate.id,
    ]);
    expect(await find(candidate, 35)).toMatchObject({ isOwned: false, path: null });
  });

  it("marks products in the person's own basket only", async () => {
    await rows('insert into basket (affiliate_id) values ($1)', [diver.id]);
    await rows('insert into basket_line (affiliate_id, line_id, product_id, quantity) values ($1, $2, $3, 1)', [
      diver.id,
      crypto.randomUUID(),
      productIds.mask,
    ]);
    expect((await find(diver, productIds.mask)).isInBasket).toBe(true);
    expect((await find(candidate, productIds.mask)).isInBasket).toBe(false);
  });
});

describe('GET products/{productId}', () => {
  it('returns a course with its sections', async () => {
    const { body } = await product(candidate, productIds.openWater);
    expect(body).toMatchObject({ packageId: 'open-water', levelID: null, isPosted: false, certifications: [] });
    expect(body.sections).toContain('Under pressure');
    expect(body.afterLevel).toBeNull();
    expect((await product(candidate, productIds.deep)).body.afterLevel).toBe('Open Water');
  });

  it('returns the certifications a card is available for', async () => {
    await certify(candidate, 10, true);
    await certify(candidate, 30);
    const { body } = await product(candidate, 35);
    expect(body).toMatchObject({ levelID: 10, packageId: null, sections: [], maxQuantity: 1 });
    expect(body.certifications).toMatchObject([{ levelName: 'Open Water', refusal: 'shop.has_ecard' }]);
    expect(body.certifications[0]?.certDate).toBe('2026-01-05');
    expect((await product(candidate, 1035)).body.certifications).toMatchObject([{ refusal: null }]);
    expect((await product(candidate, 46)).body.certifications).toMatchObject([{ refusal: null }]);
    expect((await product(candidate, 47)).body.certifications).toEqual([]);
  });

  it.each([['products/9999', 404, 'shop.no_product']])(
    'returns an error for unknown products: %s',
    async (path, status, code) => {
      expect(await call(candidate, 'GET', path)).toMatchObject({ status, code });
    },
  );

  it.each(['products/0', 'products/-5', 'products/moon', 'products/99999999999999'])(
    'returns 400 for %s',
    async (path) => {
      expect((await call(candidate, 'GET', path)).status).toBe(400);
    },
  );
});
