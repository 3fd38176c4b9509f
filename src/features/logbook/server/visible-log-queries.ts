import { isActiveInstructorSql } from '#features/professionals/server/public.ts';

/**
 * A log `l` and its photos are visible to its diver, the instructor it is pending for, and the instructor whose
 * decision is current. $1 is the reader.
 */
export const visibleLogCondition = `l.deleted_at is null and (l.affiliate_id = $1
  or (l.status = 'Verified' and l.verified_by = $1) or (l.status = 'Returned' and l.returned_by = $1)
  or (l.status = 'Pending' and l.memsys_member_number = (
    select v.member_number from person v where v.affiliate_id = $1 and ${isActiveInstructorSql('v')})))`;
