import { type Db, statement } from '#platform/server/db/database.ts';

/** Counts finished dives, without drafts and those pending verification. */
export interface DiveCounts {
  total: number;
  verified: number;
  /** Verified dives of that kind, as an adventure dive or a course. */
  night: number;
  deep: number;
  navigation: number;
}

const countVerified = (kind: string) =>
  `(count(*) filter (where status = 'Verified' and '${kind}' in (adventure_dive, log_course)))::int as ${kind}`;

const selectCounts = statement<DiveCounts, [affiliateId: number]>(`
  select count(*)::int as total, (count(*) filter (where status = 'Verified'))::int as verified,
    ${['night', 'deep', 'navigation'].map(countVerified).join(', ')}
  from dive_log where affiliate_id = $1 and deleted_at is null and status in ('Logged', 'Verified')`);

export async function countDives(db: Db, affiliateId: number): Promise<DiveCounts> {
  const [counts] = await selectCounts(db, affiliateId);
  return counts ?? { total: 0, verified: 0, night: 0, deep: 0, navigation: 0 };
}
