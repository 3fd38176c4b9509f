import { sql } from 'kysely';
import type { Db } from '#platform/server/db/database.ts';
import { query, type Params } from '#platform/server/db/query.ts';

/** Counts finished dives, without drafts and those pending verification. */
const findDiveCounts = query((db, p: Params<{ affiliateId: number }>) =>
  db
    .selectFrom('dive_log')
    .select((eb) => {
      const countVerified = () => eb.fn.countAll().filterWhere('status', '=', 'Verified');
      /** Verified dives of that kind, as an adventure dive or a course. */
      const countKind = (kind: string) =>
        eb.cast<number>(countVerified().filterWhere(sql<boolean>`${kind} in (adventure_dive, log_course)`), 'int4');
      return [
        eb.fn.countAll<number>().as('total'),
        eb.cast<number>(countVerified(), 'int4').as('verified'),
        countKind('night').as('night'),
        countKind('deep').as('deep'),
        countKind('navigation').as('navigation'),
      ];
    })
    .where('affiliate_id', '=', p.affiliateId)
    .where('deleted_at', 'is', null)
    .where('status', 'in', ['Logged', 'Verified']),
);

export async function countDives(db: Db, affiliateId: number) {
  const counts = await findDiveCounts.first(db, { affiliateId });
  return counts ?? { total: 0, verified: 0, night: 0, deep: 0, navigation: 0 };
}
