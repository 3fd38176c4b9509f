import { statement } from '#platform/server/db/database.ts';
import type { Answer } from '#features/learning/shared/content.ts';
import type { AttemptKind } from '#features/learning/shared/course-contract.ts';
import type { Culture } from '#features/learning/shared/rules.ts';
import { completedStepsSql } from '#features/learning/server/progress/queries.ts';

export interface AttemptRow {
  id: string;
  packageId: string;
  kind: AttemptKind;
  section: string;
  number: number;
  culture: Culture;
  questions: string[];
  /** The answer with the higher seq replaces the other. */
  answers: Record<string, { answer: Answer; seq: number }>;
  startedAt: Date;
  dueAt: Date | null;
  handedInAt: Date | null;
  rightCount: number | null;
  scorePercent: number | null;
  isPassed: boolean | null;
}

const columns = `a.id, a.package_id as "packageId", a.kind, a.section, a.number, a.culture, a.questions, a.answers,
  a.started_at as "startedAt", a.due_at as "dueAt", a.handed_in_at as "handedInAt", a.right_count as "rightCount",
  a.score_percent as "scorePercent", a.is_passed as "isPassed"`;

export const findAttempt = statement<AttemptRow & { taken: number }, [affiliateId: number, id: string]>(`
  select ${columns}, (select count(*)::int from course_attempt o where o.affiliate_id = a.affiliate_id
    and o.package_id = a.package_id and o.kind = a.kind and o.section = a.section) as taken
  from course_attempt a where a.affiliate_id = $1 and a.id = $2`);

export const lockAttempt = statement<AttemptRow, [affiliateId: number, id: string]>(
  `select ${columns} from course_attempt a where a.affiliate_id = $1 and a.id = $2 for update`,
);

/** All attempts at one test, oldest first. */
export const listAttempts = statement<
  AttemptRow,
  [affiliateId: number, packageId: string, kind: AttemptKind, section: string]
>(`
  select ${columns} from course_attempt a
  where a.affiliate_id = $1 and a.package_id = $2 and a.kind = $3 and a.section = $4 order by a.number`);

/** Handed-in attempts at all tests of a course, newest first. */
export const listHandedInAttempts = statement<AttemptRow, [affiliateId: number, packageId: string]>(`
  select ${columns} from course_attempt a
  where a.affiliate_id = $1 and a.package_id = $2 and a.handed_in_at is not null
  order by a.handed_in_at desc, a.id`);

/** Expired attempts that are not graded yet, locked because the caller grades them. */
export const lockOverdueAttempts = statement<AttemptRow, [affiliateId: number, packageId: string, before: Date]>(`
  select ${columns} from course_attempt a
  where a.affiliate_id = $1 and a.package_id = $2 and a.handed_in_at is null and a.due_at < $3
  order by a.id for update`);

export const insertAttempt = statement<
  AttemptRow,
  [
    affiliateId: number,
    id: string,
    packageId: string,
    kind: AttemptKind,
    section: string,
    number: number,
    culture: Culture,
    questions: string,
    startedAt: Date,
    dueAt: Date | null,
  ]
>(`
  insert into course_attempt as a
    (affiliate_id, id, package_id, kind, section, number, culture, questions, started_at, due_at)
  values ($1, $2, $3, $4, $5, $6, $7, $8::jsonb, $9, $10) returning ${columns}`);

export const saveAnswers = statement<unknown, [affiliateId: number, id: string, answers: string]>(
  'update course_attempt set answers = $3::jsonb where affiliate_id = $1 and id = $2',
);

export const gradeAttempt = statement<
  unknown,
  [affiliateId: number, id: string, handedInAt: Date, rightCount: number, scorePercent: number, isPassed: boolean]
>(`
  update course_attempt set handed_in_at = $3, right_count = $4, score_percent = $5, is_passed = $6
  where affiliate_id = $1 and id = $2 and handed_in_at is null`);

export const listCompletedSteps = statement<{ lesson: string }, [affiliateId: number, packageId: string]>(
  completedStepsSql,
);

/** Dates that are already set are not changed. */
export const updateMilestones = statement<
  unknown,
  [affiliateId: number, packageId: string, at: Date, isKnown: boolean, isExamPassed: boolean, isCompleted: boolean]
>(`
  update enrollment set
    enrolled_at = coalesce(enrolled_at, $3), last_at = greatest(last_at, $3),
    knowledge_done_at = coalesce(knowledge_done_at, case when $4 then $3 end),
    exam_passed_at = coalesce(exam_passed_at, case when $5 then $3 end),
    completed_at = coalesce(completed_at, case when $6 then $3 end)
  where affiliate_id = $1 and package_id = $2`);
