import type { Context } from '#platform/server/http/context.ts';
import type { Db } from '#platform/server/db/database.ts';
import { query, type Params } from '#platform/server/db/query.ts';

const listFamily = query((db, p: Params<{ affiliateId: number }>) =>
  db.selectFrom('family_member').select('member_id as id').where('affiliate_id', '=', p.affiliateId),
);

/** The ids of a person's family, the person included. The view `family_member` says who counts as family. */
export async function listFamilyIds(db: Db, affiliateId: number): Promise<ReadonlySet<number>> {
  return new Set((await listFamily(db, { affiliateId })).map(({ id }) => id));
}

/** Staff can't decide about their own family. */
export async function isOwnFamily({ db, user }: Pick<Context, 'db' | 'user'>, affiliateId: number): Promise<boolean> {
  return (await listFamilyIds(db, affiliateId)).has(user.affiliateId);
}
