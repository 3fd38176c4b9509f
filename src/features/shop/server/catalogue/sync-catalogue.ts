import { createHash } from 'node:crypto';
import { resolve } from 'node:path';
import { sql } from 'kysely';
import { loadBrand } from '#platform/server/config/brand.ts';
import type { Services } from '#platform/server/http/context.ts';
import { fingerprintFiles } from '#platform/server/files/fingerprint.ts';
import { query, toJson, type Params } from '#platform/server/db/query.ts';
import { type CatalogueFile, readCatalogueFile } from './catalogue-file.ts';
import { buildCatalogue, type Catalogue } from './build-catalogue.ts';

const root = resolve(import.meta.dirname, '../../../../..');

/** Files besides the catalogue file that affect products, texts and prices. */
const catalogueInputs = [
  'content/*/course.yaml',
  'content/*/*/course.md',
  'src/domain/certification-levels.ts',
  'src/features/{shop,certifications}/shared/messages/*.json',
  'src/features/{certifications/server,learning/server/content,payments/shared,shop/server/catalogue,shop/shared}/*.ts',
];

const lockDigest = query((db) => db.selectFrom('catalogue').select('digest').forNoKeyUpdate());
const findDigest = query((db) => db.selectFrom('catalogue').select('digest'));
const updateDigest = query((db, p: Params<{ digest: string }>) =>
  db.updateTable('catalogue').set({ digest: p.digest }),
);

const upsertProducts = query((db, p: Params<Pick<Catalogue, 'products'>>) =>
  db
    .insertInto('product')
    .columns([
      'product_id',
      'kind',
      'category',
      'package_id',
      'level_id',
      'after_level_id',
      'drawing',
      'popularity',
      'max_quantity',
      'is_posted',
      'is_sellable',
    ])
    .expression((eb) =>
      eb
        .selectFrom(
          sql<Catalogue['products'][number]>`jsonb_to_recordset(${toJson(p.products)})`.as<'r'>(
            sql`r("productId" int, kind text, category text, "packageId" text, "levelId" int, "afterLevelId" int,
              drawing text, popularity int, "maxQuantity" int, "isPosted" boolean, "isSellable" boolean)`,
          ),
        )
        .select([
          'productId',
          'kind',
          'category',
          'packageId',
          'levelId',
          'afterLevelId',
          'drawing',
          'popularity',
          'maxQuantity',
          'isPosted',
          'isSellable',
        ]),
    )
    .onConflict((conflict) =>
      conflict.column('product_id').doUpdateSet((eb) => ({
        kind: eb.ref('excluded.kind'),
        category: eb.ref('excluded.category'),
        package_id: eb.ref('excluded.package_id'),
        level_id: eb.ref('excluded.level_id'),
        after_level_id: eb.ref('excluded.after_level_id'),
        drawing: eb.ref('excluded.drawing'),
        popularity: eb.ref('excluded.popularity'),
        max_quantity: eb.ref('excluded.max_quantity'),
        is_posted: eb.ref('excluded.is_posted'),
        is_sellable: eb.ref('excluded.is_sellable'),
      })),
    ),
);

/** Retired products are not deleted, because orders and baskets still refer to them. */
const retireOthers = query((db, p: Params<{ productIds: readonly number[] }>) =>
  db
    .updateTable('product')
    .set({ is_sellable: false })
    .where('is_sellable', '=', true)
    .where(sql<boolean>`product_id <> all (${p.productIds}::int[])`),
);

const upsertTexts = query((db, p: Params<Pick<Catalogue, 'texts'>>) =>
  db
    .insertInto('product_text')
    .columns(['product_id', 'locale', 'name', 'excerpt', 'search', 'place'])
    .expression((eb) =>
      eb
        .selectFrom(
          sql<Catalogue['texts'][number]>`jsonb_to_recordset(${toJson(p.texts)})`.as<'r'>(
            sql`r("productId" int, locale text, name text, excerpt text, search text, place int)`,
          ),
        )
        .select(['productId', 'locale', 'name', 'excerpt', 'search', 'place']),
    )
    .onConflict((conflict) =>
      conflict.columns(['locale', 'product_id']).doUpdateSet((eb) => ({
        name: eb.ref('excluded.name'),
        excerpt: eb.ref('excluded.excerpt'),
        search: eb.ref('excluded.search'),
        place: eb.ref('excluded.place'),
      })),
    ),
);

const upsertPrices = query((db, p: Params<Pick<Catalogue, 'prices'>>) =>
  db
    .insertInto('product_price')
    .columns(['product_id', 'currency', 'amount_minor'])
    .expression((eb) =>
      eb
        .selectFrom(
          sql<Catalogue['prices'][number]>`jsonb_to_recordset(${toJson(p.prices)})`.as<'r'>(
            sql`r("productId" int, currency text, "amountMinor" bigint)`,
          ),
        )
        .select(['productId', 'currency', 'amountMinor']),
    )
    .onConflict((conflict) =>
      conflict
        .columns(['currency', 'product_id'])
        .doUpdateSet((eb) => ({ amount_minor: eb.ref('excluded.amount_minor') })),
    ),
);

/**
 * Updates the product tables from the catalogue file; processes that start at the same time do it once. Products
 * missing from the file are no longer sold.
 */
export async function syncCatalogue(
  { database, messages, env }: Pick<Services, 'database' | 'messages' | 'env'>,
  file: CatalogueFile = readCatalogueFile(),
): Promise<void> {
  const { club } = loadBrand(env.BRAND_FILE);
  // The inputs are compared and not the catalogue, because building it loads every language.
  const inputs = [JSON.stringify(file), club, process.versions.icu, fingerprintFiles(root, catalogueInputs)];
  const digest = createHash('sha256').update(inputs.join('\n')).digest('base64url');
  const known = await findDigest.first(database.db);
  if (known?.digest === digest) return;
  await database.inTransaction('catalogue', async (db) => {
    const before = await lockDigest.first(db);
    if (before?.digest === digest) return;
    const { products, texts, prices } = buildCatalogue(file, messages, club);
    await upsertProducts(db, { products });
    await retireOthers(db, { productIds: products.map(({ productId }) => productId) });
    await upsertTexts(db, { texts });
    await upsertPrices(db, { prices });
    await updateDigest(db, { digest });
  });
}
