import { createHash } from 'node:crypto';
import { loadBrand } from '#platform/server/config/brand.ts';
import type { Services } from '#platform/server/http/context.ts';
import { statement } from '#platform/server/db/database.ts';
import { type CatalogueFile, readCatalogueFile } from './catalogue-file.ts';
import { buildCatalogue } from './build-catalogue.ts';

const lockDigest = statement<{ digest: string }, []>('select digest from catalogue for update');
const findDigest = statement<{ digest: string }, []>('select digest from catalogue');
const setDigest = statement<unknown, [digest: string]>('update catalogue set digest = $1');
const upsertProducts = statement<unknown, [products: string]>(`
  insert into product (product_id, kind, category, package_id, level_id, after_level_id, drawing, popularity,
    max_quantity, is_posted, is_sellable)
  select "productId", kind, category, "packageId", "levelId", "afterLevelId", drawing, popularity, "maxQuantity",
    "isPosted", "isSellable"
  from json_to_recordset($1::json) as r("productId" int, kind text, category text, "packageId" text, "levelId" int,
    "afterLevelId" int, drawing text, popularity int, "maxQuantity" int, "isPosted" boolean, "isSellable" boolean)
  on conflict (product_id) do update set kind = excluded.kind, category = excluded.category,
    package_id = excluded.package_id, level_id = excluded.level_id, after_level_id = excluded.after_level_id,
    drawing = excluded.drawing, popularity = excluded.popularity, max_quantity = excluded.max_quantity,
    is_posted = excluded.is_posted, is_sellable = excluded.is_sellable`);
/** Retired products are not deleted, because orders and baskets still refer to them. */
const retireOthers = statement<unknown, [productIds: number[]]>(
  'update product set is_sellable = false where is_sellable and product_id <> all ($1::int[])',
);
const upsertTexts = statement<unknown, [texts: string]>(`
  insert into product_text (product_id, locale, name, excerpt, search, place)
  select "productId", locale, name, excerpt, search, place
  from json_to_recordset($1::json) as r("productId" int, locale text, name text, excerpt text, search text, place int)
  on conflict (locale, product_id) do update set name = excluded.name, excerpt = excluded.excerpt,
    search = excluded.search, place = excluded.place`);
const upsertPrices = statement<unknown, [prices: string]>(`
  insert into product_price (product_id, currency, amount_minor)
  select "productId", currency, "amountMinor"
  from json_to_recordset($1::json) as r("productId" int, currency text, "amountMinor" bigint)
  on conflict (currency, product_id) do update set amount_minor = excluded.amount_minor`);

/**
 * Updates the product tables from the catalogue file; processes that start at the same time do it once. Products
 * missing from the file are no longer sold.
 */
export async function syncCatalogue(
  { database, messages, env }: Pick<Services, 'database' | 'messages' | 'env'>,
  file: CatalogueFile = readCatalogueFile(),
): Promise<void> {
  const { products, texts, prices } = buildCatalogue(file, messages, loadBrand(env.BRAND_FILE).club);
  const parts = [products, texts, prices].map((rows) => JSON.stringify(rows));
  const digest = createHash('sha256').update(parts.join('\n')).digest('base64url');
  const [known] = await findDigest(database.db);
  if (known?.digest === digest) return;
  await database.inTransaction('catalogue', async (db) => {
    const [before] = await lockDigest(db);
    if (before?.digest === digest) return;
    const [productRows = '', textRows = '', priceRows = ''] = parts;
    await upsertProducts(db, productRows);
    await retireOthers(
      db,
      products.map(({ productId }) => productId),
    );
    await upsertTexts(db, textRows);
    await upsertPrices(db, priceRows);
    await setDigest(db, digest);
  });
}
