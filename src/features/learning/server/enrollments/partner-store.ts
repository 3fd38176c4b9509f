import type { Db } from '#platform/server/db/database.ts';
import { query, type Params } from '#platform/server/db/query.ts';

/** Only stores have a store number. One that closed its account was a partner when the person enrolled. */
const findPartnership = query((db, p: Params<{ affiliateId: number }>) =>
  db.selectNoFrom((eb) =>
    eb
      .or([
        eb.exists(
          eb
            .selectFrom('enrollment as e')
            .innerJoin('person as s', 's.store_number', 'e.store_number')
            .where('e.affiliate_id', '=', p.affiliateId),
        ),
        eb.exists(
          eb
            .selectFrom('access_code as c')
            .innerJoin('person as s', 's.store_number', 'c.store_number')
            .where((eb) =>
              eb.or([
                eb('c.redeemed_by', '=', p.affiliateId),
                eb('c.holder_affiliate_id', '=', p.affiliateId).and('c.redeemed_at', 'is', null),
              ]),
            ),
        ),
      ])
      .as('isPartnered'),
  ),
);

/** Whether the person has an enrollment or code that belongs to a store of the association. */
export async function hasPartnerStore(db: Db, affiliateId: number): Promise<boolean> {
  return (await findPartnership.first(db, { affiliateId }))?.isPartnered ?? false;
}
