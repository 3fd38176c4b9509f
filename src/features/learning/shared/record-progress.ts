import type { ERecord, Student } from './record-contract.ts';
import { diveOf } from './skills.ts';

interface Part {
  done: number;
  total: number;
}
export interface RecordParts {
  knowledge: Part;
  confined: Part;
  openWater: Part;
  exam: Part;
}

const count = <Item>(items: readonly Item[], isDone: (item: Item) => boolean): Part => ({
  done: items.filter(isDone).length,
  total: items.length,
});
const one = (isThere: boolean, isDone: boolean): Part => ({ done: isDone ? 1 : 0, total: isThere ? 1 : 0 });

/** How much of each part of a record is there. */
export function partsOf({ knowledge, confined, openWater, hasExam, exam }: ERecord): RecordParts {
  return {
    knowledge: {
      done: knowledge.reduce((sum, { lessonsDone }) => sum + lessonsDone, 0),
      total: knowledge.reduce((sum, { lessonsTotal }) => sum + lessonsTotal, 0),
    },
    confined: count(confined, ({ signature }) => signature !== null),
    openWater: count(openWater, ({ signature }) => signature !== null),
    exam: one(hasExam, exam?.isPassed === true),
  };
}

/** The same of a student in a list. */
export function partsOfStudent(student: Student): RecordParts {
  const { skills, signed, dives, divesVerified, lessonsDone, lessonsTotal, hasExam, isExamPassed } = student;
  return {
    knowledge: { done: lessonsDone, total: lessonsTotal },
    confined: count(
      skills.filter((skill) => diveOf(skill) === null),
      (skill) => signed.includes(skill),
    ),
    openWater: { done: divesVerified, total: dives },
    exam: one(hasExam, isExamPassed),
  };
}

/** From 0 to 1. Each part counts alike, however many things it is made of. */
export function shareOf(parts: RecordParts): number {
  const shares = Object.values(parts).flatMap(({ done, total }: Part) => (total === 0 ? [] : [done / total]));
  return shares.length === 0 ? 0 : shares.reduce((sum, share) => sum + share, 0) / shares.length;
}
