import { statement } from '#platform/server/db/database.ts';
import { fullNameSql } from '#features/account/server/public.ts';
import { isActiveInstructorSql, isStoreSql } from '#features/professionals/server/public.ts';

export interface BoardRow {
  affiliateId: number;
  name: string;
  birthdate: string | null;
  packageId: string;
  memberNumber: number | null;
  storeNumber: number | null;
  instructorName: string | null;
  lessonsDone: number;
  lessonsTotal: number;
  isKnown: boolean;
  isExamPassed: boolean;
  signed: string[];
  /** `course/number/status` of each training dive that is verified or pending. */
  dives: string[];
  hasPhoto: boolean;
  /** Part of the course was completed with another instructor. */
  hasOutside: boolean;
  levelIDs: number[];
  lastAt: Date | null;
}

/**
 * Students of a professional or store, most recently active first. Students who already hold the level of the course
 * ($2 and $3 pair courses with levels) are left out.
 */
export const listBoard = statement<
  BoardRow,
  [affiliateId: number, packageIds: readonly string[], levelIDs: readonly number[]]
>(`
  with mine as (
    select e.* from person me join enrollment e using (member_number)
    where me.affiliate_id = $1 and ${isActiveInstructorSql('me')}
      and e.affiliate_id <> $1
    union all
    select e.* from person me join enrollment e using (store_number)
    where me.affiliate_id = $1 and ${isStoreSql('me')}
  )
  select e.affiliate_id as "affiliateId", ${fullNameSql('p')} as name, p.birthdate, e.package_id as "packageId",
    e.member_number as "memberNumber", e.store_number as "storeNumber",
    (select nullif(${fullNameSql('t')}, '') from person t where t.member_number = e.member_number) as "instructorName",
    e.lessons_done as "lessonsDone", e.lessons_total as "lessonsTotal", e.knowledge_done_at is not null as "isKnown",
    e.exam_passed_at is not null as "isExamPassed", e.last_at as "lastAt",
    array(select o.skill from skill_sign_off o
      where o.affiliate_id = e.affiliate_id and o.package_id = e.package_id) as signed,
    array(select distinct l.log_course || '/' || l.log_number || '/' || l.status from dive_log l
      where l.affiliate_id = e.affiliate_id and l.status in ('Verified', 'Pending') and l.deleted_at is null
        and l.log_course is not null and l.log_number is not null) as dives,
    exists (select from person_photo f where f.affiliate_id = e.affiliate_id and f.status in ('approved', 'pending'))
      as "hasPhoto",
    exists (select from outside_training o
      where o.affiliate_id = e.affiliate_id and o.package_id = e.package_id) as "hasOutside",
    array(select c.level_id from certification c
      where c.affiliate_id = e.affiliate_id and c.revoked_at is null order by c.level_id) as "levelIDs"
  from mine e join person p on p.affiliate_id = e.affiliate_id
  where not exists (
    select from unnest($2::text[], $3::int[]) as l (package_id, level_id)
      join certification c on c.level_id = l.level_id
    where l.package_id = e.package_id and c.affiliate_id = e.affiliate_id and c.revoked_at is null)
  order by e.last_at desc nulls last, p.given_name, e.affiliate_id, e.package_id limit 1000`);
