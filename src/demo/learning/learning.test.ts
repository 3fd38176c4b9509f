import { describe, expect, it } from 'vitest';
import { loadDemo } from '#demo/load-demo.ts';
import { testPortal } from '#test/support/api/portal-testing.ts';
import { specialtyOfChoice } from '#features/learning/shared/rules.ts';
import { confinedSkills } from '#features/learning/shared/skills.ts';
import { computeGrade } from '#features/learning/server/attempts/attempt-view.ts';
import { listHandedInAttempts } from '#features/learning/server/attempts/queries.ts';
import { countHeldCodes } from '#features/learning/server/codes/held-code-queries.ts';
import { listUnredeemedCodes } from '#features/learning/server/codes/queries.ts';
import { library } from '#features/learning/server/content/library.ts';
import { demoCodes } from './access-codes.ts';
import { findCourseProgress } from '#features/learning/server/progress/course-progress.ts';
import { buildOutline } from '#features/learning/server/courses/course-outline.ts';

// Courses are loaded first, like at server start, because loading them during a request is slow.
library.list();
const portal = await testPortal({}, { size: 'world' });
const { services } = portal;
const { db } = services.database;
const [diver, student, instructor, store] = [400_001, 400_002, 400_005, 400_007];

async function outline(affiliateId: number, packageId: string) {
  const course = library.find(packageId);
  const text = course?.texts.get('en-US');
  const progress = await findCourseProgress(db, affiliateId, packageId);
  if (!course || !text || !progress) throw new Error(`no progress of ${affiliateId} in ${packageId}`);
  return { ...buildOutline(course, text, progress, new Date()), progress };
}
const readAllRows = async () => ({
  enrollments: await db.selectFrom('enrollment').selectAll().orderBy('affiliate_id').orderBy('package_id').execute(),
  lessons: await db.selectFrom('lesson_progress').selectAll().orderBy('affiliate_id').orderBy('lesson').execute(),
  answers: await db.selectFrom('lesson_answer').selectAll().orderBy('affiliate_id').orderBy('question').execute(),
  attempts: await db.selectFrom('course_attempt').selectAll().orderBy('id').execute(),
  signed: await db.selectFrom('skill_sign_off').selectAll().orderBy('affiliate_id').orderBy('skill').execute(),
  codes: await db.selectFrom('access_code').selectAll().orderBy('code').execute(),
  notifications: await db.selectFrom('notification').selectAll().orderBy('id').execute(),
});

describe('demo learning', () => {
  it('seeds a student with 18 of 60 lessons, a passed and a failed quiz and six signed skills', async () => {
    const { lessonsDone, lessonsTotal, sections, next, progress } = await outline(student, 'open-water');
    expect([lessonsDone, lessonsTotal]).toEqual([18, 60]);
    expect(sections[0]?.quiz).toMatchObject({ attempts: 1, bestPercent: 87, isPassed: true });
    expect(sections[1]?.quiz).toMatchObject({ attempts: 1, bestPercent: 50, isPassed: false });
    expect(next).toMatchObject({ kind: 'lesson', id: progress.lastLesson });
    expect(progress).toMatchObject({ memberNumber: 100_001, storeNumber: 20_001, source: 'code' });
    expect((await readAllRows()).signed.filter((row) => row.affiliate_id === student)).toHaveLength(6);
  });

  it('seeds a diver with a finished course and one in progress', async () => {
    const { exam, next, progress } = await outline(diver, 'open-water');
    expect(exam).toMatchObject({ bestPercent: 92, isPassed: true });
    expect([next, progress.completedAt]).toEqual([null, expect.any(Date)]);
    const signed = (await readAllRows()).signed.filter((row) => row.affiliate_id === diver);
    expect(signed.map(({ skill }) => skill).toSorted()).toEqual([...confinedSkills].toSorted());
    expect(await outline(diver, 'peak-buoyancy')).toMatchObject({ lessonsDone: 5, lessonsTotal: 8 });
  });

  it('seeds totals that match the lesson rows', async () => {
    const { enrollments, lessons } = await readAllRows();
    for (const course of enrollments) {
      const own = lessons.filter(
        (row) => row.affiliate_id === course.affiliate_id && row.package_id === course.package_id,
      );
      expect(own.filter(({ done_at: doneAt }) => doneAt !== null)).toHaveLength(course.lessons_done);
      expect(own.reduce((sum, { seconds_spent: seconds }) => sum + seconds, 0)).toBe(course.seconds_spent);
    }
    const open = enrollments.filter((row) => row.member_number === 100_001 && row.completed_at === null);
    expect(open.length).toBeGreaterThan(5);
  });

  it('seeds test results that match the grading rules', async () => {
    const { enrollments, attempts } = await readAllRows();
    let graded = 0;
    for (const { affiliate_id: affiliateId, package_id: packageId } of enrollments) {
      const course = library.find(packageId);
      for (const attempt of await listHandedInAttempts(db, { affiliateId, packageId })) {
        const { rightCount, scorePercent, isPassed } = attempt;
        expect(course && computeGrade(course, attempt)).toEqual({ rightCount, scorePercent, isPassed });
        graded++;
      }
    }
    expect(graded).toBe(attempts.length);
    expect(graded).toBeGreaterThan(300);
  });

  it('seeds no times in the future', async () => {
    const { lessons, attempts, enrollments } = await readAllRows();
    const times = [
      ...lessons.flatMap((row) => [row.opened_at, row.done_at]),
      ...attempts.map((row) => row.handed_in_at),
      ...enrollments.map((row) => row.last_at),
    ].flatMap((time) => (time === null ? [] : [time.getTime()]));
    expect(Math.max(...times)).toBeLessThan(Date.now());
  });

  it('seeds codes in every state', async () => {
    const all = { state: null, pattern: '%' };
    const ofStore = await countHeldCodes.first(db, { affiliateId: store, ...all });
    expect(ofStore).toMatchObject({ expired: 1 });
    expect(ofStore?.total).toBeGreaterThan(14);
    expect(ofStore?.redeemed).toBeGreaterThan(4);
    expect(ofStore?.shared).toBeGreaterThanOrEqual(2);
    expect(await countHeldCodes.first(db, { affiliateId: instructor, ...all })).toMatchObject({ total: 5 });
    expect((await listUnredeemedCodes(db, { affiliateId: student })).map(({ packageId }) => packageId)).toEqual([
      'enriched-air',
      specialtyOfChoice,
    ]);
    for (const { packageId } of demoCodes.filter((code) => code.packageId !== specialtyOfChoice))
      expect(library.find(packageId), packageId).toBeDefined();
  });

  it('changes nothing when loaded again', async () => {
    const before = await readAllRows();
    expect(await loadDemo(services)).toBe(false);
    expect(await readAllRows()).toEqual(before);
  });
});
