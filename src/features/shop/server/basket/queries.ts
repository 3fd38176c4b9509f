import { sql } from 'kysely';
import { jsonArrayFrom } from 'kysely/helpers/postgres';
import { query, type Params, type Row } from '#platform/server/db/query.ts';

/** Returns no row for a person who never had a basket. */
export const findBasket = query((db, p: Params<{ affiliateId: number }>) =>
  db
    .selectFrom('basket as b')
    .select((eb) => [
      'b.version',
      'b.codes',
      jsonArrayFrom(
        eb
          .selectFrom('basket_line as l')
          .select([
            'l.line_id as lineId',
            'l.product_id as productId',
            'l.quantity',
            'l.is_gift as isGift',
            'l.license_id as licenseID',
          ])
          .whereRef('l.affiliate_id', '=', 'b.affiliate_id')
          .orderBy('l.added_at')
          .orderBy('l.line_id'),
      ).as('lines'),
    ])
    .where('b.affiliate_id', '=', p.affiliateId),
);

export type BasketRow = Row<typeof findBasket>;
export type LineRow = BasketRow['lines'][number];

/** Locks the basket, so concurrent changes run one after the other. */
export const lockBasket = query((db, p: Params<{ affiliateId: number; now: Date }>) =>
  db
    .insertInto('basket')
    .values({ affiliate_id: p.affiliateId, version: 0, changed_at: p.now })
    .onConflict((conflict) =>
      conflict.column('affiliate_id').doUpdateSet((eb) => ({ affiliate_id: eb.ref('excluded.affiliate_id') })),
    )
    .returning('added_ids as addedIds'),
);

/** Locks the basket without creating one, because an erased person must not get a new one. */
export const lockExistingBasket = query((db, p: Params<{ affiliateId: number }>) =>
  db.selectFrom('basket').select('codes').where('affiliate_id', '=', p.affiliateId).forNoKeyUpdate(),
);

export const updateBasketVersion = query((db, p: Params<{ affiliateId: number; now: Date }>) =>
  db
    .updateTable('basket')
    .set((eb) => ({ version: eb('version', '+', 1), changed_at: p.now }))
    .where('affiliate_id', '=', p.affiliateId),
);

/** 300 ids are enough to recognize repeated requests. */
export const updateAddedIds = query((db, p: Params<{ affiliateId: number; lineId: string }>) =>
  db
    .updateTable('basket')
    .set({ added_ids: sql`(array_prepend(${p.lineId}::uuid, added_ids))[1:300]` })
    .where('affiliate_id', '=', p.affiliateId),
);

/** The unique index on a person's basket lines. */
const lineIdentity = sql`affiliate_id, product_id, is_gift, coalesce(license_id, 0)`;

/** Adding the same product again increases its quantity. */
export const upsertLine = query((db, p: Params<LineRow & { affiliateId: number; maxQuantity: number; now: Date }>) =>
  db
    .insertInto('basket_line')
    .values({
      affiliate_id: p.affiliateId,
      line_id: p.lineId,
      product_id: p.productId,
      quantity: sql`least(${p.quantity}::int, ${p.maxQuantity}::int)`,
      is_gift: p.isGift,
      license_id: p.licenseID,
      added_at: p.now,
    })
    .onConflict((conflict) =>
      conflict
        .expression(lineIdentity)
        .doUpdateSet({ quantity: sql`least(basket_line.quantity + ${p.quantity}::int, ${p.maxQuantity}::int)` }),
    ),
);

export const updateQuantity = query((db, p: Params<{ affiliateId: number; lineId: string; quantity: number }>) =>
  db
    .updateTable('basket_line')
    .set({ quantity: p.quantity })
    .where('affiliate_id', '=', p.affiliateId)
    .where('line_id', '=', p.lineId),
);

export const deleteLine = query((db, p: Params<{ affiliateId: number; lineId: string }>) =>
  db
    .deleteFrom('basket_line')
    .where('affiliate_id', '=', p.affiliateId)
    .where('line_id', '=', p.lineId)
    .returning('line_id as lineId'),
);

export const deleteLines = query((db, p: Params<{ affiliateId: number }>) =>
  db.deleteFrom('basket_line').where('affiliate_id', '=', p.affiliateId),
);

/** Deletes the purchased lines from the basket of the minor who receives the order. */
export const deletePurchasedLines = query(
  (db, p: Params<{ recipientId: number; affiliateId: number; orderId: string }>) =>
    db
      .deleteFrom('basket_line as b')
      .using('order_line as l')
      .where('b.affiliate_id', '=', p.recipientId)
      .where('l.affiliate_id', '=', p.affiliateId)
      .where('l.order_id', '=', p.orderId)
      .whereRef('b.product_id', '=', 'l.product_id')
      .whereRef('b.is_gift', '=', 'l.is_gift')
      .whereRef('b.license_id', 'is not distinct from', 'l.license_id'),
);

/** Puts the lines of an order back into the basket and merges them with its current lines. */
export const restoreLines = query((db, p: Params<{ affiliateId: number; orderId: string; now: Date }>) =>
  db
    .insertInto('basket_line')
    .columns(['affiliate_id', 'line_id', 'product_id', 'quantity', 'is_gift', 'license_id', 'added_at'])
    .expression((eb) =>
      eb
        .selectFrom('order_line as l')
        .innerJoin('product as p', 'p.product_id', 'l.product_id')
        .select([
          'l.affiliate_id',
          sql<string>`gen_random_uuid()`.as('line_id'),
          'l.product_id',
          sql<number>`least(sum(l.quantity), min(p.max_quantity))`.as('quantity'),
          'l.is_gift',
          'l.license_id',
          sql<Date>`${p.now}::timestamptz + min(l.place) * interval '1 microsecond'`.as('added_at'),
        ])
        .where('l.affiliate_id', '=', p.affiliateId)
        .where('l.order_id', '=', p.orderId)
        // A course for oneself and a gift are separate lines, except for professionals, who only buy gifts.
        .groupBy(['l.affiliate_id', 'l.product_id', 'l.is_gift', 'l.license_id']),
    )
    .onConflict((conflict) =>
      conflict.expression(lineIdentity).doUpdateSet({
        quantity: sql`least(basket_line.quantity + excluded.quantity, (
          select case when p.kind = 'course' and not basket_line.is_gift then 1 else p.max_quantity end
          from product p where p.product_id = basket_line.product_id))`,
      }),
    ),
);

export const updateCodes = query((db, p: Params<{ affiliateId: number; codes: string[] }>) =>
  db.updateTable('basket').set({ codes: p.codes }).where('affiliate_id', '=', p.affiliateId),
);

/** The ownership that decides what a person can buy. Excludes revoked and future certifications. */
export const findOwnership = query((db, p: Params<{ affiliateId: number; today: string }>) =>
  db.selectNoFrom((eb) => [
    sql<string[]>`array(${eb
      .selectFrom('enrollment')
      .select('package_id')
      .where('affiliate_id', '=', p.affiliateId)})`.as('packageIds'),
    jsonArrayFrom(
      eb
        .selectFrom('certification')
        .select((eb) => [
          'license_id as licenseID',
          'level_id as levelID',
          eb('ecard_at', 'is not', null).as('hasECard'),
        ])
        .where('affiliate_id', '=', p.affiliateId)
        .where('revoked_at', 'is', null)
        .where('cert_date', '<=', p.today),
    ).as('certifications'),
    sql<number[]>`array(${eb
      .selectFrom('held_level')
      .select('level_id')
      .where('affiliate_id', '=', p.affiliateId)
      .where('held_from', '<=', p.today)})`.as('heldLevels'),
  ]),
);

export type OwnershipRow = Row<typeof findOwnership>;
