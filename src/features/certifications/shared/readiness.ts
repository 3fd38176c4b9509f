import { ageOn } from '#features/account/shared/rules.ts';
import { findLevel, fullCardAge, type Level, levels } from '#domain/certification-levels.ts';

/** What can keep somebody from being certified. The words are the messages `certifications.missing.<kind>`. */
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

/** Training with another instructor counts for as long as a referral usually does. */
export const outsideMonths = 12;

/** A part of a course that can be done with another instructor: `lessons`, `exam`, `skills`, `flexible`, `dive_<n>`. */
export interface OutsidePart {
  part: string;
  trainedOn: string;
  isConfirmed: boolean;
}

/** Everything that the rules look at. Days are as ISO writes them. */
export interface ReadinessFacts {
  birthdate: string | null;
  /** False for who doesn't take the course here. */
  isEnrolled: boolean;
  lessons: readonly { title: string; doneOn: string | null }[];
  exam: { isRequired: boolean; passedOn: string | null };
  skills: readonly { skill: string; signedOn: string | null }[];
  flexible: readonly { skill: string; doneOn: string | null }[];
  dives: readonly { number: number; divedOn: string | null }[];
  outside: readonly OutsidePart[];
  /** Each day in the water, with this instructor or another, and what was wrong with forms or medical on it. */
  waterDays: readonly { day: string; problems: readonly MissingKind[] }[];
  photo: 'approved' | 'pending' | 'missing';
  heldLevelIDs: readonly number[];
  /** What approved cards of other agencies count as. */
  outsideLevelIDs: readonly number[];
}

/** What the certifying instructor confirms in the same step. */
export interface Confirmations {
  /** "This is the person I taught." */
  photo: boolean;
  /** The training with other instructors. */
  outside: boolean;
}
export const nothingConfirmed: Confirmations = { photo: false, outside: false };

/** Youngest age for a level; below `fullCardAge` nobody dives deeper than 18 m, so nothing deeper is certified. */
const minAges: Readonly<Record<string, number>> = {
  open_water: fullCardAge,
  deep: fullCardAge,
  divemaster: 18,
  instructor: 18,
};
const defaultMinAge = 10;

/** The levels that need another one before them: any of these. */
const prerequisites: Readonly<Record<string, readonly number[]>> = {
  enriched_air: [10, 11, 20, 30, 40, 70, 80],
  deep: [10, 20, 30, 40, 70, 80],
  peak_buoyancy: [10, 11, 20, 30, 40, 70, 80],
};

export function getLevelMinAge({ name }: Level): number {
  return minAges[name] ?? defaultMinAge;
}

/** Youngest age for a course: that of the lowest level it leads to. */
export function getCourseMinAge(packageId: string): number {
  return Math.min(...levels.filter((level) => level.packageId === packageId).map(getLevelMinAge));
}

/** Whether a level is for somebody of this age: the junior card until the full one, nothing before its least age. */
function fitsAge(level: Level, birthdate: string | null, day: string): boolean {
  if (birthdate === null) return level.name !== 'junior_open_water';
  const age = ageOn(birthdate, day);
  return age >= getLevelMinAge(level) && (level.name !== 'junior_open_water' || age < fullCardAge);
}

/** The levels a course leads to for somebody, by age. Levels without a course here are the association's to issue. */
export function listCourseLevels(packageId: string, birthdate: string | null, day: string): Level[] {
  return levels.filter((level) => level.packageId === packageId && fitsAge(level, birthdate, day));
}

/** Whether somebody can be certified at a level on a day: everything that is missing, or nothing. */
export function listMissing(
  levelID: number,
  facts: ReadinessFacts,
  certDate: string,
  confirmations: Confirmations = nothingConfirmed,
): Missing[] {
  const level = findLevel(levelID);
  if (level === undefined) return [];
  const birthdate = facts.birthdate === null ? [toMissing('birthdate')] : [];
  // Staff issue such a card, and say why.
  if (level.packageId === null || !facts.isEnrolled) return [toMissing('course'), ...birthdate];
  const counted = facts.outside.filter(({ isConfirmed }) => isConfirmed || confirmations.outside);
  const isOutside = (part: string) => counted.some((one) => one.part === part);
  const open = (kind: MissingKind, part: string, names: string[]) =>
    names.length === 0 || isOutside(part) ? [] : [toMissing(kind, names)];
  const openDives = facts.dives.filter(({ number, divedOn }) => divedOn === null && !isOutside(`dive_${number}`));
  const required = prerequisites[level.name] ?? [];
  const held = new Set([...facts.heldLevelIDs, ...facts.outsideLevelIDs]);
  const hasPrerequisite = required.length === 0 || required.some((id) => held.has(id));
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

/** Parts of a course that happen in the water. */
export function isWaterPart(part: string): boolean {
  return part === 'skills' || part === 'flexible' || part.startsWith('dive_');
}

/** The certifying instructor vouches for the student, so an instructor here must have seen the student in the water. */
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

/** What the instructor settles in the dialog keeps nobody from being ready. */
const settledInDialog = new Set<MissingKind>(['photo_confirmation', 'outside']);

export function isReady(found: readonly Missing[]): boolean {
  return found.every(({ kind }) => settledInDialog.has(kind));
}

const neverOverridden = new Set<MissingKind>(['birthdate', 'own_family']);

/** Staff override what is missing, but not an unknown age, nor that they are family. */
export function canOverride(found: readonly Missing[]): boolean {
  return !found.some(({ kind }) => neverOverridden.has(kind));
}

/** The day on which the last requirement was met: no card is dated before it. Null while nothing is. */
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
