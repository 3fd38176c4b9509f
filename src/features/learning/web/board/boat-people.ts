import { intlTag } from '#platform/shared/locale.ts';
import { currentLocale } from '#platform/web/i18n/i18n.tsx';
import type { Guest } from '#features/dsd/shared/contract.ts';
import type { BoardDiver } from '#features/learning/shared/board-contract.ts';

/** The printed list shows only a category, because it must not reveal health details. */
export type BlockReason = 'forms' | 'medical';

export interface BoatPerson {
  /** Affiliate id, which is unique across students and guests. */
  key: string;
  name: string;
  age: number | null;
  kind: 'student' | 'guest';
  levelIDs: readonly number[];
  medicalUntil: string | null;
  /** Null if the person may dive. */
  blockedBy: BlockReason | null;
}

/**
 * Lists each person once, even with two courses, and leaves out guests who have already dived. Medicals must be valid
 * on the day of the trip.
 */
export function listBoatPeople(students: readonly BoardDiver[], guests: readonly Guest[], day: string): BoatPerson[] {
  const byPerson = new Map<string, BoatPerson>();
  const order = new Intl.Collator(intlTag(currentLocale()));
  for (const student of students) {
    const person = studentToBoatPerson(student, day);
    if (!byPerson.has(person.key)) byPerson.set(person.key, person);
  }
  for (const guest of guests) {
    const person = guestToBoatPerson(guest);
    if (guest.status !== 'processed' && !byPerson.has(person.key)) byPerson.set(person.key, person);
  }
  return [...byPerson.values()].toSorted((a, b) => order.compare(a.name, b.name));
}

function studentToBoatPerson(student: BoardDiver, day: string): BoatPerson {
  const { affiliateId, name, age, levelIDs, medicalUntil, blockers } = student;
  const isPaper = blockers.includes('forms') || blockers.includes('guardian');
  const isMedicalOk = medicalUntil !== null && medicalUntil >= day;
  return {
    key: String(affiliateId),
    name,
    age,
    kind: 'student',
    levelIDs,
    medicalUntil,
    blockedBy: isPaper ? 'forms' : blockers.length > 0 || !isMedicalOk ? 'medical' : null,
  };
}

/** Guests complete forms and medical together, so a completed status covers both. */
function guestToBoatPerson({ affiliateId, name, age, status }: Guest): BoatPerson {
  const mayDive = status === 'completed';
  const hasForms = mayDive || status === 'forms-submitted';
  return {
    key: String(affiliateId),
    name,
    age,
    kind: 'guest',
    levelIDs: [],
    medicalUntil: null,
    blockedBy: mayDive ? null : hasForms ? 'medical' : 'forms',
  };
}
