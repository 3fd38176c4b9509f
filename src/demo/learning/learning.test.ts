import { beforeAll, describe, expect, it } from 'vitest';
import { loadDemo } from '#demo/load-demo.ts';
import { testPortal } from '#test/support/api/portal-testing.ts';
import type { JobContext } from '#platform/server/jobs/jobs.ts';
import { getLastDiveYear } from '#demo/logbook/logbook.ts';
import { specialtyOfChoice } from '#features/learning/shared/rules.ts';
import { confinedSkills } from '#features/learning/shared/skills.ts';
import { computeGrade } from '#features/learning/server/attempts/attempt-view.ts';
import { listHandedInAttempts } from '#features/learning/server/attempts/queries.ts';
import { listHeldCodes, listUnredeemedCodes } from '#features/learning/server/codes/queries.ts';
import { library } from '#features/learning/server/content/library.ts';
import { answerDemoQuestions } from './answers.ts';
import { demoCodes } from './access-codes.ts';
import { findCourseProgress } from '#features/learning/server/progress/course-progress.ts';
import { buildOutline } from '#features/learning/server/courses/course-outline.ts';

// As a server does before it serves: reading them under way would hold it up.
library.list();
const portal = await testPortal();
const { services } = portal;
const { db } = services.database;
const [diver, student, instructor, store] = [400_001, 400_002, 400_005, 400_007];
const year = getLastDiveYear(new Date());
const context = { services, database: services.database, now: new Date() } as JobContext;

beforeAll(() => answerDemoQuestions.run(context, { year }));

async function outline(affiliateId: number, packageId: string) {
  const course = library.find(packageId);
  const text = course?.texts.get('en-US');
  const standing = await findCourseProgress(db, affiliateId, packageId);
  if (!course || !text || !standing) throw new Error('there is nothing to see');
  return { ...buildOutline(course, text, standing, new Date()), standing };
}
const everything = async () => ({
  enrollments: await db.selectFrom('enrollment').selectAll().orderBy('affiliate_id').orderBy('package_id').execute(),
  lessons: await db.selectFrom('lesson_progress').selectAll().orderBy('affiliate_id').orderBy('lesson').execute(),
  answers: await db.selectFrom('lesson_answer').selectAll().orderBy('affiliate_id').orderBy('question').execute(),
  attempts: await db.selectFrom('course_attempt').selectAll().orderBy('id').execute(),
  signed: await db.selectFrom('skill_sign_off').selectAll().orderBy('affiliate_id').orderBy('skill').execute(),
  codes: await db.selectFrom('access_code').selectAll().orderBy('code').execute(),
  news: await db.selectFrom('notification').selectAll().orderBy('id').execute(),
});

describe('the demo of learning', () => {
  it('has a student who is under way: 18 of 60 lessons, a quiz passed, one failed, six skills signed', async () => {
    const { lessonsDone, lessonsTotal, sections, next, standing } = await outline(student, 'open-water');
    expect([lessonsDone, lessonsTotal]).toEqual([18, 60]);
    expect(sections[0]?.quiz).toMatchObject({ attempts: 1, bestPercent: 87, isPassed: true });
    expect(sections[1]?.quiz).toMatchObject({ attempts: 1, bestPercent: 50, isPassed: false });
    expect(next).toMatchObject({ kind: 'lesson', id: standing.lastLesson });
    expect(standing).toMatchObject({ memberNumber: 100_001, storeNumber: 20_001, source: 'code' });
    expect((await everything()).signed.filter((row) => row.affiliate_id === student)).toHaveLength(6);
  });

  it('has a diver who finished one course and is half way in another', async () => {
    const { exam, next, standing } = await outline(diver, 'open-water');
    expect(exam).toMatchObject({ bestPercent: 92, isPassed: true });
    expect([next, standing.completedAt]).toEqual([null, expect.any(Date)]);
    const signed = (await everything()).signed.filter((row) => row.affiliate_id === diver);
    expect(signed.map(({ skill }) => skill).toSorted()).toEqual([...confinedSkills].toSorted());
    expect(await outline(diver, 'enriched-air')).toMatchObject({ lessonsDone: 5, lessonsTotal: 11 });
  });

  it('counts in each course what is really there', async () => {
    const { enrollments, lessons } = await everything();
    for (const course of enrollments) {
      const own = lessons.filter(
        (row) => row.affiliate_id === course.affiliate_id && row.package_id === course.package_id,
      );
      expect(own.filter(({ done_at: doneAt }) => doneAt !== null)).toHaveLength(course.lessons_done);
      expect(own.reduce((sum, { seconds_spent: seconds }) => sum + seconds, 0)).toBe(course.seconds_spent);
    }
    expect(enrollments.filter((row) => row.member_number === 100_001 && row.completed_at === null)).toHaveLength(5);
  });

  it('has tests that the portal itself would grade the same', async () => {
    const { enrollments, attempts } = await everything();
    let graded = 0;
    for (const { affiliate_id: affiliateId, package_id: packageId } of enrollments) {
      const course = library.find(packageId);
      for (const attempt of await listHandedInAttempts(db, affiliateId, packageId)) {
        const { rightCount, scorePercent, isPassed } = attempt;
        expect(course && computeGrade(course, attempt)).toEqual({ rightCount, scorePercent, isPassed });
        graded++;
      }
    }
    expect(graded).toBe(attempts.length);
    expect(graded).toBeGreaterThan(15);
  });

  it('never lies in the future', async () => {
    const { lessons, attempts, enrollments } = await everything();
    const times = [
      ...lessons.flatMap((row) => [row.opened_at, row.done_at]),
      ...attempts.map((row) => row.handed_in_at),
      ...enrollments.map((row) => row.last_at),
    ].flatMap((time) => (time === null ? [] : [time.getTime()]));
    expect(Math.max(...times)).toBeLessThan(Date.now());
  });

  it('has codes in every state', async () => {
    const ofStore = await listHeldCodes(db, store);
    expect(ofStore).toHaveLength(12);
    expect(ofStore.filter(({ holderId }) => holderId !== store)).toHaveLength(1);
    expect(ofStore.filter(({ redeemedAt }) => redeemedAt !== null)).toHaveLength(2);
    expect(ofStore.filter(({ isExpired }) => isExpired)).toHaveLength(1);
    expect(ofStore.filter(({ isShared }) => isShared)).toHaveLength(2);
    expect(await listHeldCodes(db, instructor)).toHaveLength(5);
    expect((await listUnredeemedCodes(db, student)).map(({ packageId }) => packageId)).toEqual([
      'enriched-air',
      specialtyOfChoice,
    ]);
    for (const { packageId } of demoCodes.filter((code) => code.packageId !== specialtyOfChoice))
      expect(library.find(packageId), packageId).toBeDefined();
  });

  it('is the same after it was loaded again', async () => {
    const before = await everything();
    expect(await loadDemo(services)).toBe(false);
    await answerDemoQuestions.run({ ...context, now: new Date() }, { year });
    expect(await everything()).toEqual(before);
  });
});
