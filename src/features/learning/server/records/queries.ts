import { statement } from '#platform/server/db/database.ts';
import { fullNameSql } from '#features/account/server/public.ts';
import type { InstructorInfo } from '#features/logbook/shared/contract.ts';
import { isActiveInstructorSql } from '#features/professionals/server/public.ts';

export interface SignOff {
  skill: string;
  date: string;
  note: string;
  name: string;
  memberNumber: number;
}

export interface RecordPeople {
  name: string;
  instructor: InstructorInfo | null;
  storeName: string | null;
  signOffs: SignOff[];
}

/** The learner, instructor, store and sign-offs of a record. */
export const findRecordPeople = statement<RecordPeople, [affiliateId: number, packageId: string]>(`
  select ${fullNameSql('p')} as name,
    (select json_build_object('memsys_member_number', i.member_number, 'first_name', i.given_name,
        'last_name', i.family_name, 'middle_initial', left(i.middle_name, 1))
      from person i where i.member_number = e.member_number) as instructor,
    (select ${fullNameSql('s')} from person s where s.store_number = e.store_number) as "storeName",
    coalesce((select json_agg(json_build_object('skill', o.skill, 'date', o.signed_on, 'note', o.note,
        'name', o.signed_name, 'memberNumber', o.member_number))
      from skill_sign_off o where o.affiliate_id = $1 and o.package_id = $2), '[]') as "signOffs"
  from enrollment e join person p using (affiliate_id)
  where e.affiliate_id = $1 and e.package_id = $2`);

export interface ScormRecordRow {
  title: string;
  items: { id: string; title: string }[];
  progress: { item: string; isDone: boolean; scorePercent: number | null; at: string }[];
}

/** Items of a SCORM course take the place of sections. */
export const findScormRecord = statement<ScormRecordRow, [affiliateId: number, packageId: string]>(`
  select title, items,
    coalesce((select json_agg(json_build_object('item', s.item, 'isDone', s.is_completed or coalesce(s.is_passed, false),
        'scorePercent', s.score_percent, 'at', coalesce(s.done_at, s.updated_at)))
      from scorm_progress s where s.affiliate_id = $1 and s.package_id = $2), '[]') as progress
  from scorm_package where package_id = $2`);

export const listArchivedRecords = statement<
  { id: string; enrolledAt: Date; archivedAt: Date; record: unknown },
  [affiliateId: number, packageId: string]
>(`
  select id, enrolled_at as "enrolledAt", archived_at as "archivedAt", record from record_archive
  where affiliate_id = $1 and package_id = $2 order by archived_at desc`);

export interface StudentRow {
  affiliateId: number;
  name: string;
  packageId: string;
  lessonsDone: number;
  lessonsTotal: number;
  examPassedAt: Date | null;
  lastAt: Date | null;
  signed: string[];
  /** `course/number` of each verified dive. */
  dives: string[];
}

/** Most recently active first. */
export const listStudents = statement<StudentRow, [teacher: number]>(`
  select e.affiliate_id as "affiliateId", ${fullNameSql('p')} as name, e.package_id as "packageId",
    e.lessons_done as "lessonsDone", e.lessons_total as "lessonsTotal", e.exam_passed_at as "examPassedAt",
    e.last_at as "lastAt",
    array(select o.skill from skill_sign_off o
      where o.affiliate_id = e.affiliate_id and o.package_id = e.package_id) as signed,
    array(select distinct l.log_course || '/' || l.log_number from dive_log l
      where l.affiliate_id = e.affiliate_id and l.status = 'Verified' and l.deleted_at is null
        and l.log_course is not null and l.log_number is not null) as dives
  from person me join enrollment e using (member_number) join person p on p.affiliate_id = e.affiliate_id
  where me.affiliate_id = $1 and ${isActiveInstructorSql('me')} and e.affiliate_id <> $1
  order by e.last_at desc nulls last, p.given_name, e.affiliate_id limit 1000`);

/** Locks rows in a fixed order, so concurrent sign-offs of the same class cannot deadlock. */
export const lockTaughtEnrollments = statement<
  { affiliateId: number; language: string },
  [teacher: number, packageId: string, affiliateIds: readonly number[]]
>(`
  select e.affiliate_id as "affiliateId", p.language
  from person me join enrollment e using (member_number) join person p on p.affiliate_id = e.affiliate_id
  where me.affiliate_id = $1 and ${isActiveInstructorSql('me')} and e.package_id = $2
    and e.affiliate_id = any($3::bigint[]) and e.affiliate_id <> $1
  order by e.affiliate_id for update of e`);

export interface SignedSkillRow {
  affiliateId: number;
  skill: string;
}

export const insertSignOffs = statement<
  SignedSkillRow,
  [
    teacher: number,
    packageId: string,
    affiliateIds: readonly number[],
    skills: readonly string[],
    signedOn: string,
    note: string,
  ]
>(`
  insert into skill_sign_off (affiliate_id, package_id, skill, signed_on, note, signed_by, signed_name, member_number)
  select student, $2, skill, $5::date, $6, me.affiliate_id, ${fullNameSql('me')}, me.member_number
  from person me, unnest($3::bigint[]) as student, unnest($4::text[]) as skill
  where me.affiliate_id = $1
  on conflict do nothing
  returning affiliate_id as "affiliateId", skill`);

/** Instructors can remove their own sign-offs for one day. */
export const deleteSignOffs = statement<
  SignedSkillRow,
  [teacher: number, packageId: string, affiliateIds: readonly number[], skills: readonly string[]]
>(`
  delete from skill_sign_off o using unnest($3::bigint[], $4::text[]) as wanted (student, name)
  where o.package_id = $2 and o.affiliate_id = student and o.skill = name and o.signed_by = $1
    and o.signed_at > now() - interval '1 day'
  returning o.affiliate_id as "affiliateId", o.skill`);

export const findPersonName = statement<{ name: string }, [affiliateId: number]>(
  `select ${fullNameSql('p')} as name from person p where p.affiliate_id = $1`,
);

/** Returns the current instructor, whose list of students must be updated too. */
export const lockEnrollmentInstructor = statement<
  { memberNumber: number | null; teacher: number | null },
  [affiliateId: number, packageId: string]
>(`
  select e.member_number as "memberNumber",
    (select t.affiliate_id from person t where t.member_number = e.member_number) as teacher
  from enrollment e where e.affiliate_id = $1 and e.package_id = $2 for update of e`);

export const updateInstructor = statement<
  unknown,
  [affiliateId: number, packageId: string, memberNumber: number | null]
>('update enrollment set member_number = $3 where affiliate_id = $1 and package_id = $2');
