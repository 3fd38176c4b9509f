import { expressionBuilder, sql, type OrderByItemBuilder, type QueryCreator, type RawBuilder } from 'kysely';
import { jsonArrayFrom } from 'kysely/helpers/postgres';
import { query, queryBy, type Params, type Row } from '#platform/server/db/query.ts';
import type { Tables } from '#platform/server/db/table-types.ts';
import { levels } from '#domain/certification-levels.ts';
import { pageSize } from '#features/shop/shared/contract.ts';
import { productSorts, type Category, type ProductSort } from '#features/shop/shared/categories.ts';

interface Market {
  locale: string;
  currency: string;
}

const isText = (p: Params<Market>) => sql<boolean>`t.locale = ${p.locale} and t.product_id = p.product_id`;
const isPrice = (p: Params<Market>) => sql<boolean>`r.product_id = p.product_id and r.currency = ${p.currency}`;

/** Products with their text and price. `unitMinor` is null when the product has no price in this currency. */
const selectProducts = (db: QueryCreator<Tables>, p: Params<Market>) =>
  db
    .selectFrom('product as p')
    .innerJoin('product_text as t', (join) => join.on(isText(p)))
    .leftJoin('product_price as r', (join) => join.on(isPrice(p)))
    .select([
      'p.product_id as productId',
      'p.kind',
      'p.category',
      't.name',
      't.excerpt',
      'p.drawing',
      'p.package_id as packageId',
      'p.level_id as levelId',
      'p.after_level_id as afterLevelId',
      'p.max_quantity as maxQuantity',
      'p.is_posted as isPosted',
      'p.is_sellable as isSellable',
      'r.amount_minor as unitMinor',
    ]);

/** Includes products that are no longer sold, because baskets may still contain them. */
export const findProducts = query((db, p: Params<Market & { productIds: readonly number[] }>) =>
  selectProducts(db, p)
    .leftJoin('product_price as u', (join) =>
      join.onRef('u.product_id', '=', 'p.product_id').on('u.currency', '=', 'USD'),
    )
    .select('u.amount_minor as unitUsdMinor')
    .where((eb) => eb('p.product_id', '=', eb.fn.any(p.productIds))),
);

export type ProductRow = Omit<Row<typeof findProducts>, 'unitUsdMinor'>;

interface Owner {
  affiliateId: number;
  today: string;
}

const selectCertifications = (p: Params<Owner>) =>
  expressionBuilder<Tables>()
    .selectFrom('certification as c')
    .where('c.affiliate_id', '=', p.affiliateId)
    .where('c.revoked_at', 'is', null)
    .where('c.cert_date', '<=', p.today);

/**
 * Products with the shopper's ownership. Cards have the certification of their level in `licenseId`, and whether it has
 * an eCard.
 */
const selectShopperProducts = (db: QueryCreator<Tables>, p: Params<Market & Owner>) =>
  selectProducts(db, p)
    .leftJoinLateral(
      selectCertifications(p)
        .select(['c.license_id', 'c.ecard_at'])
        .where('c.level_id', '=', sql.ref<number>('p.level_id'))
        .as('h'),
      (join) => join.on('p.level_id', 'is not', null),
    )
    .select((eb) => [
      eb
        .and([
          eb('p.package_id', 'is not', null),
          eb.exists(
            eb
              .selectFrom('enrollment as e')
              .select('e.package_id')
              .where('e.affiliate_id', '=', p.affiliateId)
              .whereRef('e.package_id', '=', 'p.package_id'),
          ),
        ])
        .$castTo<boolean>()
        .as('isLearned'),
      'h.license_id as licenseId',
      eb('h.ecard_at', 'is not', null).$castTo<boolean>().as('hasECard'),
      eb
        .exists(
          eb
            .selectFrom('basket_line as b')
            .select('b.line_id')
            .where('b.affiliate_id', '=', p.affiliateId)
            .whereRef('b.product_id', '=', 'p.product_id'),
        )
        .$castTo<boolean>()
        .as('isInBasket'),
    ]);

export const findShopperProducts = query((db, p: Params<Market & Owner & { productIds: readonly number[] }>) =>
  selectShopperProducts(db, p).where((eb) => eb('p.product_id', '=', eb.fn.any(p.productIds))),
);

export type ShopperProductRow = Row<typeof findShopperProducts>;

/** Sorted by popularity. */
export const listCourses = query((db) =>
  db
    .selectFrom('product')
    .select((eb) => ['product_id as productId', eb.ref('package_id').$notNull().as('packageId')])
    .where('kind', '=', 'course')
    .where('is_sellable', '=', true)
    .orderBy('popularity'),
);

/** The levels of the person's valid certifications. */
export const findCertifiedLevels = query((db, p: Params<Owner>) =>
  db.selectNoFrom(sql<number[]>`array(${selectCertifications(p).select('c.level_id')})`.as('levels')),
);

interface PageShape {
  sort: ProductSort;
  isSearched: boolean;
}

interface PageValues extends Market, Owner {
  patterns: readonly string[];
  /** The price of the membership, which depends on the person. */
  membershipMinor: number | null;
  category: Category | null;
  offset: number;
  /** Products that only divers can buy are hidden from stores. */
  canTakeCourses: boolean;
  levels: readonly number[];
  /** Courses that are not offered to this person. */
  hiddenPackages: readonly string[];
}

const professionalLevels = levels.filter(({ kind }) => kind === 'professional').map(({ levelID }) => levelID);

/** The primary and secondary sort expression. */
function getSortColumns(
  sort: ProductSort,
  p: Params<PageValues>,
): { first: RawBuilder<unknown>; second: RawBuilder<number> } {
  const popularity = sql.ref<number>('p.popularity');
  switch (sort) {
    case 'popular':
      // Cards of a level the person does not have cannot be bought, so they are listed last.
      return { first: sql`coalesce(p.level_id <> all (${p.levels}::int[]), false)`, second: popularity };
    case 'name':
    case 'name_desc':
      return { first: sql.ref('t.place'), second: sql.lit(0) };
    case 'price':
    case 'price_desc':
      return {
        first: sql`case when p.kind = 'membership' then ${p.membershipMinor}::bigint else r.amount_minor end`,
        second: popularity,
      };
  }
}

/**
 * A page and the category counts in one statement. Columns that the sort or search does not need are read only for the
 * rows of the page.
 */
export const listProductPage = queryBy(
  (db, p: Params<PageValues>, { sort, isSearched }: PageShape) => {
    const { first, second } = getSortColumns(sort, p);
    const isByName = sort === 'name' || sort === 'name_desc';
    const isByPrice = sort === 'price' || sort === 'price_desc';
    const direct = (item: OrderByItemBuilder) => {
      const directed = sort.endsWith('_desc') ? item.desc() : item.asc();
      return isByPrice ? directed.nullsLast() : directed;
    };
    return db
      .with(
        (cte) => (isSearched ? cte('shown').materialized() : cte('shown').notMaterialized()),
        (db) =>
          db
            .selectFrom('product as p')
            .$if(isSearched || isByName, (qb) => qb.innerJoin('product_text as t', (join) => join.on(isText(p))))
            .$if(isByPrice, (qb) => qb.leftJoin('product_price as r', (join) => join.on(isPrice(p))))
            .select(['p.product_id', 'p.category', first.as('first'), second.as('second')])
            .where('p.is_sellable', '=', true)
            .where((eb) => eb.or([p.canTakeCourses, eb('p.kind', 'in', ['course', 'code', 'item'])]))
            .where((eb) =>
              eb.or([eb('p.package_id', 'is', null), sql<boolean>`p.package_id <> all (${p.hiddenPackages}::text[])`]),
            )
            .where((eb) =>
              eb.or([
                eb('p.level_id', 'is', null),
                eb('p.level_id', 'not in', professionalLevels),
                eb('p.level_id', '=', eb.fn.any(p.levels)),
              ]),
            )
            .$if(isSearched, (qb) => qb.where(sql<boolean>`t.search like all (${p.patterns}::text[])`)),
      )
      .with(
        (cte) => cte('page').materialized(),
        (db) =>
          db
            .selectFrom('shown')
            .selectAll()
            .where(sql<boolean>`${p.category}::text is null or category = ${p.category}`)
            .orderBy('first', direct)
            .orderBy('second')
            .orderBy('product_id')
            .limit(pageSize)
            .offset(p.offset),
      )
      .selectNoFrom((eb) => [
        eb.fn
          .coalesce(
            eb
              .selectFrom(
                eb
                  .selectFrom('shown')
                  .select((eb) => ['category', eb.fn.countAll().as('count')])
                  .groupBy('category')
                  .as('c'),
              )
              .select(sql<Partial<Record<Category, number>>>`json_object_agg(c.category, c.count)`.as('counts')),
            sql<Partial<Record<Category, number>>>`'{}'`,
          )
          .as('counts'),
        jsonArrayFrom(
          selectShopperProducts(db, p)
            .innerJoin(
              sql<{ product_id: number; first: unknown; second: number }>`page`.as('page'),
              'page.product_id',
              'p.product_id',
            )
            .orderBy('page.first', direct)
            .orderBy('page.second')
            .orderBy('page.product_id'),
        ).as('items'),
      ]);
  },
  productSorts.flatMap((sort) => [
    { sort, isSearched: false },
    { sort, isSearched: true },
  ]),
);
