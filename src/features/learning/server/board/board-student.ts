import { ageOn, isMinor } from '#domain/age.ts';
import type { listCourseFormStatuses } from '#features/forms/server/public.ts';
import { listBlockers } from '#features/learning/shared/blockers.ts';
import type { BoardStudent } from '#features/learning/shared/board-contract.ts';
import type { Culture } from '#features/learning/shared/rules.ts';
import { parseDiveSkill } from '#features/learning/shared/skills.ts';
import type { Course } from '#features/learning/server/content/course.ts';
import { getCourseText } from '#features/learning/server/content/library.ts';
import { countLessons } from '#features/learning/server/enrollments/access.ts';
import { listSkillsToSign } from '#features/learning/server/records/sign-offs.ts';
import type { BoardRow } from './queries.ts';

export type FormStatus = Awaited<ReturnType<typeof listCourseFormStatuses>>[number];

export const noFormProblems: FormStatus = { forms: 'signed', medical: 'ok', medicalUntil: null };

/** Without the certification rules, which decide whether the student is ready. */
export function toBoardStudent(
  row: BoardRow,
  course: Course,
  formStatus: FormStatus,
  culture: Culture,
  today: string,
): BoardStudent {
  const { affiliateId, name, birthdate, packageId, instructorName, levelIDs, lastAt } = row;
  const dives = countCourseDives(row, course);
  const facts = {
    ...formStatus,
    isKnown: row.isKnown,
    exam: { done: row.isExamPassed ? 1 : 0, total: course.exam === undefined ? 0 : 1 },
    skills: countSignedSkills(row, course, (skill) => parseDiveSkill(skill) === null),
    dives: { done: dives.verified, total: course.dives },
    divesWaiting: dives.waiting,
    hasPhoto: row.hasPhoto,
  };
  const blockers = listBlockers(facts);
  return {
    affiliateId,
    name,
    age: birthdate === null ? null : ageOn(birthdate, today),
    isMinor: isMinor(birthdate, today),
    packageId,
    title: getCourseText(course, culture).title,
    instructorName,
    lessons: { done: row.lessonsDone, total: row.lessonsTotal || countLessons(course) },
    exam: facts.exam,
    skills: facts.skills,
    dives: facts.dives,
    divesWaiting: facts.divesWaiting,
    hasForms: formStatus.forms === 'signed',
    medicalUntil: formStatus.medicalUntil,
    levelIDs,
    blockers,
    isReady: blockers.length === 0,
    lastDate: lastAt?.toISOString() ?? null,
  };
}

function countSignedSkills({ signed }: BoardRow, course: Course, isCounted: (skill: string) => boolean) {
  const wanted = listSkillsToSign(course).filter(isCounted);
  return { done: wanted.filter((skill) => signed.includes(skill)).length, total: wanted.length };
}

/** A verified log wins over other logs of the same dive, which are then not counted as waiting. */
function countCourseDives(row: BoardRow, course: Course): { verified: number; waiting: number } {
  const own = row.dives.flatMap((dive) => {
    const [logCourse, number, status] = dive.split('/');
    return logCourse === course.logCourse && Number(number) <= course.dives ? [{ number, status }] : [];
  });
  const verified = new Set(own.filter(({ status }) => status === 'Verified').map(({ number }) => number));
  const waiting = new Set(own.filter(({ number }) => !verified.has(number)).map(({ number }) => number));
  const signed = countSignedSkills(row, course, (skill) => parseDiveSkill(skill) !== null).done;
  return { verified: verified.size + signed, waiting: waiting.size };
}
