import type { Handlers } from '../../../platform/server/calls.ts';
import type { Context } from '../../../platform/server/context.ts';
import { demandSubject, logFamilyReading, logReading } from '../../account/server/public.ts';
import { dayOf } from '../../account/shared/rules.ts';
import { listTrainingDives } from '../../logbook/server/public.ts';
import { fail, type learningCalls } from '../shared/contract.ts';
import type { CourseCard } from '../shared/course-contract.ts';
import type { Culture } from '../shared/rules.ts';
import { diveSkill } from '../shared/skills.ts';
import { demandCourse, demandStudent, logStudentReading } from './access.ts';
import { listHandedIn } from './attempt-sql.ts';
import { resultOf } from './attempt-view.ts';
import { cardOf, cultureFor } from './cards.ts';
import { findScormCourse, listEntitled } from './codes-sql.ts';
import type { Course } from './content/course.ts';
import { textIn, type Library } from './content/library.ts';
import { learnerContext } from './learner.ts';
import * as sql from './courses-sql.ts';
import { entitlementOf, reportOf, specialtyOf } from './courses-view.ts';
import { beginAgain } from './again.ts';
import { linksOf } from './course-links.ts';
import { settle } from './grading.ts';
import { outlineOf } from './outline.ts';
import { isOfferedTo, isProfessionalCourse } from './professional-courses.ts';
import { lockLearning } from './progress.ts';
import { refreshTotals } from './refresh.ts';
import { scormCards, scormDetails, scormReport, scormResults, scormView } from './scorm-courses.ts';
import { readStanding, type Standing } from './standing.ts';
import { indexOf } from './steps.ts';

export const courseHandlers = (
  library: Library,
): Pick<
  Handlers<typeof learningCalls>,
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
    const cards = await listCards(ctx, library, await cultureFor(ctx, query.culture));
    return cards.filter(
      (card) =>
        (query.tag === undefined || card.tags.includes(query.tag)) &&
        (card.isEntitled || isOfferedTo(card, ctx.user.affiliateTypeId)),
    );
  },

  async 'GET v2/courses/{packageId}'(ctx, { params: { packageId }, query }) {
    const requestedCulture = await cultureFor(ctx, query.culture);
    const learner = await learnerContext(ctx, query.affiliateId, packageId, 'reads');
    const { affiliateId } = learner.user;
    const course = library.find(packageId);
    const { platform = 'web' } = query;
    const { BASE_URL: baseUrl } = ctx.services.env;
    if (course === undefined) {
      const view = found(packageId, await scormView(ctx.db, { affiliateId, packageId, culture: requestedCulture }));
      return { ...view, links: linksOf(view, null, platform, baseUrl) };
    }
    const text = textIn(course, requestedCulture);
    let standing = await readSettled(learner, course, affiliateId);
    if (query.refresh === 'true' || query.refresh === '1') {
      await refreshTotals(learner, course);
      standing = await readStanding(ctx.db, affiliateId, packageId);
    }
    const outline = outlineOf(course, text, standing, ctx.now);
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
      isEntitled: standing !== null || course.kind === 'demo',
      enrollmentDate: standing?.enrolledAt?.toISOString() ?? null,
      completedDate: standing?.completedAt?.toISOString() ?? null,
      ...outline,
      links: linksOf({ packageId, next: outline.next }, text, platform, baseUrl),
    };
  },

  async 'GET v2/courses/{packageId}/details'(ctx, { params: { packageId }, query }) {
    const culture = await cultureFor(ctx, query.culture);
    const { affiliateId } = ctx.user;
    const course = library.find(packageId);
    if (course === undefined) return found(packageId, await scormDetails(ctx.db, { affiliateId, packageId, culture }));
    const text = textIn(course, culture);
    const { lessons, questions, minutes } = indexOf(course, text);
    const [people] = await sql.findDetails(ctx.db, affiliateId, packageId);
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
    const student = await demandStudent(ctx, packageId, query.affiliateId);
    const culture = await cultureFor(ctx, query.culture);
    const { affiliateId } = student;
    const course = library.find(packageId);
    const results =
      course === undefined
        ? found(packageId, await scormResults(ctx.db, { affiliateId, packageId, culture }))
        : await listResults(ctx, course, affiliateId, culture);
    await logStudentReading(ctx, student, 'results');
    return results;
  },

  async 'GET v2/courses/{packageId}/report'(ctx, { params: { packageId }, query }) {
    const culture = await cultureFor(ctx, query.culture);
    const { affiliateId } = ctx.user;
    const course = library.find(packageId);
    if (course === undefined) return found(packageId, await scormReport(ctx.db, { affiliateId, packageId, culture }));
    const [standing, dives] = await Promise.all([
      readSettled(ctx, course, affiliateId),
      countDives(ctx, course, affiliateId),
    ]);
    if (standing === null && course.kind !== 'demo') throw fail('learning.not_entitled');
    return reportOf(course, textIn(course, culture), standing, dives, ctx.now);
  },

  async 'POST v2/courses/{packageId}/enroll'(ctx, { params: { packageId }, body }) {
    const { db, user, now } = ctx;
    const course = library.find(packageId);
    if (course === undefined) found(packageId, (await findScormCourse(db, packageId))[0] ?? null);
    const { enrolledAt } = await lockLearning(ctx, course ?? { packageId, kind: 'scorm' });
    const culture = body.culture ?? null;
    if (body.again && enrolledAt !== null) await beginAgain(ctx, library, packageId, enrolledAt, culture);
    const [row] = await sql.beginCourse(db, user.affiliateId, packageId, now, culture);
    return { packageId, enrollmentDate: (row?.enrolledAt ?? now).toISOString() };
  },

  async 'GET courses/{id}'(ctx, { params, query }) {
    const cards = await listCards(ctx, library, await cultureFor(ctx, query.culture));
    const card = cards.find(({ packageId }) => packageId === params.id);
    return found(params.id, card && isWanted(card, query.filter) ? card : null);
  },

  async 'GET v2/entitlements/{affiliateId}'(ctx, { params: { affiliateId }, query }) {
    if (affiliateId !== ctx.user.affiliateId)
      await logReading(ctx, await demandSubject(ctx, affiliateId), 'entitlements');
    const culture = await cultureFor(ctx, query.culture);
    const [list] = await sql.listEntitlements(ctx.db, affiliateId);
    return (list?.items ?? []).flatMap((row) => {
      const course = library.find(row.packageId);
      return isWanted(course, query.filter) ? (entitlementOf(row, course, culture) ?? []) : [];
    });
  },

  async 'GET v2/family'(ctx, { query }) {
    const culture = await cultureFor(ctx, query.culture);
    const children = await sql.listFamilyEntitlements(ctx.db, ctx.user.affiliateId, dayOf(ctx.now));
    const shown = children.map(({ affiliateId, items }) => ({
      affiliateId,
      courses: items.flatMap((row) => entitlementOf(row, library.find(row.packageId), culture) ?? []),
    }));
    const ids = shown.map(({ affiliateId }) => affiliateId);
    await logFamilyReading(ctx, ids, 'entitlements');
    return shown;
  },

  async 'GET v2/specialties'(ctx, { query }) {
    const culture = await cultureFor(ctx, query.culture);
    const wanted = query.packageId === undefined ? library.list() : [demandCourse(library, query.packageId)];
    const owned = await readOwned(ctx);
    return wanted
      .filter(({ kind }) => kind === 'specialty')
      .map((course) => specialtyOf(course, culture, owned.has(course.packageId)));
  },
});

function found<Answer>(packageId: string, answer: Answer | null): Answer {
  if (answer === null) throw fail('learning.no_course', { message: packageId });
  return answer;
}

function isWanted(course: { tags: readonly string[] } | undefined, filter: 'idc' | undefined): boolean {
  return filter === undefined || (course !== undefined && isProfessionalCourse(course));
}

async function readOwned({ db, user }: Context): Promise<Set<string>> {
  return new Set((await listEntitled(db, user.affiliateId)).map(({ packageId }) => packageId));
}

/** Ours and those that others made. */
async function listCards(ctx: Context, library: Library, culture: Culture): Promise<CourseCard[]> {
  const [owned, others] = await Promise.all([readOwned(ctx), scormCards(ctx.db, ctx.user.affiliateId, culture)]);
  return [...library.list().map((course) => cardOf(course, culture, owned.has(course.packageId))), ...others];
}

/** What was out of time when somebody looks is graded first. */
async function readSettled(ctx: Context, course: Course, affiliateId: number): Promise<Standing | null> {
  const standing = await readStanding(ctx.db, affiliateId, course.packageId);
  const isSettled = standing !== null && (await settle(ctx, course, affiliateId, standing.attempts));
  return isSettled ? readStanding(ctx.db, affiliateId, course.packageId) : standing;
}

async function listResults(ctx: Context, course: Course, affiliateId: number, culture: Culture) {
  const { packageId } = course;
  await readSettled(ctx, course, affiliateId);
  const attempts = await listHandedIn(ctx.db, affiliateId, packageId);
  return {
    packageId,
    title: textIn(course, culture).title,
    results: attempts.flatMap((attempt) => resultOf(course, attempt, culture) ?? []),
  };
}

async function countDives({ db }: Context, course: Course, affiliateId: number): Promise<number> {
  const { logCourse, dives, packageId } = course;
  const numbers = Array.from({ length: dives }, (_, place) => place + 1);
  if (logCourse !== undefined) {
    const verified = await listTrainingDives(db, affiliateId, logCourse);
    return numbers.filter((number) => verified.some((dive) => dive.number === number)).length;
  }
  const [signed] = dives === 0 ? [] : await sql.countSignedDives(db, affiliateId, packageId, numbers.map(diveSkill));
  return signed?.dives ?? 0;
}
