import { ageOn } from '#domain/age.ts';
import { findLevel, fullCardAge, type Level, levels, meetsPrerequisite } from '#domain/certification-levels.ts';

/** Reasons that block a certification, translated as `certifications.missing.<kind>`. */
export const missingKinds = [
  'course',
  'lessons',
  'exam',
  'skills',
  'flexible',
  'dives',
  'training_here',
  'forms_missing',
  'guardian_signature_missing',
  'medical_missing',
  'medical_expired',
  'physician_missing',
  'confirmation_pending',
  'physician_refused',
  'outside',
  'photo',
  'photo_confirmation',
  'birthdate',
  'prerequisite',
  'date',
  'own_family',
] as const;
export type MissingKind = (typeof missingKinds)[number];

/** `day`: the day of a water session, or the earliest day for a card. `names`: sections, skills, dives or parts. */
export interface Missing {
  kind: MissingKind;
  day: string | null;
  names: string[];
}

/** The usual validity of a referral. */
export const outsideMonths = 12;

/** A part of a course that can be done with another instructor: `lessons`, `exam`, `skills`, `flexible`, `dive_<n>`. */
export interface OutsidePart {
  part: string;
  trainedOn: string;
  isConfirmed: boolean;
}

/** Everything the rules evaluate. Days are ISO dates. */
export interface ReadinessFacts {
  birthdate: string | null;
  /** False if the person doesn't take the course here. */
  isEnrolled: boolean;
  lessons: readonly { title: string; doneOn: string | null }[];
  exam: { isRequired: boolean; passedOn: string | null };
  skills: readonly { skill: string; signedOn: string | null }[];
  flexible: readonly { skill: string; doneOn: string | null }[];
  dives: readonly { number: number; divedOn: string | null }[];
  outside: readonly OutsidePart[];
  /** The water days, with any instructor, and the problems of forms or medical on each. */
  waterDays: readonly { day: string; problems: readonly MissingKind[] }[];
  photo: 'approved' | 'pending' | 'missing';
  heldLevelIDs: readonly number[];
  /** The equivalent levels of approved outside cards. */
  outsideLevelIDs: readonly number[];
}

/** Confirmations of the certifying instructor in the same step. */
export interface Confirmations {
  /** The instructor confirms that the photo shows the student. */
  photo: boolean;
  /** The instructor confirms the training with other instructors. */
  outside: boolean;
}
export const nothingConfirmed: Confirmations = { photo: false, outside: false };

/** Minimum ages by level. Below `fullCardAge` the depth limit is 18 m, so no deeper level is certified. */
const minAges: Readonly<Record<string, number>> = {
  open_water: fullCardAge,
  deep: fullCardAge,
  divemaster: 18,
  instructor: 18,
};
const defaultMinAge = 10;

export function getLevelMinAge({ name }: Level): number {
  return minAges[name] ?? defaultMinAge;
}

/** The minimum age of the lowest level the course leads to. */
export function getCourseMinAge(packageId: string): number {
  return Math.min(...levels.filter((level) => level.packageId === packageId).map(getLevelMinAge));
}

/** The junior card is for ages below the full card; every level has a minimum age. */
function fitsAge(level: Level, birthdate: string | null, day: string): boolean {
  if (birthdate === null) return level.name !== 'junior_open_water';
  const age = ageOn(birthdate, day);
  return age >= getLevelMinAge(level) && (level.name !== 'junior_open_water' || age < fullCardAge);
}

/** The levels a course leads to at this age. Levels without a course here are issued by the association. */
export function listCourseLevels(packageId: string, birthdate: string | null, day: string): Level[] {
  return levels.filter((level) => level.packageId === packageId && fitsAge(level, birthdate, day));
}

/** The missing requirements for a level on a day. */
export function listMissing(
  levelID: number,
  facts: ReadinessFacts,
  certDate: string,
  confirmations: Confirmations = nothingConfirmed,
): Missing[] {
  const level = findLevel(levelID);
  if (level === undefined) return [];
  const birthdate = facts.birthdate === null ? [toMissing('birthdate')] : [];
  // Staff can issue such a card with a reason.
  if (level.packageId === null || !facts.isEnrolled) return [toMissing('course'), ...birthdate];
  const counted = facts.outside.filter(({ isConfirmed }) => isConfirmed || confirmations.outside);
  const isOutside = (part: string) => counted.some((entry) => entry.part === part);
  const open = (kind: MissingKind, part: string, names: string[]) =>
    names.length === 0 || isOutside(part) ? [] : [toMissing(kind, names)];
  const openDives = facts.dives.filter(({ number, divedOn }) => divedOn === null && !isOutside(`dive_${number}`));
  const hasPrerequisite = meetsPrerequisite(level.packageId, [...facts.heldLevelIDs, ...facts.outsideLevelIDs]);
  const earliest = findEarliestDay(facts, confirmations);
  return [
    ...open(
      'lessons',
      'lessons',
      facts.lessons.flatMap(({ title, doneOn }) => (doneOn === null ? [title] : [])),
    ),
    ...(facts.exam.isRequired && facts.exam.passedOn === null && !isOutside('exam') ? [toMissing('exam')] : []),
    ...open(
      'skills',
      'skills',
      facts.skills.flatMap(({ skill, signedOn }) => (signedOn === null ? [skill] : [])),
    ),
    ...(openDives.length > 0
      ? [
          toMissing(
            'dives',
            openDives.map(({ number }) => String(number)),
          ),
        ]
      : []),
    ...open(
      'flexible',
      'flexible',
      facts.flexible.flatMap(({ skill, doneOn }) => (doneOn === null ? [skill] : [])),
    ),
    ...(hasOnlyOutsideWater(facts) ? [toMissing('training_here')] : []),
    ...facts.waterDays.flatMap(({ day, problems }) => problems.map((kind) => toMissing(kind, [], day))),
    ...facts.outside.flatMap(({ part, isConfirmed }) =>
      isConfirmed || confirmations.outside ? [] : [toMissing('outside', [part])],
    ),
    ...listMissingPhoto(facts.photo, confirmations),
    ...birthdate,
    ...(hasPrerequisite ? [] : [toMissing('prerequisite')]),
    ...(earliest !== null && certDate < earliest ? [toMissing('date', [], earliest)] : []),
  ];
}

function toMissing(kind: MissingKind, names: string[] = [], day: string | null = null): Missing {
  return { kind, day, names };
}

export function isWaterPart(part: string): boolean {
  return part === 'skills' || part === 'flexible' || part.startsWith('dive_');
}

/** The certifying instructor vouches for the student, so at least one water session must have been here. */
function hasOnlyOutsideWater({ skills, dives, outside }: ReadinessFacts): boolean {
  return (
    outside.some(({ part }) => isWaterPart(part)) &&
    skills.every(({ signedOn }) => signedOn === null) &&
    dives.every(({ divedOn }) => divedOn === null)
  );
}

function listMissingPhoto(photo: ReadinessFacts['photo'], { photo: isConfirmed }: Confirmations): Missing[] {
  if (photo === 'approved' || (photo === 'pending' && isConfirmed)) return [];
  return [toMissing(photo === 'pending' ? 'photo_confirmation' : 'photo')];
}

/** Confirmed in the dialog, so these don't block readiness. */
const settledInDialog = new Set<MissingKind>(['photo_confirmation', 'outside']);

export function isReady(found: readonly Missing[]): boolean {
  return found.every(({ kind }) => settledInDialog.has(kind));
}

/** The day the last requirement was met, which is the earliest date of the card; null if none is met. */
export function findEarliestDay(facts: ReadinessFacts, confirmations: Confirmations = nothingConfirmed): string | null {
  const days = [
    ...facts.lessons.map(({ doneOn }) => doneOn),
    facts.exam.passedOn,
    ...facts.skills.map(({ signedOn }) => signedOn),
    ...facts.flexible.map(({ doneOn }) => doneOn),
    ...facts.dives.map(({ divedOn }) => divedOn),
    ...facts.outside.flatMap(({ trainedOn, isConfirmed }) => (isConfirmed || confirmations.outside ? [trainedOn] : [])),
  ];
  return days.reduce<string | null>((last, day) => (day !== null && (last === null || day > last) ? day : last), null);
}
