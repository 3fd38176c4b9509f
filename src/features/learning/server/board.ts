import type { Handlers } from '../../../platform/server/calls.ts';
import type { Context } from '../../../platform/server/context.ts';
import { ageOn, dayOf, isMinor } from '../../account/shared/rules.ts';
import { listFormStandings } from '../../forms/server/public.ts';
import { blockerOf, blockersOf, keepsDry } from '../shared/board.ts';
import type { boardCalls, BoardStudent } from '../shared/board-contract.ts';
import { cultureOf, type Culture } from '../shared/rules.ts';
import { diveOf } from '../shared/skills.ts';
import { lessonsOf } from './access.ts';
import { type BoardRow, listBoard } from './board-sql.ts';
import type { Course } from './content/course.ts';
import { textIn, type Library } from './content/library.ts';
import { skillsToSign } from './signing.ts';

/** A level, and the course that leads to it. They are another area’s, which knows this one. */
export interface CourseLevel {
  packageId: string | null;
  levelID: number;
}

type Standing = Awaited<ReturnType<typeof listFormStandings>>[number];

/** What somebody still lacks for the card of a course, by the rules for certifying; empty for who is ready. */
export type ListMissing = (ctx: Context, affiliateId: number, packageId: string) => Promise<readonly string[]>;

export function boardHandlers(
  library: Library,
  levels: readonly CourseLevel[],
  listMissing: ListMissing,
): Handlers<typeof boardCalls> {
  const learned = levels.flatMap(({ packageId, levelID }) => (packageId === null ? [] : [{ packageId, levelID }]));
  const packageIds = learned.map(({ packageId }) => packageId);
  const levelIDs = learned.map(({ levelID }) => levelID);
  return {
    'GET v2/board': async (ctx, { query }) => {
      const culture = query.culture ?? cultureOf(ctx.locale);
      const today = dayOf(ctx.now);
      const rows = (await listBoard(ctx.db, ctx.user.affiliateId, packageIds, levelIDs)).flatMap((row) => {
        // A course that is no longer taught, or that others made, leads to no card.
        const course = library.find(row.packageId);
        return course === undefined ? [] : [{ row, course }];
      });
      const standings = await listFormStandings(
        ctx,
        rows.map(({ row }) => row),
        ctx.now,
      );
      const students = rows.flatMap(({ row, course }, place) => {
        const standing = standings[place];
        return standing === undefined ? [] : [{ row, student: studentOf(row, course, standing, culture, today) }];
      });
      const judged: BoardStudent[] = [];
      for (const { row, student } of students) {
        const dry = keepsDry(student.blockers);
        // Who lacks lessons, skills or dives here and did none of it elsewhere can't be ready.
        const canBeReady = row.hasOutside || dry.length === student.blockers.length;
        if (!canBeReady) judged.push({ ...student, isReady: false });
        else {
          const kinds = await listMissing(ctx, student.affiliateId, student.packageId);
          const open = [...new Set(kinds.flatMap((kind) => blockerOf(kind) ?? []))];
          judged.push({ ...student, blockers: [...dry, ...open], isReady: kinds.length === 0 });
        }
      }
      return judged;
    },
  };
}

function studentOf(row: BoardRow, course: Course, standing: Standing, culture: Culture, today: string): BoardStudent {
  const { affiliateId, name, birthdate, packageId, instructorName, levelIDs, lastAt } = row;
  const dives = divesOf(row, course);
  const facts = {
    ...standing,
    isKnown: row.isKnown,
    exam: { done: row.isExamPassed ? 1 : 0, total: course.exam === undefined ? 0 : 1 },
    skills: countSigned(row, course, (skill) => diveOf(skill) === null),
    dives: { done: dives.verified, total: course.dives },
    divesWaiting: dives.waiting,
    hasPhoto: row.hasPhoto,
  };
  const blockers = blockersOf(facts);
  return {
    affiliateId,
    name,
    age: birthdate === null ? null : ageOn(birthdate, today),
    isMinor: isMinor(birthdate, today),
    packageId,
    title: textIn(course, culture).title,
    instructorName,
    lessons: { done: row.lessonsDone, total: row.lessonsTotal || lessonsOf(course) },
    exam: facts.exam,
    skills: facts.skills,
    dives: facts.dives,
    divesWaiting: facts.divesWaiting,
    hasForms: standing.forms === 'signed',
    medicalUntil: standing.medicalUntil,
    levelIDs,
    blockers,
    isReady: blockers.length === 0,
    lastDate: lastAt?.toISOString() ?? null,
  };
}

function countSigned({ signed }: BoardRow, course: Course, isCounted: (skill: string) => boolean) {
  const wanted = skillsToSign(course).filter(isCounted);
  return { done: wanted.filter((skill) => signed.includes(skill)).length, total: wanted.length };
}

/** Of several logs of one dive the verified one counts, and what comes after it waits for nobody. */
function divesOf(row: BoardRow, course: Course): { verified: number; waiting: number } {
  const own = row.dives.flatMap((dive) => {
    const [logCourse, number, status] = dive.split('/');
    return logCourse === course.logCourse && Number(number) <= course.dives ? [{ number, status }] : [];
  });
  const verified = new Set(own.filter(({ status }) => status === 'Verified').map(({ number }) => number));
  const waiting = new Set(own.filter(({ number }) => !verified.has(number)).map(({ number }) => number));
  const signed = countSigned(row, course, (skill) => diveOf(skill) !== null).done;
  return { verified: verified.size + signed, waiting: waiting.size };
}
