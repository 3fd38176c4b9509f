import { type Db, statement } from '../../../../platform/server/db.ts';
import { normalizeAddress } from '../../shared/rules.ts';

/** Guardians until the child came of age stay family. */
const links = `(select affiliate_id, guardian_id from guardian_link
  union all select affiliate_id, guardian_id from former_guardian)`;

/**
 * The ids of somebody's family, the person included: guardians, other children of those guardians, own children, and
 * the other guardians of those children. Nobody in it is the person's physician or confirms what a physician wrote.
 */
export const familyOf = (id: string) => `(
  select ${id}::bigint as id
  union select g.guardian_id from ${links} g where g.affiliate_id = ${id}
  union select s.affiliate_id from ${links} g join ${links} s on s.guardian_id = g.guardian_id
    where g.affiliate_id = ${id}
  union select g.affiliate_id from ${links} g where g.guardian_id = ${id}
  union select s.guardian_id from ${links} g join ${links} s on s.affiliate_id = g.affiliate_id
    where g.guardian_id = ${id})`;

const selectFamily = statement<{ id: number }, [affiliateId: number]>(
  `select f.id::int as id from ${familyOf('$1')} f`,
);

export async function listFamily(db: Db, affiliateId: number): Promise<ReadonlySet<number>> {
  return new Set((await selectFamily(db, affiliateId)).map(({ id }) => id));
}

/** What the portal and the account service know; the two can differ while an address is being corrected. */
const selectAddresses = statement<
  { email: string },
  [affiliateId: number, storeNumber: number | null, memberNumber: number | null]
>(`
  with p as (
    select p.sub, p.email from person p
    where p.affiliate_id in (select f.id from ${familyOf('$1')} f)
      or (p.affiliate_type_id = 4 and p.store_number = $2)
      or (p.affiliate_type_id in (2, 3) and p.member_number = $3)
  )
  select p.email from p where p.email is not null
  union select a.email from account a join p on p.sub = a.sub::text where a.email is not null`);

interface Named {
  affiliateId: number;
  storeNumber: number | null;
  memberNumber: number | null;
}

/** Whether an address belongs to the diver's family, or to those who will confirm what the physician writes. */
export async function isOwnAddress(db: Db, email: string, record: Named): Promise<boolean> {
  const { affiliateId, storeNumber, memberNumber } = record;
  const rows = await selectAddresses(db, affiliateId, storeNumber, memberNumber);
  const own = new Set(rows.map((row) => normalizeAddress(row.email)));
  return own.has(normalizeAddress(email));
}
