import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createShopFixture } from '#test/support/api/shop-testing.ts';
import { locales } from '#platform/shared/locale.ts';
import { levels } from '#domain/certification-levels.ts';
import { currencies } from '#features/payments/shared/currency.ts';
import { CatalogueFile, convertPrice, readCatalogueFile } from './catalogue-file.ts';
import { syncCatalogue } from './sync-catalogue.ts';
import { buildCatalogue } from './build-catalogue.ts';

const { services, rows } = await createShopFixture();
const file = readCatalogueFile();
const shelf = buildCatalogue(file, services.messages, 'Test Club');

/** The transaction ids show whether a row was rewritten. */
const versions = () => rows<{ xmin: string }>('select xmin::text from product order by product_id');
const sellable = async (productId: number) =>
  (await rows<{ is_sellable: boolean }>('select is_sellable from product where product_id = $1', [productId]))[0]
    ?.is_sellable;

describe('catalogue file', () => {
  it('has a drawing for every product', () => {
    const drawings = readdirSync(join(import.meta.dirname, '../../../../ui/drawings'));
    for (const { drawing } of shelf.products) expect(drawings).toContain(`${drawing}-drawing.tsx`);
  });

  it('reports the path of an invalid value', () => {
    const wrong = { ...file, items: [{ ...file.items[0], usdMinor: -1 }] };
    expect(CatalogueFile.safeParse(wrong).error?.issues.map(({ path }) => path.join('.'))).toEqual([
      'items.0.usdMinor',
    ]);
    expect(CatalogueFile.safeParse({ ...file, courses: [{ ...file.courses[0], after: 'moon' }] }).success).toBe(false);
    const { JPY: _left, ...others } = file.currencies;
    expect(CatalogueFile.safeParse({ ...file, currencies: others }).success).toBe(false);
  });

  it('rejects duplicate product numbers', () => {
    const [first] = file.items;
    if (first === undefined) throw new Error('the catalogue has no items');
    expect(() => buildCatalogue({ ...file, items: [...file.items, first] }, services.messages, 'Test Club')).toThrow(
      'duplicate product number',
    );
  });

  it('rejects an unknown course', () => {
    const [course] = file.courses;
    if (course === undefined) throw new Error('the catalogue has no courses');
    expect(() =>
      buildCatalogue({ ...file, courses: [{ ...course, packageId: 'moon' }] }, services.messages, 'Test Club'),
    ).toThrow('moon');
  });
});

describe('convertPrice', () => {
  it.each([
    ['USD', 3495, 3495],
    ['EUR', 3495, 3300],
    ['SEK', 3495, 37_000],
    // Yen have no minor unit.
    ['JPY', 3495, 5300],
    ['JPY', 1, 50],
  ] as const)('in %s converts %i US cents to %i', (currency, usdMinor, minor) => {
    expect(convertPrice(file, usdMinor, currency)).toBe(minor);
  });
});

describe('syncCatalogue', () => {
  it('stores every product in every language and currency', async () => {
    const count = async (table: string) =>
      (await rows<{ count: number }>(`select count(*)::int as count from ${table}`))[0]?.count;
    expect(await count('product')).toBe(shelf.products.length);
    expect(await count('product_text')).toBe(shelf.products.length * locales.length);
    expect(await count('product_price')).toBe(shelf.products.length * currencies.length);
    expect(await rows("select from product_text where name = '' or excerpt = ''")).toEqual([]);
  });

  it('stores an eCard and a printed card for every level', async () => {
    const cards = await rows<{ product_id: number; level_id: number; kind: string }>(
      'select product_id, level_id, kind from product where level_id is not null',
    );
    expect(cards).toHaveLength(levels.length * 2);
    for (const { levelID, eCardStockID } of levels) {
      expect(cards).toContainEqual({ product_id: eCardStockID, level_id: levelID, kind: 'ecard' });
      expect(cards).toContainEqual({ product_id: 1000 + eCardStockID, level_id: levelID, kind: 'card' });
    }
  });

  it('writes nothing when the file has not changed', async () => {
    const before = await versions();
    await syncCatalogue(services);
    expect(await versions()).toEqual(before);
  });

  it('retires products missing from the file and restores them later', async () => {
    const items = file.items.filter(({ productId }) => productId !== 4001);
    await syncCatalogue(services, { ...file, items });
    expect(await sellable(4001)).toBe(false);
    expect(await sellable(4002)).toBe(true);
    await syncCatalogue(services);
    expect(await sellable(4001)).toBe(true);
  });

  it('writes the same result when several processes start concurrently', async () => {
    const items = file.items.map((item) => ({ ...item, usdMinor: item.usdMinor + 100 }));
    await Promise.all(Array.from({ length: 8 }, () => syncCatalogue(services, { ...file, items })));
    const price = 'select amount_minor as minor from product_price where product_id = 4001 and currency = $1';
    expect(await rows(price, ['USD'])).toEqual([{ minor: 8000 }]);
    await syncCatalogue(services);
    expect(await rows(price, ['USD'])).toEqual([{ minor: 7900 }]);
  });
});
