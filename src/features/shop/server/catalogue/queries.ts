import { type Db, statement } from '#platform/server/db/database.ts';
import { levels } from '#domain/certification-levels.ts';
import { pageSize, type ProductKind } from '#features/shop/shared/contract.ts';
import type { Category, ProductSort } from '#features/shop/shared/categories.ts';

export interface ProductRow {
  productId: number;
  kind: ProductKind;
  category: Category;
  name: string;
  excerpt: string;
  drawing: string;
  packageId: string | null;
  levelId: number | null;
  afterLevelId: number | null;
  maxQuantity: number;
  isPosted: boolean;
  isSellable: boolean;
  /** Null when the product has no price in this currency. */
  unitMinor: number | null;
}

/** A product with the shopper's ownership. */
export interface ShopperProductRow extends ProductRow {
  isLearned: boolean;
  /** Cards only: the certification of the card's level, and whether it has an eCard. */
  licenseId: number | null;
  hasECard: boolean;
  isInBasket: boolean;
}

const columns = `p.product_id as "productId", p.kind, p.category, t.name, t.excerpt, p.drawing,
  p.package_id as "packageId", p.level_id as "levelId", p.after_level_id as "afterLevelId",
  p.max_quantity as "maxQuantity", p.is_posted as "isPosted", p.is_sellable as "isSellable",
  r.amount_minor as "unitMinor"`;
const withText = 'join product_text t on t.locale = $2 and t.product_id = p.product_id';
const withPrice = 'left join product_price r on r.product_id = p.product_id and r.currency = $3';

/** Includes products that are no longer sold, because baskets may still contain them. */
export const findProducts = statement<
  ProductRow & { unitUsdMinor: number | null },
  [productIds: readonly number[], locale: string, currency: string]
>(`
  select ${columns}, u.amount_minor as "unitUsdMinor"
  from product p ${withText} ${withPrice}
    left join product_price u on u.product_id = p.product_id and u.currency = 'USD'
  where p.product_id = any ($1::int[])`);

const certificationsOn = (day: string) => `certification c
    where c.affiliate_id = $1 and c.revoked_at is null and c.cert_date <= ${day}::date`;
const shopperColumns = `${columns},
  p.package_id is not null and exists (
    select from enrollment e where e.affiliate_id = $1 and e.package_id = p.package_id) as "isLearned",
  h.license_id as "licenseId", h.ecard_at is not null as "hasECard",
  exists (select from basket_line b where b.affiliate_id = $1 and b.product_id = p.product_id) as "isInBasket"`;
const joinCertifications = (day: string) => `left join lateral (
    select c.license_id, c.ecard_at from ${certificationsOn(day)} and c.level_id = p.level_id) h on p.level_id is not null`;

export const findShopperProducts = statement<
  ShopperProductRow,
  [affiliateId: number, locale: string, currency: string, productIds: readonly number[], today: string]
>(`
  select ${shopperColumns} from product p ${withText} ${withPrice} ${joinCertifications('$5')} where p.product_id = any ($4::int[])`);

/** Sorted by popularity. */
export const listCourses = statement<{ productId: number; packageId: string }, []>(`
  select product_id as "productId", package_id as "packageId" from product
  where kind = 'course' and is_sellable order by popularity`);

/** The levels of the person's valid certifications. */
export const findCertifiedLevels = statement<{ levels: number[] }, [affiliateId: number, today: string]>(`
  select array(select c.level_id from ${certificationsOn('$2')}) as levels`);

const professional = levels.filter(({ kind }) => kind === 'professional').map(({ levelID }) => levelID);
/** The primary and secondary sort expression and the direction. */
const sortColumns: Readonly<Record<ProductSort, [first: string, second: string, direction: string]>> = {
  // Cards of a level the person does not have cannot be bought, so they are listed last.
  popular: ['coalesce(p.level_id <> all ($10::int[]), false)', 'p.popularity', ''],
  name: ['t.place', '0', ''],
  name_desc: ['t.place', '0', 'desc'],
  price: ["case when p.kind = 'membership' then $6::bigint else r.amount_minor end", 'p.popularity', 'nulls last'],
  price_desc: [
    "case when p.kind = 'membership' then $6::bigint else r.amount_minor end",
    'p.popularity',
    'desc nulls last',
  ],
};

interface PageRow {
  counts: Partial<Record<Category, number>>;
  items: ShopperProductRow[];
}
type PageValues = [
  affiliateId: number,
  locale: string,
  currency: string,
  patterns: readonly string[],
  today: string,
  membershipMinor: number | null,
  category: Category | null,
  offset: number,
  /** Products that only divers can buy are hidden from stores. */
  isDiver: boolean,
  levels: readonly number[],
  /** Courses that are not offered to this person. */
  hiddenPackages: readonly string[],
];

/**
 * Selects a page and the category counts in one statement. Columns that the sort or search does not need are read only
 * for the rows of the page.
 */
export function buildPageQuery(sort: ProductSort, isSearched: boolean): string {
  const [first, second, direction] = sortColumns[sort];
  const needsText = isSearched || first.startsWith('t.');
  const needsPrice = first.includes('r.');
  const order = `first ${direction}, second, product_id`;
  return `
  with shown as ${isSearched ? 'materialized' : 'not materialized'} (
    select p.product_id, p.category, ${first} as first, ${second} as second
    from product p ${needsText ? withText : ''} ${needsPrice ? withPrice : ''}
    where p.is_sellable and ($9 or p.kind in ('course', 'code', 'item'))
      and (p.package_id is null or p.package_id <> all ($11::text[]))
      and (p.level_id is null or p.level_id not in (${professional.join(', ')}) or p.level_id = any ($10::int[]))
      and ${isSearched ? 't.search like all ($4::text[])' : '$4::text[] is not null'} and ($6::bigint is null or true)
  ),
  page as materialized (
    select * from shown where $7::text is null or category = $7 order by ${order} limit ${pageSize} offset $8
  )
  select coalesce((select json_object_agg(category, count) from (
      select category, count(*) from shown group by category) c), '{}') as counts,
    coalesce((select json_agg(row_to_json(s) order by s.place) from (
      select ${shopperColumns}, page.place
      from (select product_id, row_number() over (order by ${order}) as place from page) page
        join product p using (product_id) ${withText} ${withPrice} ${joinCertifications('$5')}) s), '[]') as items`;
}

const pageStatements = new Map<string, (db: Db, ...values: PageValues) => Promise<PageRow[]>>();

export async function findProductPage(db: Db, sort: ProductSort, ...values: PageValues): Promise<PageRow> {
  const text = buildPageQuery(sort, values[3].length > 0);
  const find = pageStatements.get(text) ?? statement<PageRow, PageValues>(text);
  pageStatements.set(text, find);
  const [row] = await find(db, ...values);
  return row ?? { counts: {}, items: [] };
}
