import type { Context } from '#platform/server/http/context.ts';
import { canCertifyAnyone, isTeacherOf } from '#features/certifications/shared/policy.ts';
import { findPhotoStatus, listFamilyIds } from '#features/account/server/public.ts';
import { toIsoDate } from '#platform/shared/dates.ts';
import { type FormProblem, listFormStatuses } from '#features/forms/server/public.ts';
import { findCourseRecord, findTraining, type Training } from '#features/learning/server/public.ts';
import type { CourseRecord } from '#features/learning/shared/record-contract.ts';
import { findLevel, levels } from '#domain/certification-levels.ts';
import {
  type Confirmations,
  findEarliestDay,
  isWaterPart,
  listCourseLevels,
  listMissing,
  type Missing,
  nothingConfirmed,
  type ReadinessFacts,
} from '#features/certifications/shared/readiness.ts';
import * as queries from './queries.ts';

/** A student of a course with everything the rules evaluate. */
export interface Candidate {
  affiliateId: number;
  packageId: string;
  name: string;
  language: string;
  training: Training | null;
  facts: ReadinessFacts;
  outside: queries.OutsideTrainingRow[];
  photoId: string | null;
  held: queries.CandidateRow['held'];
  /** Includes the person. */
  family: ReadonlySet<number>;
}

export async function loadCandidate(ctx: Context, affiliateId: number, packageId: string): Promise<Candidate | null> {
  const { db } = ctx;
  const [person, training, record, outside, photo, family] = await Promise.all([
    queries.findCandidate.first(db, { affiliateId }),
    findTraining(db, affiliateId, packageId),
    findCourseRecord(db, affiliateId, packageId),
    queries.listOutsideTraining(db, { affiliateId, packageId }),
    findPhotoStatus(db, affiliateId),
    listFamilyIds(db, affiliateId),
  ]);
  if (person === undefined) return null;
  const { name, language, birthdate, outsideLevelIDs, held } = person;
  const counted = outside.filter(({ instructorNumber }) => !isInstructorNumber(instructorNumber, training));
  const facts: ReadinessFacts = {
    birthdate,
    isEnrolled: record !== null,
    ...(record === null ? noRecord : recordFacts(record)),
    outside: counted,
    waterDays: record === null ? [] : await loadWaterDays(ctx, affiliateId, record, training, counted),
    photo: photo.status,
    heldLevelIDs: held.flatMap(({ levelID, isRevoked }) => (isRevoked ? [] : [levelID])),
    outsideLevelIDs,
  };
  return { affiliateId, packageId, name, language, training, facts, outside, photoId: photo.photoId, held, family };
}

/** The number of candidates that are loaded at the same time. */
const concurrentCandidates = 8;

/** Loads several students in their order. */
export async function loadCandidates(
  ctx: Context,
  students: readonly { affiliateId: number; packageId: string }[],
): Promise<(Candidate | null)[]> {
  const candidates: (Candidate | null)[] = [];
  for (let start = 0; start < students.length; start += concurrentCandidates) {
    const part = students.slice(start, start + concurrentCandidates);
    const load = part.map(({ affiliateId, packageId }) => loadCandidate(ctx, affiliateId, packageId));
    candidates.push(...(await Promise.all(load)));
  }
  return candidates;
}

/** Compares digits only, because members write their number with and without spaces or zeros. */
export function isInstructorNumber(text: string, training: Training | null): boolean {
  const digits = text.normalize('NFKC').replaceAll(/\D/g, '').replace(/^0+/, '');
  return digits !== '' && digits === String(training?.instructorNumber ?? '');
}

const noRecord = {
  lessons: [],
  exam: { isRequired: false, passedOn: null },
  skills: [],
  flexible: [],
  dives: [],
} satisfies Partial<ReadinessFacts>;

const halfDayMs = 12 * 3_600_000;
/** The earliest local date worldwide at a moment, because the card's date follows the instructor's calendar. */
const earliestLocalDay = (moment: string) => toIsoDate(new Date(Date.parse(moment) - halfDayMs));

function recordFacts({ knowledge, hasExam, exam, confined, openWater, flexible }: CourseRecord) {
  const dives = openWater.map(({ number, date, signature }) => ({
    number,
    // Dives missing from the logbook are signed with their date.
    divedOn: signature === null ? null : (date ?? signature.date.slice(0, 10)),
  }));
  return {
    lessons: knowledge.map(({ title, doneDate }) => ({
      title,
      doneOn: doneDate === null ? null : earliestLocalDay(doneDate),
    })),
    exam: { isRequired: hasExam, passedOn: exam?.isPassed === true ? earliestLocalDay(exam.date) : null },
    skills: confined.map(({ skill, signature }) => ({ skill, signedOn: signature?.date.slice(0, 10) ?? null })),
    flexible: flexible.map(({ skill, dive }) => ({
      skill,
      doneOn: dive === null ? null : (dives.find(({ number }) => number === dive)?.divedOn ?? null),
    })),
    dives,
  };
}

/**
 * The water days with the problems of forms or medical on each. Forms for an instructor here must name them or their
 * store; on a day with another instructor any forms signed here count.
 */
async function loadWaterDays(
  ctx: Context,
  affiliateId: number,
  record: CourseRecord,
  training: Training | null,
  outside: readonly queries.OutsideTrainingRow[],
) {
  const sessions = new Map<string, { onDate: string; memberNumber: number | null; storeNumber: number | null }>();
  const add = (onDate: string, number: number | null) => {
    const memberNumber = number ?? training?.instructorNumber ?? null;
    sessions.set(`${onDate}/${memberNumber}`, { onDate, memberNumber, storeNumber: training?.storeNumber ?? null });
  };
  for (const { signature } of record.confined)
    if (signature !== null) add(signature.date.slice(0, 10), signature.memberNumber);
  for (const { date, signature } of record.openWater)
    if (signature !== null) add(date ?? signature.date.slice(0, 10), signature.memberNumber);
  for (const { part, trainedOn: onDate } of outside)
    if (isWaterPart(part)) sessions.set(`${onDate}/outside`, { onDate, memberNumber: null, storeNumber: null });
  const statusQueries = [...sessions.values()].map((session) => ({
    ...session,
    affiliateId,
    packet: 'course' as const,
  }));
  const days = new Map<string, Set<FormProblem>>();
  for (const { onDate, missing } of await listFormStatuses(ctx, statusQueries))
    days.set(onDate, new Set([...(days.get(onDate) ?? []), ...missing]));
  return [...days]
    .map(([day, problems]) => ({ day, problems: [...problems] }))
    .toSorted((a, b) => a.day.localeCompare(b.day));
}

export interface ReadinessResult {
  /** The course level that fits the person's age, if any. */
  levelID: number | null;
  missing: Missing[];
  earliestDate: string | null;
  /** The card the person already holds for this course. */
  certified: { licenseID: number; levelID: number } | null;
  /** The level was revoked; only staff can issue it again. */
  isRevoked: boolean;
}

/** The missing requirements for the course level that fits, on a day. */
export function evaluateReadiness(
  candidate: Candidate,
  certDate: string,
  confirmations: Confirmations = nothingConfirmed,
): ReadinessResult {
  const { packageId, facts, held } = candidate;
  const own = held.filter(({ levelID }) => findLevel(levelID)?.packageId === packageId);
  const [level] = listCourseLevels(packageId, facts.birthdate, certDate);
  const certified = own.find(({ isRevoked }) => !isRevoked) ?? null;
  return {
    levelID: level?.levelID ?? null,
    missing: level === undefined ? [] : listMissing(level.levelID, facts, certDate, confirmations),
    earliestDate: findEarliestDay(facts, confirmations),
    certified: certified && { licenseID: certified.licenseID, levelID: certified.levelID },
    isRevoked: certified === null && own.length > 0,
  };
}

export function leadsToLevel(packageId: string): boolean {
  return levels.some((level) => level.packageId === packageId);
}

/** Instructors and staff can't certify themselves or their family. */
export function listFamilyConflicts({ user }: Context, candidate: Candidate): Missing[] {
  const isIssuer = canCertifyAnyone(user) || isTeacherOf(user, candidate);
  return isIssuer ? toFamilyConflicts(candidate, user.affiliateId) : [];
}

function toFamilyConflicts({ family }: Candidate, issuer: number | null | undefined): Missing[] {
  return issuer && family.has(issuer) ? [{ kind: 'own_family', day: null, names: [] }] : [];
}

/** The kinds of missing requirements for the course's card today, without those confirmed in the dialog. */
export async function listMissingKinds(
  ctx: Context,
  students: readonly { affiliateId: number; packageId: string }[],
): Promise<string[][]> {
  return (await loadCandidates(ctx, students)).map((candidate) => toMissingKinds(ctx, candidate));
}

function toMissingKinds(ctx: Context, candidate: Candidate | null): string[] {
  if (candidate === null) return ['course'];
  const { levelID, missing, isRevoked } = evaluateReadiness(candidate, toIsoDate(ctx.now), {
    photo: true,
    outside: true,
  });
  if (isRevoked) return ['revoked'];
  if (levelID === null) return ['age'];
  // The teacher certifies, even if another person reads the board.
  return [...missing, ...toFamilyConflicts(candidate, candidate.training?.teacher)].map(({ kind }) => kind);
}
