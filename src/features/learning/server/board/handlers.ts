import type { Handlers } from '#platform/server/http/endpoints.ts';
import type { Context } from '#platform/server/http/context.ts';
import { ageOn, isMinor } from '#domain/age.ts';
import { toIsoDate } from '#platform/shared/dates.ts';
import { listCourseFormStatuses } from '#features/forms/server/public.ts';
import { toBlocker, listBlockers, filterDiveBlockers } from '#features/learning/shared/blockers.ts';
import type { boardEndpoints, BoardStudent } from '#features/learning/shared/board-contract.ts';
import { toCulture, type Culture } from '#features/learning/shared/rules.ts';
import { parseDiveSkill } from '#features/learning/shared/skills.ts';
import { countLessons } from '#features/learning/server/enrollments/access.ts';
import { type BoardRow, listBoard } from './queries.ts';
import type { Course } from '#features/learning/server/content/course.ts';
import { getCourseText, type Library } from '#features/learning/server/content/library.ts';
import { listSkillsToSign } from '#features/learning/server/records/sign-offs.ts';

/**
 * A certification level and its course. Passed in as a parameter, because the certifications feature imports this one.
 */
export interface CourseCertificationLevel {
  packageId: string | null;
  levelID: number;
}

type FormStatus = Awaited<ReturnType<typeof listCourseFormStatuses>>[number];

/** Returns the requirements for a course's card that the person does not meet yet; empty if they are ready. */
export type ListMissingRequirements = (
  ctx: Context,
  affiliateId: number,
  packageId: string,
) => Promise<readonly string[]>;

export function boardHandlers(
  library: Library,
  levels: readonly CourseCertificationLevel[],
  listMissing: ListMissingRequirements,
): Handlers<typeof boardEndpoints> {
  const learned = levels.flatMap(({ packageId, levelID }) => (packageId === null ? [] : [{ packageId, levelID }]));
  const packageIds = learned.map(({ packageId }) => packageId);
  const levelIDs = learned.map(({ levelID }) => levelID);
  return {
    'GET v2/board': async (ctx, { query }) => {
      const culture = query.culture ?? toCulture(ctx.locale);
      const today = toIsoDate(ctx.now);
      const rows = (await listBoard(ctx.db, { affiliateId: ctx.user.affiliateId, packageIds, levelIDs })).flatMap(
        (row) => {
          // Courses that were withdrawn, and SCORM courses, do not lead to a card.
          const course = library.find(row.packageId);
          return course === undefined ? [] : [{ row, course }];
        },
      );
      const formStatuses = await listCourseFormStatuses(
        ctx,
        rows.map(({ row }) => row),
        ctx.now,
      );
      const students = rows.flatMap(({ row, course }, place) => {
        const formStatus = formStatuses[place];
        return formStatus === undefined
          ? []
          : [{ row, student: toBoardStudent(row, course, formStatus, culture, today) }];
      });
      const result: BoardStudent[] = [];
      for (const { row, student } of students) {
        const dry = filterDiveBlockers(student.blockers);
        // Students who lack lessons, skills or dives and have no outside training cannot be ready, so the full check is
        // skipped.
        const canBeReady = row.hasOutside || dry.length === student.blockers.length;
        if (!canBeReady) result.push({ ...student, isReady: false });
        else {
          const kinds = await listMissing(ctx, student.affiliateId, student.packageId);
          const open = [...new Set(kinds.flatMap((kind) => toBlocker(kind) ?? []))];
          result.push({ ...student, blockers: [...dry, ...open], isReady: kinds.length === 0 });
        }
      }
      return result;
    },
  };
}

function toBoardStudent(
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
