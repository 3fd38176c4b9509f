import type { Db } from '../../../platform/server/db.ts';
import { dayOf } from '../../account/shared/rules.ts';
import { isWithPartnerStore } from '../../learning/server/public.ts';
import { type Member, type Membership, type Standing, standingOf } from '../shared/rules.ts';
import * as sql from './sql.ts';

export interface ClubState {
  affiliateId: number;
  today: string;
  row: sql.StateRow;
  membership: Membership<sql.PeriodRow>;
  standing: Standing<sql.PeriodRow>;
}

const personTypes = new Set([1, 2, 3]);

export async function readState(db: Db, affiliateId: number, now: Date): Promise<ClubState> {
  const today = dayOf(now);
  const [[row], isPartnered] = await Promise.all([
    sql.findState(db, affiliateId, today),
    isWithPartnerStore(db, affiliateId),
  ]);
  if (row === undefined) throw new Error(`there is no person ${affiliateId}`);
  const membership = {
    periods: row.periods,
    isTrialUsed: row.isTrialUsed,
    isRenewing: row.isRenewing ?? false,
    hasCard: row.method !== null,
    declined: row.declined,
  };
  const newestCertification = row.certifications[0]?.certDate ?? null;
  const member: Member = {
    // It is for certified divers; who was in it may always come back.
    canJoin: personTypes.has(row.affiliateTypeId) && (newestCertification !== null || row.periods.length > 0),
    newestCertification,
    isWithPartnerStore: isPartnered,
  };
  return { affiliateId, today, row, membership, standing: standingOf(membership, member, today) };
}

/** The same for whoever changes something: one after the other, and as things stand once it is one's turn. */
export async function lockState(db: Db, affiliateId: number, now: Date): Promise<ClubState> {
  await sql.ensureMembership(db, affiliateId, now);
  await sql.lockMembership(db, affiliateId);
  return readState(db, affiliateId, now);
}
