import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';
import { dayMs } from '#platform/shared/dates.ts';
import type { Db } from '#platform/server/db/database.ts';
import type { Messages } from '#platform/server/i18n/messages.ts';
import { type DemoNotification } from '#demo/notifications.ts';
import { learningNotices } from '#features/learning/shared/notices.ts';
import { confinedSkills } from '#features/learning/shared/skills.ts';
import { ContentErrors } from '#features/learning/server/content/content-errors.ts';
import { contentRoot } from '#features/learning/server/content/library.ts';
import { parseYaml } from '#features/learning/server/content/markdown.ts';
import { seedDemoCodes } from './access-codes.ts';
import {
  type DemoLearner,
  listDemoLearners,
  demoLearnerIds,
  demoStore,
  demoInstructor,
  lessonTimes,
} from './learners.ts';

const dayMin = 24 * 60;

/** Reads only the course's outline, because reading all lessons is slow. */
function listLessons(packageId: string): string[] {
  const file = join(contentRoot, packageId, 'course.yaml');
  const Sections = z.object({ sections: z.array(z.object({ id: z.string(), lessons: z.array(z.string()) })) });
  const course = parseYaml({ file, errors: new ContentErrors() }, readFileSync(file, 'utf8'), Sections);
  return (course?.sections ?? []).flatMap(({ id, lessons }) => lessons.map((lesson) => `${id}/${lesson}`));
}

/** Seeds learners, signed skills and codes. `year` is the year of the last demo dives. */
export async function seedDemoLearning(
  db: Db,
  messages: Messages,
  year: number,
  now = new Date(),
): Promise<{ notifications: DemoNotification[]; isNew: boolean }> {
  let isNew = false;
  for (const learner of listDemoLearners(year, now)) if (await seedLearner(db, learner)) isNew = true;
  const redeemedAt = new Date(`${year}-10-01T12:00:00Z`);
  await seedDemoCodes(db, messages.format('en-US', 'learning.codes.specialty_of_choice'), redeemedAt, now);
  return { notifications: demoLearningNotifications, isNew };
}

async function seedLearner(db: Db, learner: DemoLearner): Promise<boolean> {
  const { affiliateId, packageId, source, studyPeriods, hasOpenLesson, tests, signed } = learner;
  const lessons = listLessons(packageId);
  const doneAt = [...lessonTimes(studyPeriods)];
  const key = { affiliate_id: affiliateId, package_id: packageId };
  const rows = doneAt.map((at, index) => ({
    ...key,
    lesson: lessons[index] ?? '',
    position: 6 + (index % 5),
    // A fixed pseudo-random time between five and twenty minutes.
    seconds_spent: 300 + ((index * 397 + affiliateId) % 900),
    opened_at: new Date(at.getTime() - 20 * 60_000),
    done_at: at as Date | null,
  }));
  const startedAt = rows[0]?.opened_at ?? new Date();
  let last = { lesson: rows.at(-1)?.lesson ?? '', at: doneAt.at(-1) ?? startedAt };
  if (hasOpenLesson) {
    last = { lesson: lessons[rows.length] ?? '', at: new Date(last.at.getTime() + dayMs / 2) };
    rows.push({ ...key, lesson: last.lesson, position: 2, seconds_spent: 190, opened_at: last.at, done_at: null });
  }
  const exam = tests.find(({ kind }) => kind === 'exam');
  const completedAt = exam?.at ?? null;
  const inserted = await db
    .insertInto('enrollment')
    .values({
      ...key,
      source,
      granted_at: new Date(startedAt.getTime() - 2 * dayMs),
      enrolled_at: startedAt,
      culture: 'en-US',
      lessons_done: doneAt.length,
      lessons_total: lessons.length,
      seconds_spent: rows.reduce((sum, { seconds_spent: seconds }) => sum + seconds, 0),
      last_lesson: last.lesson,
      last_at: exam?.at ?? last.at,
      knowledge_done_at: completedAt,
      exam_passed_at: completedAt,
      completed_at: completedAt,
      member_number: demoInstructor.memberNumber,
      store_number: demoStore.storeNumber,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('package_id')
    .executeTakeFirst();
  if (inserted === undefined) return false;
  if (rows.length > 0) await db.insertInto('lesson_progress').values(rows).execute();
  const signOffs = signed.flatMap(({ skills, on, note }) =>
    Array.from({ length: skills }, () => ({ ...key, signed_on: on, note, signed_at: `${on}T17:00:00Z` })),
  );
  if (signOffs.length > confinedSkills.length) throw new Error(`the demo signs more skills than ${packageId} has`);
  if (signOffs.length > 0)
    await db
      .insertInto('skill_sign_off')
      .values(
        signOffs.map((signOff, index) => ({
          ...signOff,
          skill: confinedSkills[index] ?? '',
          signed_by: demoInstructor.affiliateId,
          signed_name: demoInstructor.name,
          member_number: demoInstructor.memberNumber,
        })),
      )
      .execute();
  return true;
}

const demoLearningNotifications: DemoNotification[] = [
  {
    to: demoLearnerIds.student,
    notice: learningNotices.skillsSigned,
    values: { instructor: demoInstructor.name, course: 'Open Water Diver', skills: 6 },
    path: '/training/eRecord/open-water',
    minutesAgo: 8 * dayMin,
  },
  {
    to: demoStore.affiliateId,
    notice: learningNotices.codeRedeemed,
    values: { diver: 'Adaeze Okafor', course: 'Open Water Diver' },
    path: '/training/dashboard',
    minutesAgo: 9 * dayMin,
    isUnread: true,
  },
];
