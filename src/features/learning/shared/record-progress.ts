import type { CourseRecord, Student } from './record-contract.ts';

interface PartProgress {
  done: number;
  total: number;
}
export interface RecordParts {
  knowledge: PartProgress;
  confined: PartProgress;
  openWater: PartProgress;
  exam: PartProgress;
}

const countDone = <Item>(items: readonly Item[], isDone: (item: Item) => boolean): PartProgress => ({
  done: items.filter(isDone).length,
  total: items.length,
});
const countOne = (isThere: boolean, isDone: boolean): PartProgress => ({
  done: isDone ? 1 : 0,
  total: isThere ? 1 : 0,
});

/** Progress in each part of a record. */
export function getRecordParts({ knowledge, confined, openWater, hasExam, exam }: CourseRecord): RecordParts {
  return {
    knowledge: {
      done: knowledge.reduce((sum, { lessonsDone }) => sum + lessonsDone, 0),
      total: knowledge.reduce((sum, { lessonsTotal }) => sum + lessonsTotal, 0),
    },
    confined: countDone(confined, ({ signature }) => signature !== null),
    openWater: countDone(openWater, ({ signature }) => signature !== null),
    exam: countOne(hasExam, exam?.isPassed === true),
  };
}

/** Progress in each part, for a student in a list. */
export function getStudentRecordParts(student: Student): RecordParts {
  const { confined, dives, divesVerified, lessonsDone, lessonsTotal, hasExam, isExamPassed } = student;
  return {
    knowledge: { done: lessonsDone, total: lessonsTotal },
    confined,
    openWater: { done: divesVerified, total: dives },
    exam: countOne(hasExam, isExamPassed),
  };
}

/** Returns a share from 0 to 1. Every part has the same weight, regardless of its number of items. */
export function getCompletionShare(parts: RecordParts): number {
  const shares = Object.values(parts).flatMap(({ done, total }: PartProgress) => (total === 0 ? [] : [done / total]));
  return shares.length === 0 ? 0 : shares.reduce((sum, share) => sum + share, 0) / shares.length;
}
