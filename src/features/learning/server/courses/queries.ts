import { isoTimestampSql } from '#platform/server/db/iso-timestamp-sql.ts';
import { statement } from '#platform/server/db/database.ts';
import { childrenSql, shortNameSql } from '#features/account/server/public.ts';
import type { InstructorInfo } from '#features/logbook/shared/contract.ts';
import type { NextStep } from '#features/learning/shared/course-contract.ts';
import type { CourseLevel } from '#features/learning/shared/rules.ts';

export interface EntitlementRow {
  packageId: string;
  source: string;
  grantedDate: string;
  enrollmentDate: string | null;
  lessonsDone: number;
  lessonsTotal: number;
  lastDate: string | null;
  examPassedDate: string | null;
  completedDate: string | null;
  /**
   * Completed steps of an unfinished course in the order of completion: lesson ids and `kind:section` of tests,
   * separated and surrounded by spaces.
   */
  done: string | null;
  /** Set for SCORM courses. The duration of the next item is unknown. */
  scorm: { title: string; level: CourseLevel; next: NextStep | null } | null;
}

/**
 * Most recently used first. Returns a single row with a JSON list, because decoding one value is cheaper than decoding
 * many rows.
 */
const selectEntitlements = (person: string) => `
  select coalesce(json_agg(c order by c."lastDate" desc nulls last, c."grantedDate"desc, c."packageId"), '[]') as items from (
    select e.package_id as "packageId", e.source, ${isoTimestampSql('e.granted_at')} as "grantedDate",
      ${isoTimestampSql('e.enrolled_at')} as "enrollmentDate", e.lessons_done as "lessonsDone",
      e.lessons_total as "lessonsTotal", ${isoTimestampSql('e.last_at')} as "lastDate",
      ${isoTimestampSql('e.exam_passed_at')} as "examPassedDate", ${isoTimestampSql('e.completed_at')} as "completedDate",
      case when e.completed_at is null then (
        select ' ' || string_agg(d.step, ' ' order by d.at) || ' ' from (
          select l.lesson as step, l.done_at as at from lesson_progress l
          where l.affiliate_id = ${person} and l.package_id = e.package_id and l.done_at is not null
          union all
          select a.kind || ':' || a.section, a.handed_in_at from course_attempt a
          where a.affiliate_id = ${person} and a.package_id = e.package_id and a.is_passed
        ) d) end as done,
      case when s.package_id is not null then json_build_object('title', s.title, 'level', s.level, 'next', (
        select json_build_object('kind', 'lesson', 'id', i.item->>'id', 'number', i.number::text,
            'title', i.item->>'title', 'minutes', 0)
        from jsonb_array_elements(s.items) with ordinality i (item, number)
        where not exists (select 1 from scorm_progress p where p.affiliate_id = ${person} and p.package_id = e.package_id
          and p.item = i.item->>'id' and p.done_at is not null)
        order by i.number limit 1)) end as scorm
    from enrollment e left join scorm_package s using (package_id) where e.affiliate_id = ${person}) c`;
export const listEntitlements = statement<{ items: EntitlementRow[] }, [affiliateId: number]>(selectEntitlements('$1'));

/** Entitlements of each child of a guardian, including children without courses. */
export const listFamilyEntitlements = statement<
  { affiliateId: number; items: EntitlementRow[] },
  [guardianId: number, today: string]
>(`
  select k.affiliate_id as "affiliateId", (${selectEntitlements('k.affiliate_id')}) as items
  from (${childrenSql}) k order by k.affiliate_id`);

export interface CourseDetailsRow {
  enrollmentDate: string | null;
  storeNumber: number | null;
  storeName: string | null;
  instructor: InstructorInfo | null;
}

/** Returns no row without an enrollment. */
export const findCourseDetails = statement<CourseDetailsRow, [affiliateId: number, packageId: string]>(`
  select ${isoTimestampSql('e.enrolled_at')} as "enrollmentDate", e.store_number as "storeNumber",
    (select ${shortNameSql('s')} from person s
      where s.store_number = e.store_number) as "storeName",
    (select json_build_object('memsys_member_number', i.member_number, 'first_name', i.given_name,
        'last_name', i.family_name, 'middle_initial', left(i.middle_name, 1))
      from person i where i.member_number = e.member_number) as instructor
  from enrollment e where e.affiliate_id = $1 and e.package_id = $2`);

/** Dives of a course that the logbook does not know are signed off like skills. */
export const countSignedDives = statement<
  { dives: number },
  [affiliateId: number, packageId: string, names: string[]]
>(`
  select count(*)::int as dives from skill_sign_off where affiliate_id = $1 and package_id = $2 and skill = any($3)`);

export const startCourse = statement<
  { enrolledAt: Date },
  [affiliateId: number, packageId: string, at: Date, culture: string | null]
>(`
  update enrollment set enrolled_at = coalesce(enrolled_at, $3), culture = coalesce($4, culture)
  where affiliate_id = $1 and package_id = $2 returning enrolled_at as "enrolledAt"`);

export const archiveRecord = statement<
  unknown,
  [affiliateId: number, packageId: string, enrolledAt: Date, archivedAt: Date, record: string]
>(`
  insert into record_archive (affiliate_id, package_id, enrolled_at, archived_at, record)
  values ($1, $2, $3, $4, $5::jsonb)`);

/** Deletes the progress that was archived. The enrollment keeps its instructor and source. */
export const resetCourse = statement<
  unknown,
  [affiliateId: number, packageId: string, at: Date, culture: string | null]
>(`
  with lessons as (delete from lesson_progress where affiliate_id = $1 and package_id = $2),
    answers as (delete from lesson_answer where affiliate_id = $1 and package_id = $2),
    attempts as (delete from course_attempt where affiliate_id = $1 and package_id = $2),
    items as (delete from scorm_progress where affiliate_id = $1 and package_id = $2),
    skills as (delete from skill_sign_off where affiliate_id = $1 and package_id = $2)
  update enrollment set enrolled_at = $3, culture = coalesce($4, culture), lessons_done = 0, seconds_spent = 0,
    last_lesson = null, last_at = null, knowledge_done_at = null, exam_passed_at = null, completed_at = null
  where affiliate_id = $1 and package_id = $2`);
