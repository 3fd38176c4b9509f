import type { Db } from '#platform/server/db/database.ts';
import { listPendingDiveNumbers, listTrainingDives, type TrainingDive } from '#features/logbook/server/public.ts';
import { listSkillGroups } from '#features/logbook/shared/skills.ts';
import { fail } from '#features/learning/shared/contract.ts';
import type { CourseRecord, RecordDive, Signature } from '#features/learning/shared/record-contract.ts';
import type { Culture } from '#features/learning/shared/rules.ts';
import { toDiveSkill } from '#features/learning/shared/skills.ts';
import type { Course, CourseText } from '#features/learning/server/content/course.ts';
import { getCourseText, type Library } from '#features/learning/server/content/library.ts';
import { findRecordPeople, findScormRecord, type RecordPeople, type SignOff } from './queries.ts';
import { sortConfinedSkills } from './sign-offs.ts';
import { findCourseProgress, type CourseProgress } from '#features/learning/server/progress/course-progress.ts';

interface RecordQuery {
  affiliateId: number;
  packageId: string;
  culture: Culture;
}

/** Throws `learning.not_entitled` without an enrollment. */
export async function loadRecord(db: Db, library: Library, query: RecordQuery): Promise<CourseRecord> {
  const { affiliateId, packageId, culture } = query;
  const course = library.find(packageId);
  const logged = course?.logCourse === undefined ? null : { affiliateId, course: course.logCourse };
  const [courseProgress, people, scorm, dives, pending] = await Promise.all([
    findCourseProgress(db, affiliateId, packageId),
    findRecordPeople.first(db, { affiliateId, packageId }),
    course === undefined ? findScormRecord.first(db, { affiliateId, packageId }) : undefined,
    logged === null ? [] : listTrainingDives(db, logged),
    logged === null ? [] : listPendingDiveNumbers(db, logged),
  ]);
  if (course === undefined && scorm === undefined) throw fail('learning.no_course', { message: packageId });
  if (courseProgress === null || people === undefined) throw fail('learning.not_entitled');
  const head = {
    packageId,
    student: { affiliateId, name: people.name },
    enrollmentDate: courseProgress.enrolledAt?.toISOString() ?? null,
    completedDate: courseProgress.completedAt?.toISOString() ?? null,
    instructor: people.instructor,
    storeName: people.storeName,
  };
  if (course !== undefined)
    return {
      ...head,
      ...buildCourseRecord(course, getCourseText(course, culture), courseProgress, people, {
        verified: dives,
        pending,
      }),
    };
  const { title = '', items = [], progress = [] } = scorm ?? {};
  return {
    ...head,
    title,
    certification: null,
    culture,
    knowledge: items.map((item) => {
      const done = progress.find((entry) => entry.item === item.id);
      return {
        id: item.id,
        title: item.title,
        lessonsDone: done?.isDone ? 1 : 0,
        lessonsTotal: 1,
        doneDate: done?.isDone ? done.at : null,
        quizPercent: done?.scorePercent ?? null,
      };
    }),
    confined: [],
    openWater: [],
    flexible: [],
    logCourse: null,
    hasExam: false,
    exam: null,
  };
}

interface CourseDives {
  /** Sorted by verification date, so the newest of several logs of a dive is used. */
  verified: readonly TrainingDive[];
  pending: readonly { number: number }[];
}

function buildCourseRecord(
  course: Course,
  text: CourseText,
  courseProgress: CourseProgress,
  { signOffs }: RecordPeople,
  dives: CourseDives,
) {
  const signed = new Map(signOffs.map((signOff) => [signOff.skill, toSignature(signOff)]));
  const numbers = Array.from({ length: course.dives }, (_, index) => index + 1);
  return {
    title: text.title,
    certification: text.certification,
    culture: text.culture,
    knowledge: course.sections.map((section, index) =>
      toRecordSection(section, text.sections[index]?.title ?? '', courseProgress),
    ),
    confined: sortConfinedSkills(course.confined).map((skill) => ({ skill, signature: signed.get(skill) ?? null })),
    openWater: numbers.map((number) =>
      course.logCourse === undefined
        ? { ...createEmptyDive(number), signature: signed.get(toDiveSkill(number)) ?? null }
        : toRecordDive(course.logCourse, number, dives),
    ),
    flexible: listFlexibleSkills(course, dives.verified),
    logCourse: course.logCourse ?? null,
    hasExam: course.exam !== undefined,
    exam: findBestExam(courseProgress),
  };
}

function toSignature({ date, name, memberNumber, note }: SignOff): Signature {
  return { date, name, memberNumber, note };
}

/** A section is done once its lessons are done and its quiz is passed; the latest of these is its date. */
function toRecordSection(
  { id, lessons, quiz }: Course['sections'][number],
  title: string,
  courseProgress: CourseProgress,
) {
  const names = new Set(lessons.map((lesson) => `${id}/${lesson}`));
  const done = courseProgress.lessons.flatMap(({ lesson, doneAt }) =>
    names.has(lesson) && doneAt !== null ? [doneAt] : [],
  );
  const quizzes = courseProgress.attempts.filter(({ kind, section }) => kind === 'quiz' && section === id);
  const scores = quizzes.flatMap(({ scorePercent }) => (scorePercent === null ? [] : [scorePercent]));
  const passed = quizzes.find(({ isPassed }) => isPassed === true)?.handedInAt;
  const isDone = done.length === lessons.length && (quiz === undefined || typeof passed === 'string');
  const moments = [...done, ...(typeof passed === 'string' ? [passed] : [])].map((moment) => Date.parse(moment));
  return {
    id,
    title,
    lessonsDone: done.length,
    lessonsTotal: lessons.length,
    doneDate: isDone ? new Date(Math.max(...moments)).toISOString() : null,
    quizPercent: scores.length === 0 ? null : Math.max(...scores),
  };
}

function createEmptyDive(number: number): RecordDive {
  const nothing = { logId: null, title: null, date: null, maxDepthM: null, bottomTimeMin: null, signature: null };
  return { number, ...nothing, isPending: false, typed: [], skills: [] };
}

function toRecordDive(logCourse: string, number: number, { verified, pending }: CourseDives): RecordDive {
  const dive = verified.find((entry) => entry.number === number);
  const wanted = listSkillGroups(logCourse, number, null)
    .filter(({ name }) => name === 'dive' || name === 'every')
    .flatMap((group) => group.skills);
  const skills = wanted.map((skill) => ({ skill, isDone: dive?.skills.includes(skill) ?? false }));
  if (dive === undefined) {
    const isPending = pending.some((entry) => entry.number === number);
    return { ...createEmptyDive(number), isPending, skills };
  }
  const { id, title, date, maxDepthM, bottomTimeMin, typed, verifiedAt, verifiedName: name, memberNumber } = dive;
  const signature = { date: verifiedAt.toISOString(), name, memberNumber, note: '' };
  return { number, logId: id, title, date, maxDepthM, bottomTimeMin, typed, signature, isPending: false, skills };
}

function listFlexibleSkills(
  { logCourse, dives: last }: Course,
  dives: readonly TrainingDive[],
): CourseRecord['flexible'] {
  if (logCourse === undefined) return [];
  const groups = listSkillGroups(logCourse, last, null).filter(
    ({ name }) => name === 'surface' || name === 'underwater',
  );
  return groups
    .flatMap((group) => group.skills)
    .map((skill) => {
      const numbers = dives.filter(({ skills }) => skills.includes(skill)).map(({ number }) => number);
      return { skill, dive: numbers.length === 0 ? null : Math.min(...numbers) };
    });
}

/** Returns the passed exam, or the best attempt so far. */
function findBestExam({ attempts }: CourseProgress): CourseRecord['exam'] {
  const handedIn = attempts.flatMap(({ kind, handedInAt, scorePercent, isPassed }) =>
    kind === 'exam' && handedInAt !== null && scorePercent !== null && isPassed !== null
      ? [{ scorePercent, isPassed, date: new Date(handedInAt).toISOString() }]
      : [],
  );
  const best = handedIn.toSorted(
    (a, b) => Number(b.isPassed) - Number(a.isPassed) || b.scorePercent - a.scorePercent,
  )[0];
  return best === undefined ? null : { ...best, attempts: handedIn.length };
}
