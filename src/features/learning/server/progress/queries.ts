import { statement } from '#platform/server/db/database.ts';
import type { Answer } from '#features/learning/shared/content.ts';

/** Position of each video with its timestamp, so a late step does not overwrite a newer position. */
export type VideoPositions = Record<string, { second: number; at: string }>;

export interface LessonStateRow {
  position: number;
  videos: VideoPositions;
  isDone: boolean;
  answers: { question: string; answer: Answer; tries: number; isRight: boolean }[];
}

/** Returns no row without an enrollment. */
export const findLessonState = statement<
  LessonStateRow,
  [affiliateId: number, packageId: string, lesson: string, questions: string[]]
>(`
  select coalesce(l.position, 0) as position, coalesce(l.videos, '{}') as videos, l.done_at is not null as "isDone",
    coalesce((select json_agg(json_build_object('question', a.question, 'answer', a.answer, 'tries', a.tries,
        'isRight', a.right_at is not null))
      from lesson_answer a where a.affiliate_id = $1 and a.package_id = $2 and a.question = any($4)), '[]') as answers
  from enrollment e
    left join lesson_progress l on l.affiliate_id = $1 and l.package_id = $2 and l.lesson = $3
  where e.affiliate_id = $1 and e.package_id = $2`);

/** Every change of progress locks the enrollment first, so requests from several devices run one after another. */
export const lockEnrollment = statement<
  { lastLesson: string | null; enrolledAt: Date | null; knowledgeDoneAt: Date | null },
  [affiliateId: number, packageId: string]
>(`
  select last_lesson as "lastLesson", enrolled_at as "enrolledAt", knowledge_done_at as "knowledgeDoneAt"
  from enrollment where affiliate_id = $1 and package_id = $2 for update`);

export interface RegisteredStepsRow {
  /** Keys of the submitted steps that are new. */
  keys: string[];
  lessons: { lesson: string; videos: VideoPositions }[];
  answers: { question: string; answer: Answer; answeredAt: string; tries: number; rightAt: string | null }[];
  /** Completed steps of the whole course: lessons, and `kind:section` of passed tests. */
  done: string[];
}

export const completedStepsSql = `
  select l.lesson from lesson_progress l where l.affiliate_id = $1 and l.package_id = $2 and l.done_at is not null
  union all
  select distinct a.kind || ':' || a.section from course_attempt a
  where a.affiliate_id = $1 and a.package_id = $2 and a.is_passed`;

/** Registers the step keys and reads the rows that the steps may change. */
export const registerSteps = statement<
  RegisteredStepsRow,
  [affiliateId: number, packageId: string, keys: string[], lessons: string[], questions: string[]]
>(`
  with taken as (
    insert into learning_step (affiliate_id, key) select $1, unnest($3::uuid[]) on conflict do nothing returning key
  )
  select array(select key::text from taken) as keys,
    coalesce((select json_agg(json_build_object('lesson', l.lesson, 'videos', l.videos)) from lesson_progress l
      where l.affiliate_id = $1 and l.package_id = $2 and l.lesson = any($4)), '[]') as lessons,
    coalesce((select json_agg(json_build_object('question', a.question, 'answer', a.answer,
        'answeredAt', a.answered_at, 'tries', a.tries, 'rightAt', a.right_at)) from lesson_answer a
      where a.affiliate_id = $1 and a.package_id = $2 and a.question = any($5)), '[]') as answers,
    array(${completedStepsSql}) as done`);

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

export const storeSteps = statement<
  unknown,
  [
    affiliateId: number,
    packageId: string,
    lessons: string,
    answers: string,
    lastLesson: string,
    lastAt: Date,
    seconds: number,
    lessonsDone: number,
    lessonsTotal: number,
    isKnown: boolean,
    isCompleted: boolean,
    now: Date,
  ]
>(`
  with kept_lesson as (
    insert into lesson_progress as l
      (affiliate_id, package_id, lesson, position, seconds_spent, videos, opened_at, done_at)
    select $1, $2, n.lesson, n.position, n.seconds, n.videos, n.opened_at, n.done_at
    from jsonb_to_recordset($3::jsonb) n (lesson text, position int, seconds int, videos jsonb, opened_at timestamptz,
      done_at timestamptz)
    on conflict (affiliate_id, package_id, lesson) do update set
      position = greatest(l.position, excluded.position), seconds_spent = l.seconds_spent + excluded.seconds_spent,
      videos = l.videos || excluded.videos, opened_at = least(l.opened_at, excluded.opened_at),
      done_at = coalesce(l.done_at, excluded.done_at)
  ), kept_answer as (
    insert into lesson_answer (affiliate_id, package_id, question, answer, answered_at, tries, right_at)
    select $1, $2, n.question, n.answer, n.answered_at, n.tries, n.right_at
    from jsonb_to_recordset($4::jsonb) n (question text, answer jsonb, answered_at timestamptz, tries int,
      right_at timestamptz)
    on conflict (affiliate_id, package_id, question) do update set
      answer = excluded.answer, answered_at = excluded.answered_at, tries = excluded.tries, right_at = excluded.right_at
  )
  update enrollment set
    last_lesson = case when last_at > $6 then last_lesson else $5 end, last_at = greatest(last_at, $6),
    seconds_spent = seconds_spent + $7, lessons_done = $8, lessons_total = $9,
    enrolled_at = coalesce(enrolled_at, $12), knowledge_done_at = coalesce(knowledge_done_at, case when $10 then $12 end),
    completed_at = coalesce(completed_at, case when $11 then $12 end)
  where affiliate_id = $1 and package_id = $2`);

export const deleteOldSteps = statement<unknown, []>(
  "delete from learning_step where created_at < now() - interval '1 month'",
);
