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
