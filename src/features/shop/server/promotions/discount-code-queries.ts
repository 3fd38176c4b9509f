import { sql } from 'kysely';
import { query, type Params } from '#platform/server/db/query.ts';

/**
 * Uses count for the person who pays and for the person who receives the order, so a minor and a guardian can't use a
 * code in turns. Uses in cancelled orders do not count.
 */
export const findPromotions = query((db, p: Params<{ codes: readonly string[]; people: readonly number[] }>) =>
  db
    .selectFrom('promotion as p')
    .select((eb) => [
      'p.code',
      'p.percent_bp as percentBp',
      'p.amount_minor as amountMinor',
      'p.currency',
      'p.starts_at as startsAt',
      'p.ends_at as endsAt',
      'p.max_uses as maxUses',
      'p.uses',
      'p.max_per_person as maxPerPerson',
      'p.is_stackable as isStackable',
      'p.categories',
      eb
        .selectFrom('promotion_use as u')
        .innerJoin('shop_order as o', (join) =>
          join.onRef('o.affiliate_id', '=', 'u.affiliate_id').onRef('o.order_id', '=', 'u.order_id'),
        )
        .select((eb) => eb.fn.countAll<number>().as('count'))
        .whereRef('u.code', '=', 'p.code')
        .where((eb) =>
          eb.or([eb('u.affiliate_id', '=', eb.fn.any(p.people)), eb('o.recipient_id', '=', eb.fn.any(p.people))]),
        )
        .where('o.state', '<>', 'cancelled')
        .$asScalar()
        .$notNull()
        .as('usesOfPerson'),
    ])
    .where((eb) => eb('p.code', '=', eb.fn.any(p.codes))),
);

/** Returns no row if no uses are left, so concurrent claims cannot exceed the limit. */
export const claimPromotion = query((db, p: Params<{ code: string; now: Date }>) =>
  db
    .updateTable('promotion')
    .set((eb) => ({ uses: eb('uses', '+', 1) }))
    .where('code', '=', p.code)
    .where((eb) => eb('uses', '<', eb.fn.coalesce('max_uses', eb('uses', '+', 1))))
    .where('starts_at', '<=', p.now)
    .where((eb) => eb.or([eb('ends_at', 'is', null), eb('ends_at', '>', p.now)]))
    .returning('code'),
);

export const releasePromotion = query((db, p: Params<{ code: string }>) =>
  db
    .updateTable('promotion')
    .set((eb) => ({ uses: eb('uses', '-', 1) }))
    .where('code', '=', p.code)
    .where('uses', '>', 0),
);

interface NewCodeUse {
  affiliateId: number;
  orderId: string;
  code: string;
  isClub: boolean;
  savedMinor: number;
}

export const insertCodeUse = query((db, p: Params<NewCodeUse>) =>
  db.insertInto('promotion_use').values({
    affiliate_id: p.affiliateId,
    order_id: p.orderId,
    code: p.code,
    is_club: p.isClub,
    saved_minor: p.savedMinor,
  }),
);

/** In the order in which codes are claimed. */
export const listCodeUses = query((db, p: Params<{ affiliateId: number; orderId: string }>) =>
  db
    .selectFrom('promotion_use')
    .select(['code', 'is_club as isClub'])
    .where('affiliate_id', '=', p.affiliateId)
    .where('order_id', '=', p.orderId)
    .orderBy(sql`code collate "C"`),
);
