import { isActiveInstructorSql } from '#features/professionals/server/public.ts';

/**
 * Whoever may see a log `l` may see its photos: whose it is, the professional it waits for, and who has decided on it,
 * as long as that stands. $1 is the reader.
 */
export const visibleLogCondition = `l.deleted_at is null and (l.affiliate_id = $1
  or (l.status = 'Verified' and l.verified_by = $1) or (l.status = 'Returned' and l.returned_by = $1)
  or (l.status = 'Pending' and l.memsys_member_number = (
    select v.member_number from person v where v.affiliate_id = $1 and ${isActiveInstructorSql('v')})))`;
