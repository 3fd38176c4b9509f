import { query, toJson, type Params, type Row } from '#platform/server/db/query.ts';
import type { Answer } from '#features/learning/shared/content.ts';
import type { AttemptKind } from '#features/learning/shared/course-contract.ts';
import type { Culture } from '#features/learning/shared/rules.ts';
import { dateIf, selectCompletedSteps, type EnrollmentKey } from '#features/learning/server/progress/queries.ts';

/** By question. The answer with the higher seq replaces the other. */
export type StoredAnswers = Record<string, { answer: Answer; seq: number }>;

const columns = [
  'course_attempt.id',
  'course_attempt.package_id as packageId',
  'course_attempt.kind',
  'course_attempt.section',
  'course_attempt.number',
  'course_attempt.culture',
  'course_attempt.questions',
  'course_attempt.answers',
  'course_attempt.started_at as startedAt',
  'course_attempt.due_at as dueAt',
  'course_attempt.handed_in_at as handedInAt',
  'course_attempt.right_count as rightCount',
  'course_attempt.score_percent as scorePercent',
  'course_attempt.is_passed as isPassed',
] as const;

interface AttemptKey {
  affiliateId: number;
  id: string;
}

/** `taken` is the number of attempts at the same test. */
export const findAttempt = query((db, p: Params<AttemptKey>) =>
  db
    .selectFrom('course_attempt')
    .select(columns)
    .select((eb) =>
      eb
        .selectFrom('course_attempt as o')
        .select((eb) => eb.fn.countAll<number>().as('taken'))
        .whereRef('o.affiliate_id', '=', 'course_attempt.affiliate_id')
        .whereRef('o.package_id', '=', 'course_attempt.package_id')
        .whereRef('o.kind', '=', 'course_attempt.kind')
        .whereRef('o.section', '=', 'course_attempt.section')
        .$asScalar()
        .$notNull()
        .as('taken'),
    )
    .where('affiliate_id', '=', p.affiliateId)
    .where('id', '=', p.id),
);

export const lockAttempt = query((db, p: Params<AttemptKey>) =>
  db
    .selectFrom('course_attempt')
    .select(columns)
    .where('affiliate_id', '=', p.affiliateId)
    .where('id', '=', p.id)
    .forNoKeyUpdate(),
);

export type AttemptRow = Row<typeof lockAttempt>;

/** All attempts at one test, oldest first. */
export const listAttempts = query((db, p: Params<EnrollmentKey & { kind: AttemptKind; section: string }>) =>
  db
    .selectFrom('course_attempt')
    .select(columns)
    .where('affiliate_id', '=', p.affiliateId)
    .where('package_id', '=', p.packageId)
    .where('kind', '=', p.kind)
    .where('section', '=', p.section)
    .orderBy('number'),
);

/** Handed-in attempts at all tests of a course, newest first. */
export const listHandedInAttempts = query((db, p: Params<EnrollmentKey>) =>
  db
    .selectFrom('course_attempt')
    .select(columns)
    .where('affiliate_id', '=', p.affiliateId)
    .where('package_id', '=', p.packageId)
    .where('handed_in_at', 'is not', null)
    .orderBy('handed_in_at', 'desc')
    .orderBy('id'),
);

/** Expired attempts that are not graded yet, locked because the caller grades them. */
export const lockOverdueAttempts = query((db, p: Params<EnrollmentKey & { before: Date }>) =>
  db
    .selectFrom('course_attempt')
    .select(columns)
    .where('affiliate_id', '=', p.affiliateId)
    .where('package_id', '=', p.packageId)
    .where('handed_in_at', 'is', null)
    .where('due_at', '<', p.before)
    .orderBy('id')
    .forNoKeyUpdate(),
);

interface NewAttempt extends AttemptKey {
  packageId: string;
  kind: AttemptKind;
  section: string;
  number: number;
  culture: Culture;
  questions: readonly string[];
  startedAt: Date;
  dueAt: Date | null;
}

export const insertAttempt = query((db, p: Params<NewAttempt>) =>
  db
    .insertInto('course_attempt')
    .values({
      affiliate_id: p.affiliateId,
      id: p.id,
      package_id: p.packageId,
      kind: p.kind,
      section: p.section,
      number: p.number,
      culture: p.culture,
      questions: toJson(p.questions),
      started_at: p.startedAt,
      due_at: p.dueAt,
    })
    .returning(columns),
);

export const updateAnswers = query((db, p: Params<AttemptKey & { answers: StoredAnswers }>) =>
  db
    .updateTable('course_attempt')
    .set({ answers: toJson(p.answers) })
    .where('affiliate_id', '=', p.affiliateId)
    .where('id', '=', p.id),
);

interface Grade extends AttemptKey {
  handedInAt: Date;
  rightCount: number;
  scorePercent: number;
  isPassed: boolean;
}

export const gradeAttempt = query((db, p: Params<Grade>) =>
  db
    .updateTable('course_attempt')
    .set({
      handed_in_at: p.handedInAt,
      right_count: p.rightCount,
      score_percent: p.scorePercent,
      is_passed: p.isPassed,
    })
    .where('affiliate_id', '=', p.affiliateId)
    .where('id', '=', p.id)
    .where('handed_in_at', 'is', null),
);

export const listCompletedSteps = query(selectCompletedSteps);

interface Milestones extends EnrollmentKey {
  at: Date;
  isKnown: boolean;
  isExamPassed: boolean;
  isCompleted: boolean;
}

/** Dates that are already set are not changed. */
export const updateMilestones = query((db, p: Params<Milestones>) =>
  db
    .updateTable('enrollment')
    .set((eb) => ({
      enrolled_at: eb.fn.coalesce('enrolled_at', p.at),
      last_at: eb.fn('greatest', ['last_at', p.at]),
      knowledge_done_at: eb.fn.coalesce('knowledge_done_at', dateIf(p.isKnown, p.at)),
      exam_passed_at: eb.fn.coalesce('exam_passed_at', dateIf(p.isExamPassed, p.at)),
      completed_at: eb.fn.coalesce('completed_at', dateIf(p.isCompleted, p.at)),
    }))
    .where('affiliate_id', '=', p.affiliateId)
    .where('package_id', '=', p.packageId),
);
