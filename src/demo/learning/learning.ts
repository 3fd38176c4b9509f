import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';
import { dayMs } from '#platform/shared/dates.ts';
import { type Db, statement } from '#platform/server/db/database.ts';
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

const insertEnrollment = statement<
  { packageId: string },
  [
    affiliateId: number,
    packageId: string,
    source: string,
    grantedAt: Date,
    enrolledAt: Date,
    lessonsDone: number,
    lessonsTotal: number,
    lastLesson: string,
    lastAt: Date,
    completedAt: Date | null,
    memberNumber: number,
    storeNumber: number,
  ]
>(`
  insert into enrollment (affiliate_id, package_id, source, granted_at, enrolled_at, culture, lessons_done,
    lessons_total, last_lesson, last_at, knowledge_done_at, exam_passed_at, completed_at, member_number, store_number)
  values ($1, $2, $3, $4, $5, 'en-US', $6, $7, $8, $9, $10, $10, $10, $11, $12)
  on conflict do nothing returning package_id as "packageId"`);
const insertLessons = statement<unknown, [affiliateId: number, packageId: string, rows: string]>(`
  with added as (
    insert into lesson_progress (affiliate_id, package_id, lesson, position, seconds_spent, opened_at, done_at)
    select $1, $2, lesson, position, seconds, opened_at, done_at
    from json_to_recordset($3::json)
      as r(lesson text, position int, seconds int, opened_at timestamptz, done_at timestamptz)
    returning seconds_spent
  )
  update enrollment set seconds_spent = (select sum(seconds_spent) from added)
  where affiliate_id = $1 and package_id = $2`);
const insertSigned = statement<
  unknown,
  [affiliateId: number, packageId: string, skills: readonly string[], on: string, note: string]
>(`
  insert into skill_sign_off (affiliate_id, package_id, skill, signed_on, note, signed_by, signed_name, member_number,
    signed_at)
  select $1, $2, skill, $4::date, $5, ${demoInstructor.affiliateId}, '${demoInstructor.name}', ${demoInstructor.memberNumber},
    $4::date + time '17:00'
  from unnest($3::text[]) as skill`);

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
  const rows = doneAt.map((at, index) => ({
    lesson: lessons[index] ?? '',
    position: 6 + (index % 5),
    // A fixed pseudo-random time between five and twenty minutes.
    seconds: 300 + ((index * 397 + affiliateId) % 900),
    opened_at: new Date(at.getTime() - 20 * 60_000),
    done_at: at as Date | null,
  }));
  const startedAt = rows[0]?.opened_at ?? new Date();
  let last = { lesson: rows.at(-1)?.lesson ?? '', at: doneAt.at(-1) ?? startedAt };
  if (hasOpenLesson) {
    last = { lesson: lessons[rows.length] ?? '', at: new Date(last.at.getTime() + dayMs / 2) };
    rows.push({ lesson: last.lesson, position: 2, seconds: 190, opened_at: last.at, done_at: null });
  }
  const exam = tests.find(({ kind }) => kind === 'exam');
  const [inserted] = await insertEnrollment(
    db,
    affiliateId,
    packageId,
    source,
    new Date(startedAt.getTime() - 2 * dayMs),
    startedAt,
    doneAt.length,
    lessons.length,
    last.lesson,
    exam?.at ?? last.at,
    exam?.at ?? null,
    demoInstructor.memberNumber,
    demoStore.storeNumber,
  );
  if (inserted === undefined) return false;
  await insertLessons(db, affiliateId, packageId, JSON.stringify(rows));
  let signedCount = 0;
  for (const { skills, on, note } of signed) {
    await insertSigned(db, affiliateId, packageId, confinedSkills.slice(signedCount, signedCount + skills), on, note);
    signedCount += skills;
  }
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
