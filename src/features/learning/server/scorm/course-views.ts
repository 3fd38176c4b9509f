import type { Db } from '#platform/server/db/database.ts';
import { fail } from '#features/learning/shared/contract.ts';
import type {
  AssessmentResults,
  CourseCard,
  CourseDetails,
  CourseReport,
  CourseView,
  NextStep,
  OutlineTest,
} from '#features/learning/shared/course-contract.ts';
import type { Culture } from '#features/learning/shared/rules.ts';
import { findCourseDetails } from '#features/learning/server/courses/queries.ts';
import * as queries from './queries.ts';

export interface ScormQuery {
  affiliateId: number;
  packageId: string;
  culture: Culture;
}

/** Language and duration of SCORM packages are unknown, so they are left empty. */
export async function listScormCards(db: Db, affiliateId: number, culture: Culture): Promise<CourseCard[]> {
  return (await queries.listPackageCards(db, { affiliateId })).map((card) => ({
    ...card,
    summary: '',
    kind: 'scorm',
    isSellable: false,
    tags: [],
    culture,
    minutes: 0,
  }));
}

/** Returns null if the package does not exist. */
export async function loadScormView(
  db: Db,
  { affiliateId, packageId, culture }: ScormQuery,
): Promise<Omit<CourseView, 'links'> | null> {
  const found = await loadScormCourse(db, affiliateId, packageId);
  if (found === null) return null;
  const { course, enrollment, progress } = found;
  const steps = course.items.map(({ id, title }, place) => ({ id, title, number: String(place + 1), minutes: 0 }));
  const isDone = (id: string) => (progress.get(id)?.doneAt ?? null) !== null;
  const next = steps.find(({ id }) => !isDone(id));
  return {
    packageId,
    title: course.title,
    summary: '',
    kind: 'scorm',
    level: course.level,
    certification: null,
    culture,
    requestedCulture: culture,
    cultures: [culture],
    isEntitled: enrollment !== null,
    enrollmentDate: enrollment?.enrolledAt?.toISOString() ?? null,
    completedDate: enrollment?.completedAt?.toISOString() ?? null,
    sections: [
      {
        id: packageId,
        title: course.title,
        lessons: steps.map((step) => ({ ...step, isOpened: progress.has(step.id), isDone: isDone(step.id) })),
        review: null,
        quiz: null,
      },
    ],
    exam: null,
    lessonsDone: steps.filter(({ id }) => isDone(id)).length,
    lessonsTotal: steps.length,
    minutesLeft: 0,
    next: next === undefined ? null : ({ kind: 'lesson', ...next } satisfies NextStep),
  };
}

export async function loadScormDetails(db: Db, { affiliateId, packageId }: ScormQuery): Promise<CourseDetails | null> {
  const course = await queries.findPackage.first(db, { packageId });
  if (course === undefined) return null;
  const people = await findCourseDetails.first(db, { affiliateId, packageId });
  return {
    packageId,
    title: course.title,
    description: [],
    certification: null,
    minutes: 0,
    lessons: course.items.length,
    questions: 0,
    dives: 0,
    instructor: people?.instructor ?? null,
    storeNumber: people?.storeNumber ?? null,
    storeName: people?.storeName ?? null,
    enrollmentDate: people?.enrollmentDate ?? null,
  };
}

/** Each item is a section, with its score as the quiz result. */
export async function loadScormReport(db: Db, { affiliateId, packageId }: ScormQuery): Promise<CourseReport | null> {
  const found = await loadScormCourse(db, affiliateId, packageId);
  if (found === null) return null;
  const { course, enrollment, progress } = found;
  if (enrollment === null) throw fail('learning.not_entitled');
  const sections = course.items.map(({ id, title }) => {
    const own = progress.get(id);
    const doneAt = own?.doneAt ?? null;
    return {
      id,
      title,
      lessonsDone: doneAt === null ? 0 : 1,
      lessonsTotal: 1,
      secondsSpent: own?.seconds ?? 0,
      doneDate: doneAt === null ? null : new Date(doneAt).toISOString(),
      review: null,
      quiz: own === undefined ? null : toOutlineTest(own),
    };
  });
  return {
    packageId,
    title: course.title,
    enrollmentDate: enrollment.enrolledAt?.toISOString() ?? null,
    completedDate: enrollment.completedAt?.toISOString() ?? null,
    secondsSpent: enrollment.secondsSpent,
    lessonsDone: sections.filter(({ doneDate }) => doneDate !== null).length,
    lessonsTotal: sections.length,
    sections,
    exam: null,
    examPassedDate: null,
    logCourse: null,
    dives: 0,
    divesVerified: 0,
    hasCard: false,
  };
}

export async function loadScormResults(
  db: Db,
  { affiliateId, packageId }: ScormQuery,
): Promise<AssessmentResults | null> {
  const found = await loadScormCourse(db, affiliateId, packageId);
  if (found === null) return null;
  const { course, progress } = found;
  const results = course.items.flatMap(({ id, title }) => {
    const own = progress.get(id);
    if (own === undefined || own.scorePercent === null) return [];
    return {
      id,
      kind: 'quiz' as const,
      section: id,
      sectionTitle: title,
      number: 1,
      // Packages report a score but not their questions.
      rightCount: 0,
      questions: 0,
      scorePercent: own.scorePercent,
      isPassed: isItemPassed(own),
      handedInDate: new Date(own.doneAt ?? own.at).toISOString(),
      lessons: [],
    };
  });
  return { packageId, title: course.title, results };
}

const isItemPassed = ({ isPassed: passed, doneAt }: queries.ItemProgress) => passed ?? doneAt !== null;

function toOutlineTest(own: queries.ItemProgress): OutlineTest | null {
  if (own.scorePercent === null) return null;
  return {
    questions: 0,
    passPercent: null,
    minutes: null,
    attempts: 1,
    triesLeft: null,
    bestPercent: own.scorePercent,
    isPassed: isItemPassed(own),
    isOpen: true,
    openAttempt: null,
  };
}

async function loadScormCourse(db: Db, affiliateId: number, packageId: string) {
  const [course, enrollment] = await Promise.all([
    queries.findPackage.first(db, { packageId }),
    queries.findCourseProgress.first(db, { affiliateId, packageId }),
  ]);
  if (course === undefined) return null;
  const progress = new Map(enrollment?.items.map((own) => [own.item, own]));
  return { course, enrollment: enrollment ?? null, progress };
}
