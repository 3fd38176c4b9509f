import { dayMs } from '#platform/shared/dates.ts';
import type { Db } from '#platform/server/db/database.ts';
import type { Messages } from '#platform/server/i18n/messages.ts';
import { insertInChunks } from '#demo/insert-rows.ts';
import { listLessons } from '#demo/world/course-outline.ts';
import type { DemoCourse } from '#demo/world/courses.ts';
import type { Timeline } from '#demo/world/timeline.ts';
import type { World } from '#demo/world/world.ts';
import { lessonTimes } from '#demo/world/lesson-times.ts';
import { seedDemoCodes } from './access-codes.ts';

/** Seeds enrollments, progress, signed skills and codes. */
export async function seedDemoLearning(db: Db, messages: Messages, world: World): Promise<void> {
  const rows = world.courses.map((course) => describeCourseRows(course, world.timeline));
  await insertInChunks(
    rows.map(({ enrollment }) => enrollment),
    (chunk) => db.insertInto('enrollment').values(chunk).execute(),
  );
  await insertInChunks(
    rows.flatMap(({ lessons }) => lessons),
    (chunk) => db.insertInto('lesson_progress').values(chunk).execute(),
  );
  await insertInChunks(
    rows.flatMap(({ signOffs }) => signOffs),
    (chunk) => db.insertInto('skill_sign_off').values(chunk).execute(),
  );
  await seedDemoCodes(db, messages.format('en-US', 'learning.codes.specialty_of_choice'), world);
}

function describeCourseRows(course: DemoCourse, timeline: Timeline) {
  const { affiliateId, packageId, source, hasOpenLesson, tests, signed, teacher } = course;
  const names = listLessons(packageId);
  const doneAt = [...lessonTimes(course, timeline)];
  const key = { affiliate_id: affiliateId, package_id: packageId };
  const lessons = doneAt.map((at, index) => ({
    ...key,
    lesson: names[index] ?? '',
    position: 6 + (index % 5),
    // A fixed pseudo-random time between five and twenty minutes.
    seconds_spent: 300 + ((index * 397 + affiliateId) % 900),
    opened_at: new Date(at.getTime() - 20 * 60_000),
    done_at: at as Date | null,
  }));
  const startedAt = lessons[0]?.opened_at ?? timeline.now;
  let last = { lesson: lessons.at(-1)?.lesson ?? '', at: doneAt.at(-1) ?? startedAt };
  if (hasOpenLesson) {
    const openedAt = new Date(Math.min(last.at.getTime() + dayMs / 2, timeline.now.getTime() - 5 * 60_000));
    last = { lesson: names[lessons.length] ?? '', at: openedAt };
    lessons.push({ ...key, lesson: last.lesson, position: 2, seconds_spent: 190, opened_at: openedAt, done_at: null });
  }
  const testTimes = tests.map(({ daysAgo, time }) => timeline.at(daysAgo, time));
  const examAt = tests.flatMap(({ kind }, index) => (kind === 'exam' ? (testTimes[index] ?? []) : []))[0] ?? null;
  // A course without an exam is complete with its last lesson or quiz.
  const isKnown = doneAt.length === names.length;
  const knownAt = isKnown ? new Date(Math.max(last.at.getTime(), ...testTimes.map((at) => at.getTime()))) : null;
  return {
    lessons,
    enrollment: {
      ...key,
      source,
      granted_at: new Date(startedAt.getTime() - 2 * dayMs),
      enrolled_at: startedAt,
      culture: 'en-US' as const,
      lessons_done: doneAt.length,
      lessons_total: names.length,
      seconds_spent: lessons.reduce((sum, { seconds_spent: seconds }) => sum + seconds, 0),
      last_lesson: last.lesson,
      last_at: new Date(Math.max(last.at.getTime(), ...testTimes.map((at) => at.getTime()))),
      knowledge_done_at: knownAt,
      exam_passed_at: examAt,
      completed_at: knownAt,
      member_number: teacher.memberNumber,
      store_number: teacher.store.storeNumber,
    },
    signOffs: signed.flatMap(({ skills, daysAgo, note }) =>
      skills.map((skill) => ({
        ...key,
        skill,
        signed_on: timeline.day(daysAgo),
        note,
        signed_at: timeline.at(daysAgo, '17:00'),
        signed_by: teacher.affiliateId,
        signed_name: teacher.name,
        member_number: teacher.memberNumber,
      })),
    ),
  };
}
