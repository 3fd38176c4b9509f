import { statement } from '#platform/server/db/database.ts';
import type { Promotion } from '#features/shop/shared/promotion-rules.ts';

/** Uses in cancelled orders do not count. */
export const findPromotions = statement<Promotion & { code: string }, [codes: readonly string[], affiliateId: number]>(`
  select p.code, p.percent_bp as "percentBp", p.amount_minor as "amountMinor", p.currency, p.starts_at as "startsAt",
    p.ends_at as "endsAt", p.max_uses as "maxUses", p.uses, p.max_per_person as "maxPerPerson",
    p.is_stackable as "isStackable", p.categories,
    (select count(*)::int from promotion_use u join shop_order o using (affiliate_id, order_id)
      where u.code = p.code and u.affiliate_id = $2 and o.state <> 'cancelled') as "usesOfPerson"
  from promotion p where p.code = any ($1::text[])`);

/** Returns no row if no uses are left, so concurrent claims cannot exceed the limit. */
export const claimPromotion = statement<{ code: string }, [code: string, now: Date]>(`
  update promotion set uses = uses + 1
  where code = $1 and uses < coalesce(max_uses, uses + 1) and starts_at <= $2 and (ends_at is null or ends_at > $2)
  returning code`);

export const releasePromotion = statement<unknown, [code: string]>(
  'update promotion set uses = uses - 1 where code = $1 and uses > 0',
);

export const insertCodeUse = statement<
  unknown,
  [affiliateId: number, orderId: string, code: string, isClub: boolean, savedMinor: number]
>('insert into promotion_use (affiliate_id, order_id, code, is_club, saved_minor) values ($1, $2, $3, $4, $5)');

export const listCodeUses = statement<{ code: string; isClub: boolean }, [affiliateId: number, orderId: string]>(
  'select code, is_club as "isClub" from promotion_use where affiliate_id = $1 and order_id = $2 order by code collate "C"',
);
