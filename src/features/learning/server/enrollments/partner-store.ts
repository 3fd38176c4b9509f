import type { Db } from '#platform/server/db/database.ts';
import { query, type Params } from '#platform/server/db/query.ts';

export const selectHasPartnerStore = query((db, p: Params<{ affiliateId: number }>) =>
  db.selectNoFrom((eb) =>
    eb
      .or([
        eb.exists(
          eb
            .selectFrom('enrollment as e')
            .innerJoin('active_store as s', 's.store_number', 'e.store_number')
            .where('e.affiliate_id', '=', p.affiliateId),
        ),
        eb.exists(
          eb
            .selectFrom('access_code as c')
            .innerJoin('active_store as s', 's.store_number', 'c.store_number')
            .where((eb) =>
              eb.or([
                eb('c.redeemed_by', '=', p.affiliateId),
                eb('c.holder_affiliate_id', '=', p.affiliateId).and('c.redeemed_at', 'is', null),
              ]),
            ),
        ),
      ])
      .$castTo<boolean>()
      .as('isPartnered'),
  ),
);

/** Whether the person has an enrollment or code that belongs to a store of the association. */
export async function hasPartnerStore(db: Db, affiliateId: number): Promise<boolean> {
  return (await selectHasPartnerStore.first(db, { affiliateId }))?.isPartnered ?? false;
}
