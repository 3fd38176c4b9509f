import { sql, type Expression, type QueryCreator } from 'kysely';
import { jsonBuildObject } from 'kysely/helpers/postgres';
import { isoTimestamp, isoTimestampOrNull } from '#platform/server/db/iso-timestamp.ts';
import { query, toJson, type Params, type Row } from '#platform/server/db/query.ts';
import type { Tables } from '#platform/server/db/table-types.ts';
import { selectChildren } from '#features/account/server/public.ts';
import { instructorInfo } from '#features/logbook/server/public.ts';
import type { CourseRecord } from '#features/learning/shared/record-contract.ts';
import type { Culture } from '#features/learning/shared/rules.ts';
import type { EnrollmentKey } from '#features/learning/server/progress/queries.ts';

/**
 * Most recently used first. Returns a single row with a JSON list, because decoding one value is cheaper than decoding
 * many rows. `done` are the completed steps of an unfinished course in the order of completion: lesson ids and
 * `kind:section` of tests, separated and surrounded by spaces. `scorm` is set for SCORM courses. The duration of their
 * next item is unknown.
 */
function selectEntitlements(db: QueryCreator<Tables>, affiliateId: Expression<number>) {
  const courses = db
    .selectFrom('enrollment as e')
    .leftJoin('scorm_package as s', 's.package_id', 'e.package_id')
    .select((eb) => {
      const steps = eb
        .selectFrom('lesson_progress as l')
        .select(['l.lesson as step', 'l.done_at as at'])
        .where('l.affiliate_id', '=', affiliateId)
        .whereRef('l.package_id', '=', 'e.package_id')
        .where('l.done_at', 'is not', null)
        .unionAll(
          eb
            .selectFrom('course_attempt as a')
            .select([sql<string>`a.kind || ':' || a.section`.as('step'), 'a.handed_in_at as at'])
            .where('a.affiliate_id', '=', affiliateId)
            .whereRef('a.package_id', '=', 'e.package_id')
            .where('a.is_passed', '=', true),
        );
      const items = sql<{ item: unknown; number: number }>`jsonb_array_elements(s.items) with ordinality`;
      const nextItem = eb
        .selectFrom(items.as<'i'>(sql`i (item, number)`))
        .select(
          jsonBuildObject({
            kind: sql.lit('lesson' as const),
            id: sql<string>`i.item->>'id'`,
            number: sql<string>`i.number::text`,
            title: sql<string>`i.item->>'title'`,
            minutes: sql.lit(0),
          }).as('next'),
        )
        .where(({ not, exists, selectFrom }) =>
          not(
            exists(
              selectFrom('scorm_progress as p')
                .where('p.affiliate_id', '=', affiliateId)
                .whereRef('p.package_id', '=', 'e.package_id')
                .where('p.item', '=', sql<string>`i.item->>'id'`)
                .where('p.done_at', 'is not', null),
            ),
          ),
        )
        .orderBy('i.number')
        .limit(1);
      return [
        'e.package_id as packageId',
        'e.source',
        isoTimestamp('e.granted_at').as('grantedDate'),
        isoTimestampOrNull('e.enrolled_at').as('enrollmentDate'),
        'e.lessons_done as lessonsDone',
        'e.lessons_total as lessonsTotal',
        isoTimestampOrNull('e.last_at').as('lastDate'),
        isoTimestampOrNull('e.exam_passed_at').as('examPassedDate'),
        isoTimestampOrNull('e.completed_at').as('completedDate'),
        eb
          .case()
          .when('e.completed_at', 'is', null)
          .then(
            eb
              .selectFrom(steps.as('d'))
              .select(sql<string | null>`' ' || string_agg(d.step, ' ' order by d.at) || ' '`.as('done'))
              .$asScalar(),
          )
          .end()
          .as('done'),
        eb
          .case()
          .when('s.package_id', 'is not', null)
          .then(
            jsonBuildObject({
              title: eb.ref('s.title').$notNull(),
              level: eb.ref('s.level').$notNull(),
              next: nextItem.$asScalar(),
            }),
          )
          .end()
          .as('scorm'),
      ];
    })
    .where('e.affiliate_id', '=', affiliateId);
  return db.selectFrom(courses.as('c')).select((eb) =>
    eb.fn
      .coalesce(
        eb.fn
          .jsonAgg('c')
          .orderBy('c.lastDate', (order) => order.desc().nullsLast())
          .orderBy('c.grantedDate', 'desc')
          .orderBy('c.packageId'),
        sql<never[]>`'[]'`,
      )
      .as('items'),
  );
}

export const listEntitlements = query((db, p: Params<{ affiliateId: number }>) =>
  selectEntitlements(db, p.affiliateId),
);

export type EntitlementRow = Row<typeof listEntitlements>['items'][number];

/** Entitlements of each child of a guardian, including children without courses. */
export const listFamilyEntitlements = query((db, p: Params<{ guardianId: number; today: string }>) =>
  db
    .selectFrom(selectChildren(p).as('k'))
    .select((eb) => [
      'k.affiliate_id as affiliateId',
      selectEntitlements(db, eb.ref('k.affiliate_id')).$asScalar().$notNull().as('items'),
    ])
    .orderBy('k.affiliate_id'),
);

/** The instructor with a member number. */
export const selectInstructorInfo = (db: QueryCreator<Tables>, memberNumber: Expression<number | null>) =>
  db
    .selectFrom('person as i')
    .select(instructorInfo().as('instructor'))
    .where('i.member_number', '=', memberNumber)
    .$asScalar();

/** Returns no row without an enrollment. */
export const findCourseDetails = query((db, p: Params<EnrollmentKey>) =>
  db
    .selectFrom('enrollment as e')
    .select((eb) => [
      isoTimestampOrNull('e.enrolled_at').as('enrollmentDate'),
      'e.store_number as storeNumber',
      eb
        .selectFrom('person as s')
        .innerJoin('person_name as n', 'n.affiliate_id', 's.affiliate_id')
        .select('n.short_name')
        .whereRef('s.store_number', '=', 'e.store_number')
        .as('storeName'),
      selectInstructorInfo(db, eb.ref('e.member_number')).as('instructor'),
    ])
    .where('e.affiliate_id', '=', p.affiliateId)
    .where('e.package_id', '=', p.packageId),
);

/** Dives of a course that the logbook does not know are signed off like skills. */
export const countSignedDives = query((db, p: Params<EnrollmentKey & { names: readonly string[] }>) =>
  db
    .selectFrom('skill_sign_off')
    .select((eb) => eb.fn.countAll<number>().as('dives'))
    .where('affiliate_id', '=', p.affiliateId)
    .where('package_id', '=', p.packageId)
    .where((eb) => eb('skill', '=', eb.fn.any(p.names))),
);

interface CourseStart extends EnrollmentKey {
  now: Date;
  culture: Culture | null;
}

export const startCourse = query((db, p: Params<CourseStart>) =>
  db
    .updateTable('enrollment')
    .set((eb) => ({
      enrolled_at: eb.fn.coalesce('enrolled_at', p.now),
      culture: eb.fn.coalesce(p.culture, 'culture'),
    }))
    .where('affiliate_id', '=', p.affiliateId)
    .where('package_id', '=', p.packageId)
    .returning('enrolled_at as enrolledAt'),
);

interface ArchivedRecord extends EnrollmentKey {
  enrolledAt: Date;
  now: Date;
  record: CourseRecord;
}

export const insertArchivedRecord = query((db, p: Params<ArchivedRecord>) =>
  db.insertInto('record_archive').values({
    affiliate_id: p.affiliateId,
    package_id: p.packageId,
    enrolled_at: p.enrolledAt,
    archived_at: p.now,
    record: toJson(p.record),
  }),
);

/** Deletes the progress that was archived. The enrollment keeps its instructor and source. */
export const resetCourse = query((db, p: Params<CourseStart>) => {
  const deleteRows = (
    table: 'lesson_progress' | 'lesson_answer' | 'course_attempt' | 'scorm_progress' | 'skill_sign_off',
  ) => db.deleteFrom(table).where('affiliate_id', '=', p.affiliateId).where('package_id', '=', p.packageId);
  return db
    .with('lessons', () => deleteRows('lesson_progress'))
    .with('answers', () => deleteRows('lesson_answer'))
    .with('attempts', () => deleteRows('course_attempt'))
    .with('items', () => deleteRows('scorm_progress'))
    .with('skills', () => deleteRows('skill_sign_off'))
    .updateTable('enrollment')
    .set((eb) => ({
      enrolled_at: p.now,
      culture: eb.fn.coalesce(p.culture, 'culture'),
      lessons_done: 0,
      seconds_spent: 0,
      last_lesson: null,
      last_at: null,
      knowledge_done_at: null,
      exam_passed_at: null,
      completed_at: null,
    }))
    .where('affiliate_id', '=', p.affiliateId)
    .where('package_id', '=', p.packageId);
});
