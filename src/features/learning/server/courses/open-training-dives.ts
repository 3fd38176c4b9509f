import { jsonArrayFrom } from 'kysely/helpers/postgres';
import type { Context } from '#platform/server/http/context.ts';
import { query, type Params } from '#platform/server/db/query.ts';
import { toIsoDate } from '#platform/shared/dates.ts';
import { levels } from '#domain/certification-levels.ts';
import { findNextDive } from '#features/logbook/shared/next-dive.ts';
import type { TrainingDive } from '#features/learning/shared/learning-api.ts';
import type { Library } from '#features/learning/server/content/library.ts';
import { selectInstructorInfo } from './queries.ts';

interface OpenCourses {
  affiliateId: number;
  packageIds: readonly string[];
  logCourses: readonly string[];
  today: string;
}

/** The enrollments with the levels held and the dives logged so far. */
const listOpenCourses = query((db, p: Params<OpenCourses>) =>
  db
    .selectFrom('enrollment as e')
    .select((eb) => [
      'e.package_id as packageId',
      selectInstructorInfo(db, eb.ref('e.member_number')).as('instructor'),
      jsonArrayFrom(
        eb
          .selectFrom('certification as c')
          .select('c.level_id as levelId')
          .where('c.affiliate_id', '=', p.affiliateId)
          .where('c.revoked_at', 'is', null)
          .where('c.cert_date', '<=', p.today),
      ).as('held'),
      jsonArrayFrom(
        eb
          .selectFrom('dive_log as l')
          .select((eb) => [
            eb.cast<string>('l.id', 'text').as('id'),
            'l.log_course as course',
            eb.ref('l.log_number').$notNull().as('number'),
            'l.status',
          ])
          .where('l.affiliate_id', '=', p.affiliateId)
          .where((eb) => eb('l.log_course', '=', eb.fn.any(p.logCourses)))
          .where('l.log_number', 'is not', null)
          .where('l.deleted_at', 'is', null)
          .orderBy('l.id', 'desc'),
      ).as('logs'),
    ])
    .where('e.affiliate_id', '=', p.affiliateId)
    .where((eb) => eb('e.package_id', '=', eb.fn.any(p.packageIds)))
    .orderBy('e.granted_at', 'desc'),
);

/** The next dive to log in each course that has logged dives and no card yet. */
export async function listOpenTrainingDives({ db, user, now }: Context, library: Library): Promise<TrainingDive[]> {
  const courses = library
    .list()
    .flatMap(({ packageId, logCourse, dives }) => (logCourse === undefined ? [] : [{ packageId, logCourse, dives }]));
  const rows = await listOpenCourses(db, {
    affiliateId: user.affiliateId,
    packageIds: courses.map(({ packageId }) => packageId),
    logCourses: courses.map(({ logCourse }) => logCourse),
    today: toIsoDate(now),
  });
  return rows.flatMap(({ packageId, instructor, held, logs }) => {
    const course = courses.find((listed) => listed.packageId === packageId);
    const leadsTo = levels.filter((level) => level.packageId === packageId);
    if (course === undefined || held.some(({ levelId }) => leadsTo.some(({ levelID }) => levelID === levelId)))
      return [];
    const logged = logs.filter((log) => log.course === course.logCourse);
    const next = findNextDive(course.dives, logged);
    if (next === null) return [];
    return [{ log_course: course.logCourse, log_number: next.number, log_id: next.log?.id ?? null, instructor }];
  });
}
