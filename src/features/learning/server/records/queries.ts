import { expressionBuilder, sql } from 'kysely';
import { jsonArrayFrom } from 'kysely/helpers/postgres';
import { query, type Params, type Row } from '#platform/server/db/query.ts';
import type { Tables } from '#platform/server/db/table-types.ts';
import { selectInstructorInfo } from '#features/learning/server/courses/queries.ts';
import type { EnrollmentKey } from '#features/learning/server/progress/queries.ts';

/** The learner, instructor, store and sign-offs of a record. */
export const findRecordPeople = query((db, p: Params<EnrollmentKey>) =>
  db
    .selectFrom('enrollment as e')
    .innerJoin('person_name as n', 'n.affiliate_id', 'e.affiliate_id')
    .select((eb) => [
      'n.full_name as name',
      selectInstructorInfo(db, eb.ref('e.member_number')).as('instructor'),
      eb
        .selectFrom('person as s')
        .innerJoin('person_name as sn', 'sn.affiliate_id', 's.affiliate_id')
        .select('sn.full_name')
        .whereRef('s.store_number', '=', 'e.store_number')
        .as('storeName'),
      jsonArrayFrom(
        eb
          .selectFrom('skill_sign_off as o')
          .select([
            'o.skill',
            'o.signed_on as date',
            'o.note',
            'o.signed_name as name',
            'o.member_number as memberNumber',
          ])
          .where('o.affiliate_id', '=', p.affiliateId)
          .where('o.package_id', '=', p.packageId),
      ).as('signOffs'),
    ])
    .where('e.affiliate_id', '=', p.affiliateId)
    .where('e.package_id', '=', p.packageId),
);

export type RecordPeople = Row<typeof findRecordPeople>;
export type SignOff = RecordPeople['signOffs'][number];

/** Items of a SCORM course take the place of sections. */
export const findScormRecord = query((db, p: Params<EnrollmentKey>) =>
  db
    .selectFrom('scorm_package')
    .select((eb) => [
      'title',
      'items',
      jsonArrayFrom(
        eb
          .selectFrom('scorm_progress as s')
          .select((eb) => [
            's.item',
            sql<boolean>`s.is_completed or coalesce(s.is_passed, false)`.as('isDone'),
            's.score_percent as scorePercent',
            eb.fn.coalesce('s.done_at', 's.updated_at').as('at'),
          ])
          .where('s.affiliate_id', '=', p.affiliateId)
          .where('s.package_id', '=', p.packageId),
      ).as('progress'),
    ])
    .where('package_id', '=', p.packageId),
);

export const listArchivedRecords = query((db, p: Params<EnrollmentKey>) =>
  db
    .selectFrom('record_archive')
    .select(['id', 'enrolled_at as enrolledAt', 'archived_at as archivedAt', 'record'])
    .where('affiliate_id', '=', p.affiliateId)
    .where('package_id', '=', p.packageId)
    .orderBy('archived_at', 'desc'),
);

const enrollment = expressionBuilder<Tables & { e: Tables['enrollment'] }, 'e'>();

/** The skills that are signed off in the enrollment `e`. */
export const signedSkills = enrollment
  .selectFrom('skill_sign_off as o')
  .select('o.skill')
  .whereRef('o.affiliate_id', '=', 'e.affiliate_id')
  .whereRef('o.package_id', '=', 'e.package_id');

/** The training dives of the student of the enrollment `e`. */
export const courseDives = enrollment
  .selectFrom('dive_log as l')
  .distinct()
  .whereRef('l.affiliate_id', '=', 'e.affiliate_id')
  .where('l.deleted_at', 'is', null)
  .where('l.log_course', 'is not', null)
  .where('l.log_number', 'is not', null);

/** Locks rows in a fixed order, so concurrent sign-offs of the same class cannot deadlock. */
export const lockTaughtEnrollments = query(
  (db, p: Params<{ teacher: number; packageId: string; affiliateIds: readonly number[] }>) =>
    db
      .selectFrom('active_instructor as me')
      .innerJoin('enrollment as e', 'e.member_number', 'me.member_number')
      .innerJoin('person as p', 'p.affiliate_id', 'e.affiliate_id')
      .select(['e.affiliate_id as affiliateId', 'p.language'])
      .where('me.affiliate_id', '=', p.teacher)
      .where('e.package_id', '=', p.packageId)
      .where((eb) => eb('e.affiliate_id', '=', eb.fn.any(p.affiliateIds)))
      .where('e.affiliate_id', '<>', p.teacher)
      .orderBy('e.affiliate_id')
      .forNoKeyUpdate('e'),
);

interface NewSignOffs {
  teacher: number;
  packageId: string;
  affiliateIds: readonly number[];
  skills: readonly string[];
  signedOn: string;
  note: string;
}

/** Signs each skill for each student. Returns those that were not signed before. */
export const insertSignOffs = query((db, p: Params<NewSignOffs>) =>
  db
    .insertInto('skill_sign_off')
    .columns(['affiliate_id', 'package_id', 'skill', 'signed_on', 'note', 'signed_by', 'signed_name', 'member_number'])
    .expression((eb) =>
      eb
        .selectFrom('person as me')
        .innerJoin('person_name as n', 'n.affiliate_id', 'me.affiliate_id')
        .crossJoin(sql<{ id: number }>`unnest(${p.affiliateIds}::bigint[])`.as<'student'>(sql`student (id)`))
        .crossJoin(sql<{ name: string }>`unnest(${p.skills}::text[])`.as<'skill'>(sql`skill (name)`))
        .select([
          'student.id',
          p.packageId.as('package_id'),
          'skill.name',
          sql<string>`${p.signedOn}::date`.as('signed_on'),
          p.note.as('note'),
          'me.affiliate_id',
          'n.full_name',
          'me.member_number',
        ])
        .where('me.affiliate_id', '=', p.teacher),
    )
    .onConflict((conflict) => conflict.doNothing())
    .returning(['affiliate_id as affiliateId', 'skill']),
);

export type SignedSkillRow = Row<typeof insertSignOffs>;

interface RemovedSignOffs {
  teacher: number;
  packageId: string;
  affiliateIds: readonly number[];
  /** The skill of each student in `affiliateIds`. */
  skills: readonly string[];
}

/** Instructors can remove their own sign-offs for one day. */
export const deleteSignOffs = query((db, p: Params<RemovedSignOffs>) => {
  const pairs = sql<{ student: number; skill: string }>`unnest(${p.affiliateIds}::bigint[], ${p.skills}::text[])`;
  return db
    .deleteFrom('skill_sign_off as o')
    .using(pairs.as<'pair'>(sql`pair (student, skill)`))
    .where('o.package_id', '=', p.packageId)
    .whereRef('o.affiliate_id', '=', 'pair.student')
    .whereRef('o.skill', '=', 'pair.skill')
    .where('o.signed_by', '=', p.teacher)
    .where('o.signed_at', '>', sql<Date>`now() - interval '1 day'`)
    .returning(['o.affiliate_id as affiliateId', 'o.skill']);
});

export const findPersonName = query((db, p: Params<{ affiliateId: number }>) =>
  db.selectFrom('person_name').select('full_name as name').where('affiliate_id', '=', p.affiliateId),
);

/** Returns the current instructor, whose list of students must be updated too. */
export const lockEnrollmentInstructor = query((db, p: Params<EnrollmentKey>) =>
  db
    .selectFrom('enrollment as e')
    .select((eb) => [
      'e.member_number as memberNumber',
      eb
        .selectFrom('person as t')
        .select('t.affiliate_id')
        .whereRef('t.member_number', '=', 'e.member_number')
        .as('teacher'),
    ])
    .where('e.affiliate_id', '=', p.affiliateId)
    .where('e.package_id', '=', p.packageId)
    .forNoKeyUpdate('e'),
);

export const updateInstructor = query((db, p: Params<EnrollmentKey & { memberNumber: number | null }>) =>
  db
    .updateTable('enrollment')
    .set({ member_number: p.memberNumber })
    .where('affiliate_id', '=', p.affiliateId)
    .where('package_id', '=', p.packageId),
);
