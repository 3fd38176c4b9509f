import { sql, type QueryCreator } from 'kysely';
import { query, type Params, type Row } from '#platform/server/db/query.ts';
import type { Tables } from '#platform/server/db/table-types.ts';
import { courseDives, signedSkills } from './queries.ts';

const verifiedDives = courseDives
  .select(sql`l.log_course || '/' || l.log_number`.as('dive'))
  .where('l.status', '=', 'Verified');

interface Teacher {
  teacher: number;
  /** The courses of the library. Withdrawn and SCORM courses have nothing to sign off. */
  packageIds: readonly string[];
}

const selectTaught = (db: QueryCreator<Tables>, p: Params<Teacher>) =>
  db
    .selectFrom('active_instructor as me')
    .innerJoin('enrollment as e', 'e.member_number', 'me.member_number')
    .where('me.affiliate_id', '=', p.teacher)
    .where('e.affiliate_id', '<>', p.teacher)
    .where((eb) => eb('e.package_id', '=', eb.fn.any(p.packageIds)));

/** Most recently active first. `dives` are the `course/number` of each verified dive. */
const selectStudents = (db: QueryCreator<Tables>, p: Params<Teacher>) =>
  selectTaught(db, p)
    .innerJoin('person_name as n', 'n.affiliate_id', 'e.affiliate_id')
    .select([
      'e.affiliate_id as affiliateId',
      'n.full_name as name',
      'e.package_id as packageId',
      'e.lessons_done as lessonsDone',
      'e.lessons_total as lessonsTotal',
      'e.exam_passed_at as examPassedAt',
      'e.last_at as lastAt',
      sql<string[]>`array${signedSkills}`.as('signed'),
      sql<string[]>`array${verifiedDives}`.as('dives'),
    ])
    .orderBy('e.last_at', (order) => order.desc().nullsLast())
    .orderBy('n.given_name')
    .orderBy('e.affiliate_id');

interface StudentSearch extends Teacher {
  course: string;
  /** A pattern for the name without case and accents. */
  pattern: string;
}

export const listStudents = query((db, p: Params<StudentSearch & { limit: number; offset: number }>) =>
  selectStudents(db, p)
    .where('e.package_id', '=', p.course)
    .where(sql`fold_text(n.full_name)`, 'like', p.pattern)
    .limit(p.limit)
    .offset(p.offset),
);
export type StudentRow = Row<typeof listStudents>;

export const countStudents = query((db, p: Params<StudentSearch>) =>
  selectTaught(db, p)
    .innerJoin('person_name as n', 'n.affiliate_id', 'e.affiliate_id')
    .select((eb) => eb.cast<number>(eb.fn.countAll(), 'int4').as('count'))
    .where('e.package_id', '=', p.course)
    .where(sql`fold_text(n.full_name)`, 'like', p.pattern),
);

export const listStudentCourses = query((db, p: Params<Teacher & { affiliateId: number }>) =>
  selectStudents(db, p).where('e.affiliate_id', '=', p.affiliateId).orderBy('e.package_id'),
);

/** Those with most students first. */
export const listTaughtCourses = query((db, p: Params<Teacher>) =>
  selectTaught(db, p)
    .select((eb) => ['e.package_id as packageId', eb.cast<number>(eb.fn.countAll(), 'int4').as('count')])
    .groupBy('e.package_id')
    .orderBy('count', 'desc')
    .orderBy('e.package_id'),
);

export const countPeople = query((db, p: Params<Teacher>) =>
  selectTaught(db, p).select((eb) => eb.cast<number>(eb.fn.count('e.affiliate_id').distinct(), 'int4').as('count')),
);
