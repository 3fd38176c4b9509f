import { sql, type QueryCreator, type RawBuilder } from 'kysely';
import { jsonArrayFrom } from 'kysely/helpers/postgres';
import { query, toJson, type Params, type Row } from '#platform/server/db/query.ts';
import type { Tables } from '#platform/server/db/table-types.ts';
import type { Answer } from '#features/learning/shared/content.ts';

/** Position of each video with its timestamp, so a late step does not overwrite a newer position. */
export type VideoPositions = Record<string, { second: number; at: string }>;

/** A person's enrollment in a course. */
export interface EnrollmentKey {
  affiliateId: number;
  packageId: string;
}

/** Returns no row without an enrollment. */
export const findLessonState = query(
  (db, p: Params<EnrollmentKey & { lesson: string; questions: readonly string[] }>) =>
    db
      .selectFrom('enrollment as e')
      .leftJoin('lesson_progress as l', (join) =>
        join
          .on('l.affiliate_id', '=', p.affiliateId)
          .on('l.package_id', '=', p.packageId)
          .on('l.lesson', '=', p.lesson),
      )
      .select((eb) => [
        eb.fn.coalesce('l.position', sql.lit(0)).as('position'),
        eb.fn.coalesce('l.videos', sql<VideoPositions>`'{}'`).as('videos'),
        eb('l.done_at', 'is not', null).$castTo<boolean>().as('isDone'),
        jsonArrayFrom(
          eb
            .selectFrom('lesson_answer as a')
            .select((eb) => [
              'a.question',
              'a.answer',
              'a.tries',
              eb('a.right_at', 'is not', null).$castTo<boolean>().as('isRight'),
            ])
            .where('a.affiliate_id', '=', p.affiliateId)
            .where('a.package_id', '=', p.packageId)
            .where('a.question', '=', eb.fn.any(p.questions)),
        ).as('answers'),
      ])
      .where('e.affiliate_id', '=', p.affiliateId)
      .where('e.package_id', '=', p.packageId),
);

/** Every change of progress locks the enrollment first, so requests from several devices run one after another. */
export const lockEnrollment = query((db, p: Params<EnrollmentKey>) =>
  db
    .selectFrom('enrollment')
    .select(['last_lesson as lastLesson', 'enrolled_at as enrolledAt', 'knowledge_done_at as knowledgeDoneAt'])
    .where('affiliate_id', '=', p.affiliateId)
    .where('package_id', '=', p.packageId)
    .forNoKeyUpdate(),
);

/** Completed steps of a course: lessons, and `kind:section` of passed tests. */
export const selectCompletedSteps = (db: QueryCreator<Tables>, p: Params<EnrollmentKey>) =>
  db
    .selectFrom('lesson_progress as l')
    .select('l.lesson as step')
    .where('l.affiliate_id', '=', p.affiliateId)
    .where('l.package_id', '=', p.packageId)
    .where('l.done_at', 'is not', null)
    .unionAll(
      db
        .selectFrom('course_attempt as a')
        .distinct()
        .select(sql<string>`a.kind || ':' || a.section`.as('step'))
        .where('a.affiliate_id', '=', p.affiliateId)
        .where('a.package_id', '=', p.packageId)
        .where('a.is_passed', '=', true),
    );

interface SubmittedSteps extends EnrollmentKey {
  keys: readonly string[];
  lessons: readonly string[];
  questions: readonly string[];
}

/** Registers the step keys and reads the rows that the steps may change. `keys` are those that are new. */
export const registerSteps = query((db, p: Params<SubmittedSteps>) =>
  db
    .with('registered', (db) =>
      db
        .insertInto('learning_step')
        .columns(['affiliate_id', 'key'])
        .expression(() =>
          db.selectNoFrom([p.affiliateId.as('affiliate_id'), sql<string>`unnest(${p.keys}::uuid[])`.as('key')]),
        )
        .onConflict((conflict) => conflict.doNothing())
        .returning('key'),
    )
    .selectNoFrom((eb) => [
      sql<string[]>`array${eb.selectFrom('registered').select((eb) => eb.cast<string>('key', 'text').as('key'))}`.as(
        'keys',
      ),
      jsonArrayFrom(
        eb
          .selectFrom('lesson_progress as l')
          .select(['l.lesson', 'l.videos'])
          .where('l.affiliate_id', '=', p.affiliateId)
          .where('l.package_id', '=', p.packageId)
          .where('l.lesson', '=', eb.fn.any(p.lessons)),
      ).as('lessons'),
      jsonArrayFrom(
        eb
          .selectFrom('lesson_answer as a')
          .select(['a.question', 'a.answer', 'a.answered_at', 'a.tries', 'a.right_at'])
          .where('a.affiliate_id', '=', p.affiliateId)
          .where('a.package_id', '=', p.packageId)
          .where('a.question', '=', eb.fn.any(p.questions)),
      ).as('answers'),
      sql<string[]>`array${selectCompletedSteps(db, p)}`.as('done'),
    ]),
);

export type RegisteredSteps = Row<typeof registerSteps>;

/** Changes to one lesson. The position never decreases and completion is never reverted. */
export interface LessonUpdate {
  lesson: string;
  position: number;
  seconds: number;
  videos: VideoPositions;
  opened_at: string;
  done_at: string | null;
}
export interface AnswerUpdate {
  question: string;
  answer: Answer;
  answered_at: string;
  tries: number;
  right_at: string | null;
}

/** A date that is set only if the condition holds. */
export const dateIf = (condition: RawBuilder<boolean>, date: RawBuilder<Date>) =>
  sql<Date | null>`case when ${condition} then ${date}::timestamptz end`;

interface StepUpdates extends EnrollmentKey {
  lessons: readonly LessonUpdate[];
  answers: readonly AnswerUpdate[];
  lastLesson: string;
  lastAt: Date;
  seconds: number;
  lessonsDone: number;
  lessonsTotal: number;
  isKnown: boolean;
  isCompleted: boolean;
  now: Date;
}

export const storeSteps = query((db, p: Params<StepUpdates>) =>
  db
    .with('stored_lesson', (db) =>
      db
        .insertInto('lesson_progress')
        .columns([
          'affiliate_id',
          'package_id',
          'lesson',
          'position',
          'seconds_spent',
          'videos',
          'opened_at',
          'done_at',
        ])
        .expression((eb) => {
          const lessons = sql<LessonUpdate>`jsonb_to_recordset(${toJson(p.lessons)})`.as<'n'>(
            sql`n (lesson text, position int, seconds int, videos jsonb, opened_at timestamptz, done_at timestamptz)`,
          );
          return eb
            .selectFrom(lessons)
            .select([
              p.affiliateId.as('affiliate_id'),
              p.packageId.as('package_id'),
              'n.lesson',
              'n.position',
              'n.seconds',
              'n.videos',
              'n.opened_at',
              'n.done_at',
            ]);
        })
        .onConflict((conflict) =>
          conflict.columns(['affiliate_id', 'package_id', 'lesson']).doUpdateSet((eb) => ({
            position: eb.fn('greatest', ['lesson_progress.position', 'excluded.position']),
            seconds_spent: eb('lesson_progress.seconds_spent', '+', eb.ref('excluded.seconds_spent')),
            videos: sql`lesson_progress.videos || excluded.videos`,
            opened_at: eb.fn('least', ['lesson_progress.opened_at', 'excluded.opened_at']),
            done_at: eb.fn.coalesce('lesson_progress.done_at', 'excluded.done_at'),
          })),
        ),
    )
    .with('stored_answer', (db) =>
      db
        .insertInto('lesson_answer')
        .columns(['affiliate_id', 'package_id', 'question', 'answer', 'answered_at', 'tries', 'right_at'])
        .expression((eb) => {
          const answers = sql<AnswerUpdate>`jsonb_to_recordset(${toJson(p.answers)})`.as<'n'>(
            sql`n (question text, answer jsonb, answered_at timestamptz, tries int, right_at timestamptz)`,
          );
          return eb
            .selectFrom(answers)
            .select([
              p.affiliateId.as('affiliate_id'),
              p.packageId.as('package_id'),
              'n.question',
              'n.answer',
              'n.answered_at',
              'n.tries',
              'n.right_at',
            ]);
        })
        .onConflict((conflict) =>
          conflict.columns(['affiliate_id', 'package_id', 'question']).doUpdateSet((eb) => ({
            answer: eb.ref('excluded.answer'),
            answered_at: eb.ref('excluded.answered_at'),
            tries: eb.ref('excluded.tries'),
            right_at: eb.ref('excluded.right_at'),
          })),
        ),
    )
    .updateTable('enrollment')
    .set((eb) => ({
      last_lesson: eb.case().when('last_at', '>', p.lastAt).then(eb.ref('last_lesson')).else(p.lastLesson).end(),
      last_at: eb.fn('greatest', ['last_at', p.lastAt]),
      seconds_spent: eb('seconds_spent', '+', p.seconds),
      lessons_done: p.lessonsDone,
      lessons_total: p.lessonsTotal,
      enrolled_at: eb.fn.coalesce('enrolled_at', p.now),
      knowledge_done_at: eb.fn.coalesce('knowledge_done_at', dateIf(p.isKnown, p.now)),
      completed_at: eb.fn.coalesce('completed_at', dateIf(p.isCompleted, p.now)),
    }))
    .where('affiliate_id', '=', p.affiliateId)
    .where('package_id', '=', p.packageId),
);

export const deleteOldSteps = query((db) =>
  db.deleteFrom('learning_step').where('created_at', '<', sql<Date>`now() - interval '1 month'`),
);
