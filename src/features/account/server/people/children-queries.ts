import { sql } from 'kysely';
import type { Params } from '#platform/server/db/query.ts';
import { queryCreator } from '#platform/server/db/query-compiler.ts';

/**
 * The minor children of a guardian on a day, by the same rule as `isMinor`. The link is read on every request, so a
 * former guardian loses access immediately.
 */
export const selectChildren = (p: Params<{ guardianId: number; today: string }>) =>
  queryCreator
    .selectFrom('guardian_link as g')
    .innerJoin('person as p', 'p.affiliate_id', 'g.affiliate_id')
    .select('g.affiliate_id')
    .where('g.guardian_id', '=', p.guardianId)
    .where(sql<boolean>`p.birthdate > ${p.today}::date - interval '18 years'`);

/** The same for SQL strings, with guardian $1 and day $2. */
export const childrenSql = `
  select g.affiliate_id from guardian_link g join person p using (affiliate_id)
  where g.guardian_id = $1 and p.birthdate > $2::date - interval '18 years'`;
