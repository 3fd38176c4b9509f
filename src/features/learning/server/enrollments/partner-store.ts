import { type Db, statement } from '#platform/server/db/database.ts';

export const selectHasPartnerStore = statement<{ isPartnered: boolean }, [affiliateId: number]>(`
  select exists (
    select from enrollment e join person s on s.store_number = e.store_number and s.affiliate_type_id = 4
    where e.affiliate_id = $1
  ) or exists (
    select from access_code c join person s on s.store_number = c.store_number and s.affiliate_type_id = 4
    where c.redeemed_by = $1 or c.holder_affiliate_id = $1 and c.redeemed_at is null
  ) as "isPartnered"`);

/** Whether the person has an enrollment or code that belongs to a store of the association. */
export async function hasPartnerStore(db: Db, affiliateId: number): Promise<boolean> {
  return (await selectHasPartnerStore(db, affiliateId))[0]?.isPartnered ?? false;
}
