import type { Handlers } from '#platform/server/http/endpoints.ts';
import { escapeLike, normalizeForSearch } from '#platform/shared/search-text.ts';
import type { recordEndpoints, Student, TaughtCourse } from '#features/learning/shared/record-contract.ts';
import { toCulture, type Culture } from '#features/learning/shared/rules.ts';
import { parseDiveSkill } from '#features/learning/shared/skills.ts';
import { getCourseText, type Library } from '#features/learning/server/content/library.ts';
import { countLessons } from '#features/learning/server/enrollments/access.ts';
import { listSkillsToSign } from './sign-offs.ts';
import {
  countPeople,
  countStudents,
  listStudentCourses,
  listStudents,
  listTaughtCourses,
  type StudentRow,
} from './student-queries.ts';

type Endpoints = 'GET v2/students' | 'GET v2/students/count' | 'GET v2/students/{affiliateId}';

export function studentHandlers(library: Library): Pick<Handlers<typeof recordEndpoints>, Endpoints> {
  const toTeacher = (affiliateId: number) => ({
    teacher: affiliateId,
    packageIds: library.list().map(({ packageId }) => packageId),
  });
  return {
    'GET v2/students': async (ctx, { query: { course, search, limit, offset, ...query } }) => {
      const { db } = ctx;
      const culture = query.culture ?? toCulture(ctx.locale);
      const teacher = toTeacher(ctx.user.affiliateId);
      const [taught, people] = await Promise.all([listTaughtCourses(db, teacher), countPeople.first(db, teacher)]);
      const shown = taught.find(({ packageId }) => packageId === course) ?? taught[0];
      const wanted = {
        ...teacher,
        course: shown?.packageId ?? '',
        pattern: `%${escapeLike(normalizeForSearch(search.trim()))}%`,
      };
      const [found, rows] = await Promise.all([
        countStudents.first(db, wanted),
        listStudents(db, { ...wanted, limit, offset }),
      ]);
      return {
        people: people?.count ?? 0,
        courses: taught.flatMap(({ packageId, count }) => toTaughtCourse(library, culture, packageId, count) ?? []),
        total: found?.count ?? 0,
        items: rows.flatMap((row) => toStudent(library, culture, row) ?? []),
      };
    },

    'GET v2/students/count': async ({ db, user }) => {
      const taught = await listTaughtCourses(db, toTeacher(user.affiliateId));
      return { count: taught.reduce((sum, { count }) => sum + count, 0) };
    },

    'GET v2/students/{affiliateId}': async (ctx, { params: { affiliateId }, query }) => {
      const culture = query.culture ?? toCulture(ctx.locale);
      const rows = await listStudentCourses(ctx.db, { ...toTeacher(ctx.user.affiliateId), affiliateId });
      return rows.flatMap((row) => toStudent(library, culture, row) ?? []);
    },
  };
}

function toTaughtCourse(library: Library, culture: Culture, packageId: string, count: number): TaughtCourse | null {
  const course = library.find(packageId);
  if (course === undefined) return null;
  return { packageId, title: getCourseText(course, culture).title, count, skills: listSkillsToSign(course) };
}

/** Returns null for withdrawn and SCORM courses, which have nothing to sign off. */
function toStudent(library: Library, culture: Culture, row: StudentRow): Student | null {
  const course = library.find(row.packageId);
  if (course === undefined) return null;
  const { affiliateId, name, packageId, lessonsDone, examPassedAt, lastAt } = row;
  const skills = listSkillsToSign(course);
  const confined = skills.filter((skill) => parseDiveSkill(skill) === null);
  const signed = row.signed.filter((skill) => skills.includes(skill));
  const verified = row.dives.filter((dive) => {
    const [logCourse, number] = dive.split('/');
    return logCourse === course.logCourse && Number(number) <= course.dives;
  });
  return {
    affiliateId,
    name,
    packageId,
    title: getCourseText(course, culture).title,
    lessonsDone,
    lessonsTotal: row.lessonsTotal || countLessons(course),
    isExamPassed: examPassedAt !== null,
    hasExam: course.exam !== undefined,
    signed,
    confined: { done: confined.filter((skill) => signed.includes(skill)).length, total: confined.length },
    divesVerified: verified.length + signed.filter((skill) => parseDiveSkill(skill) !== null).length,
    dives: course.dives,
    lastDate: lastAt?.toISOString() ?? null,
  };
}
