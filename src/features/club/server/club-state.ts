import type { Db } from '#platform/server/db/database.ts';
import { toIsoDate } from '#platform/shared/dates.ts';
import { hasPartnerStore } from '#features/learning/server/public.ts';
import { canTakeCourses } from '#features/learning/shared/policy.ts';
import {
  type Member,
  type Membership,
  type MembershipStatus,
  getMembershipStatus,
} from '#features/club/shared/membership-rules.ts';
import * as queries from './queries.ts';

export interface ClubState {
  affiliateId: number;
  today: string;
  row: queries.ClubStateRow;
  membership: Membership<queries.PeriodRow>;
  membershipStatus: MembershipStatus<queries.PeriodRow>;
}

export async function readClubState(db: Db, affiliateId: number, now: Date): Promise<ClubState> {
  const today = toIsoDate(now);
  const [row, isPartnered] = await Promise.all([
    queries.findClubState.first(db, { affiliateId, today }),
    hasPartnerStore(db, affiliateId),
  ]);
  if (row === undefined) throw new Error(`person ${affiliateId} not found`);
  const membership = {
    periods: row.periods,
    isTrialUsed: row.isTrialUsed,
    isRenewing: row.isRenewing ?? false,
    hasCard: row.method !== null,
    declined: row.declined,
  };
  const newestCertification = row.certifications[0]?.certDate ?? null;
  const member: Member = {
    // The club is for certified divers; former members may always come back.
    canJoin: canTakeCourses(row) && (newestCertification !== null || row.periods.length > 0),
    newestCertification,
    isWithPartnerStore: isPartnered,
  };
  return { affiliateId, today, row, membership, membershipStatus: getMembershipStatus(membership, member, today) };
}

/** Locks the membership before reading it, so concurrent changes run one after the other. */
export async function lockClubState(db: Db, affiliateId: number, now: Date): Promise<ClubState> {
  await queries.ensureMembership(db, { affiliateId, now });
  await queries.lockMembership(db, { affiliateId });
  return readClubState(db, affiliateId, now);
}
