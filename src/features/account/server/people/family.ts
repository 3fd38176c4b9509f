import type { Context } from '#platform/server/http/context.ts';
import { type Db, statement } from '#platform/server/db/database.ts';

/** Former guardians count as family, however the link ended. */
const guardianLinksSql = `(select affiliate_id, guardian_id from guardian_link
  union all select affiliate_id, guardian_id from former_guardian)`;

/**
 * The ids of a person's family, the person included: guardians, other children of those guardians, own children, and
 * the other guardians of those children. No one in it may decide, confirm or certify anything for the person.
 */
export const familySql = (id: string) => `(
  select ${id}::bigint as id
  union select g.guardian_id from ${guardianLinksSql} g where g.affiliate_id = ${id}
  union select s.affiliate_id from ${guardianLinksSql} g join ${guardianLinksSql} s on s.guardian_id = g.guardian_id
    where g.affiliate_id = ${id}
  union select g.affiliate_id from ${guardianLinksSql} g where g.guardian_id = ${id}
  union select s.guardian_id from ${guardianLinksSql} g join ${guardianLinksSql} s on s.affiliate_id = g.affiliate_id
    where g.guardian_id = ${id})`;

const selectFamily = statement<{ id: number }, [affiliateId: number]>(
  `select f.id::int as id from ${familySql('$1')} f`,
);

export async function listFamilyIds(db: Db, affiliateId: number): Promise<ReadonlySet<number>> {
  return new Set((await selectFamily(db, affiliateId)).map(({ id }) => id));
}

/** Staff can't decide about their own family. */
export async function isOwnFamily({ db, user }: Pick<Context, 'db' | 'user'>, affiliateId: number): Promise<boolean> {
  return (await listFamilyIds(db, affiliateId)).has(user.affiliateId);
}
