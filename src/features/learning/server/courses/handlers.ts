import type { Handlers } from '#platform/server/http/endpoints.ts';
import type { Context } from '#platform/server/http/context.ts';
import { requireSubject, auditFamilyRead, auditRead } from '#features/account/server/public.ts';
import { toIsoDate } from '#platform/shared/dates.ts';
import { listTrainingDives } from '#features/logbook/server/public.ts';
import { fail, type learningEndpoints } from '#features/learning/shared/contract.ts';
import type { CourseCard } from '#features/learning/shared/course-contract.ts';
import type { Culture } from '#features/learning/shared/rules.ts';
import { toDiveSkill } from '#features/learning/shared/skills.ts';
import { requireCourse, requireStudent, auditStudentRead } from '#features/learning/server/enrollments/access.ts';
import { listHandedInAttempts } from '#features/learning/server/attempts/queries.ts';
import { toAttemptResult } from '#features/learning/server/attempts/attempt-view.ts';
import { toCourseCard, resolveCulture } from './course-card.ts';
import { findScormCourse, listEnrolledPackages } from '#features/learning/server/codes/queries.ts';
import type { Course } from '#features/learning/server/content/course.ts';
import { getCourseText, type Library } from '#features/learning/server/content/library.ts';
import { resolveLearnerContext } from '#features/learning/server/enrollments/learner-context.ts';
import * as queries from './queries.ts';
import { toEntitlement, buildCourseReport, toSpecialty } from './course-view.ts';
import { restartCourse } from '#features/learning/server/enrollments/restart-course.ts';
import { buildCourseLinks } from './course-links.ts';
import { gradeOverdueInTransaction } from '#features/learning/server/attempts/grading.ts';
import { buildOutline } from './course-outline.ts';
import { isOfferedTo, isProfessionalCourse } from './professional-courses.ts';
import { requireLockedEnrollment } from '#features/learning/server/progress/save-steps.ts';
import { refreshTotals } from '#features/learning/server/progress/refresh-totals.ts';
import {
  listScormCards,
  loadScormDetails,
  loadScormReport,
  loadScormResults,
  loadScormView,
} from '#features/learning/server/scorm/course-views.ts';
import { findCourseProgress, type CourseProgress } from '#features/learning/server/progress/course-progress.ts';
import { getCourseIndex } from './course-index.ts';

export const courseHandlers = (
  library: Library,
): Pick<
  Handlers<typeof learningEndpoints>,
  | 'GET v2/courses'
  | 'GET v2/courses/{packageId}'
  | 'GET v2/courses/{packageId}/details'
  | 'GET v2/courses/{id}/assessmentresults'
  | 'GET v2/courses/{packageId}/report'
  | 'POST v2/courses/{packageId}/enroll'
  | 'GET courses/{id}'
  | 'GET v2/entitlements/{affiliateId}'
  | 'GET v2/family'
  | 'GET v2/specialties'
> => ({
  async 'GET v2/courses'(ctx, { query }) {
    const cards = await listCourseCards(ctx, library, await resolveCulture(ctx, query.culture));
    return cards.filter(
      (card) =>
        (query.tag === undefined || card.tags.includes(query.tag)) &&
        (card.isEntitled || isOfferedTo(card, ctx.user.affiliateTypeId)),
    );
  },

  async 'GET v2/courses/{packageId}'(ctx, { params: { packageId }, query }) {
    const requestedCulture = await resolveCulture(ctx, query.culture);
    const learner = await resolveLearnerContext(ctx, query.affiliateId, packageId, 'reads');
    const { affiliateId } = learner.user;
    const course = library.find(packageId);
    const { platform = 'web' } = query;
    const { BASE_URL: baseUrl } = ctx.services.env;
    if (course === undefined) {
      const view = requireFound(
        packageId,
        await loadScormView(ctx.db, { affiliateId, packageId, culture: requestedCulture }),
      );
      return { ...view, links: buildCourseLinks(view, null, platform, baseUrl) };
    }
    const text = getCourseText(course, requestedCulture);
    let progress = await loadGradedProgress(learner, course, affiliateId);
    if (query.refresh === 'true' || query.refresh === '1') {
      await refreshTotals(learner, course);
      progress = await findCourseProgress(ctx.db, affiliateId, packageId);
    }
    const outline = buildOutline(course, text, progress, ctx.now);
    return {
      packageId,
      title: text.title,
      summary: text.summary,
      kind: course.kind,
      level: course.level,
      certification: text.certification,
      culture: text.culture,
      requestedCulture,
      cultures: [...course.texts.keys()],
      isEntitled: progress !== null || course.kind === 'demo',
      enrollmentDate: progress?.enrolledAt?.toISOString() ?? null,
      completedDate: progress?.completedAt?.toISOString() ?? null,
      ...outline,
      links: buildCourseLinks({ packageId, next: outline.next }, text, platform, baseUrl),
    };
  },

  async 'GET v2/courses/{packageId}/details'(ctx, { params: { packageId }, query }) {
    const culture = await resolveCulture(ctx, query.culture);
    const { affiliateId } = ctx.user;
    const course = library.find(packageId);
    if (course === undefined)
      return requireFound(packageId, await loadScormDetails(ctx.db, { affiliateId, packageId, culture }));
    const text = getCourseText(course, culture);
    const { lessons, questions, minutes } = getCourseIndex(course, text);
    const people = await queries.findCourseDetails.first(ctx.db, { affiliateId, packageId });
    return {
      packageId,
      title: text.title,
      description: text.description,
      certification: text.certification,
      minutes,
      lessons: lessons.size,
      questions: questions.size,
      dives: course.dives,
      instructor: people?.instructor ?? null,
      storeNumber: people?.storeNumber ?? null,
      storeName: people?.storeName ?? null,
      enrollmentDate: people?.enrollmentDate ?? null,
    };
  },

  async 'GET v2/courses/{id}/assessmentresults'(ctx, { params: { id: packageId }, query }) {
    const student = await requireStudent(ctx, packageId, query.affiliateId);
    const culture = await resolveCulture(ctx, query.culture);
    const { affiliateId } = student;
    const course = library.find(packageId);
    const results =
      course === undefined
        ? requireFound(packageId, await loadScormResults(ctx.db, { affiliateId, packageId, culture }))
        : await listAttemptResults(ctx, course, affiliateId, culture);
    await auditStudentRead(ctx, student, 'results');
    return results;
  },

  async 'GET v2/courses/{packageId}/report'(ctx, { params: { packageId }, query }) {
    const culture = await resolveCulture(ctx, query.culture);
    const { affiliateId } = ctx.user;
    const course = library.find(packageId);
    if (course === undefined)
      return requireFound(packageId, await loadScormReport(ctx.db, { affiliateId, packageId, culture }));
    const [progress, dives] = await Promise.all([
      loadGradedProgress(ctx, course, affiliateId),
      countVerifiedDives(ctx, course, affiliateId),
    ]);
    if (progress === null && course.kind !== 'demo') throw fail('learning.not_entitled');
    return buildCourseReport(course, getCourseText(course, culture), progress, dives, ctx.now);
  },

  async 'POST v2/courses/{packageId}/enroll'(ctx, { params: { packageId }, body }) {
    const { db, user, now } = ctx;
    const course = library.find(packageId);
    if (course === undefined) requireFound(packageId, (await findScormCourse.first(db, { packageId })) ?? null);
    const { enrolledAt } = await requireLockedEnrollment(ctx, course ?? { packageId, kind: 'scorm' });
    const culture = body.culture ?? null;
    if (body.again && enrolledAt !== null) await restartCourse(ctx, library, packageId, enrolledAt, culture);
    const row = await queries.startCourse.first(db, { affiliateId: user.affiliateId, packageId, now, culture });
    return { packageId, enrollmentDate: (row?.enrolledAt ?? now).toISOString() };
  },

  async 'GET courses/{id}'(ctx, { params, query }) {
    const cards = await listCourseCards(ctx, library, await resolveCulture(ctx, query.culture));
    const card = cards.find(({ packageId }) => packageId === params.id);
    return requireFound(params.id, card && matchesFilter(card, query.filter) ? card : null);
  },

  async 'GET v2/entitlements/{affiliateId}'(ctx, { params: { affiliateId }, query }) {
    if (affiliateId !== ctx.user.affiliateId)
      await auditRead(ctx, await requireSubject(ctx, affiliateId), 'entitlements');
    const culture = await resolveCulture(ctx, query.culture);
    const list = await queries.listEntitlements.first(ctx.db, { affiliateId });
    return (list?.items ?? []).flatMap((row) => {
      const course = library.find(row.packageId);
      return matchesFilter(course, query.filter) ? (toEntitlement(row, course, culture) ?? []) : [];
    });
  },

  async 'GET v2/family'(ctx, { query }) {
    const culture = await resolveCulture(ctx, query.culture);
    const children = await queries.listFamilyEntitlements(ctx.db, {
      guardianId: ctx.user.affiliateId,
      today: toIsoDate(ctx.now),
    });
    const shown = children.map(({ affiliateId, items }) => ({
      affiliateId,
      courses: items.flatMap((row) => toEntitlement(row, library.find(row.packageId), culture) ?? []),
    }));
    const ids = shown.map(({ affiliateId }) => affiliateId);
    await auditFamilyRead(ctx, ids, 'entitlements');
    return shown;
  },

  async 'GET v2/specialties'(ctx, { query }) {
    const culture = await resolveCulture(ctx, query.culture);
    const courses = query.packageId === undefined ? library.list() : [requireCourse(library, query.packageId)];
    const owned = await loadOwnedPackageIds(ctx);
    return courses
      .filter(({ kind }) => kind === 'specialty')
      .map((course) => toSpecialty(course, culture, owned.has(course.packageId)));
  },
});

function requireFound<Answer>(packageId: string, answer: Answer | null): Answer {
  if (answer === null) throw fail('learning.no_course', { message: packageId });
  return answer;
}

function matchesFilter(course: { tags: readonly string[] } | undefined, filter: 'idc' | undefined): boolean {
  return filter === undefined || (course !== undefined && isProfessionalCourse(course));
}

async function loadOwnedPackageIds({ db, user }: Context): Promise<Set<string>> {
  return new Set((await listEnrolledPackages(db, { affiliateId: user.affiliateId })).map(({ packageId }) => packageId));
}

/** Lists library courses and SCORM courses. */
async function listCourseCards(ctx: Context, library: Library, culture: Culture): Promise<CourseCard[]> {
  const [owned, others] = await Promise.all([
    loadOwnedPackageIds(ctx),
    listScormCards(ctx.db, ctx.user.affiliateId, culture),
  ]);
  return [...library.list().map((course) => toCourseCard(course, culture, owned.has(course.packageId))), ...others];
}

/** Grades expired attempts before returning the progress. */
async function loadGradedProgress(ctx: Context, course: Course, affiliateId: number): Promise<CourseProgress | null> {
  const progress = await findCourseProgress(ctx.db, affiliateId, course.packageId);
  const isSettled = progress !== null && (await gradeOverdueInTransaction(ctx, course, affiliateId, progress.attempts));
  return isSettled ? findCourseProgress(ctx.db, affiliateId, course.packageId) : progress;
}

async function listAttemptResults(ctx: Context, course: Course, affiliateId: number, culture: Culture) {
  const { packageId } = course;
  await loadGradedProgress(ctx, course, affiliateId);
  const attempts = await listHandedInAttempts(ctx.db, { affiliateId, packageId });
  return {
    packageId,
    title: getCourseText(course, culture).title,
    results: attempts.flatMap((attempt) => toAttemptResult(course, attempt, culture) ?? []),
  };
}

async function countVerifiedDives({ db }: Context, course: Course, affiliateId: number): Promise<number> {
  const { logCourse, dives, packageId } = course;
  const numbers = Array.from({ length: dives }, (_, place) => place + 1);
  if (logCourse !== undefined) {
    const verified = await listTrainingDives(db, { affiliateId, course: logCourse });
    return numbers.filter((number) => verified.some((dive) => dive.number === number)).length;
  }
  if (dives === 0) return 0;
  const names = numbers.map(toDiveSkill);
  return (await queries.countSignedDives.first(db, { affiliateId, packageId, names }))?.dives ?? 0;
}
