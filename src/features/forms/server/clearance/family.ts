import { type Db, statement } from '#platform/server/db/database.ts';
import { familySql } from '#features/account/server/public.ts';
import { normalizeEmail } from '#features/forms/shared/rules.ts';

export { familySql, listFamilyIds } from '#features/account/server/public.ts';

/** The portal's and the account service's addresses, which can differ while one is being corrected. */
const selectAddresses = statement<
  { email: string },
  [affiliateId: number, storeNumber: number | null, memberNumber: number | null]
>(`
  with p as (
    select p.sub, p.email from person p
    where p.affiliate_id in (select f.id from ${familySql('$1')} f)
      or (p.affiliate_type_id = 4 and p.store_number = $2)
      or (p.affiliate_type_id in (2, 3) and p.member_number = $3)
  )
  select p.email from p where p.email is not null
  union select a.email from account a join p on p.sub = a.sub::text where a.email is not null`);

interface RecordParties {
  affiliateId: number;
  storeNumber: number | null;
  memberNumber: number | null;
}

/** Whether an address belongs to the diver's family or to those who will confirm the physician's response. */
export async function isOwnAddress(db: Db, email: string, record: RecordParties): Promise<boolean> {
  const { affiliateId, storeNumber, memberNumber } = record;
  const rows = await selectAddresses(db, affiliateId, storeNumber, memberNumber);
  const own = new Set(rows.map((row) => normalizeEmail(row.email)));
  return own.has(normalizeEmail(email));
}
