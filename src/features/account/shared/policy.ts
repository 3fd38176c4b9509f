import { getRole } from '#platform/shared/access.ts';
import { toIsoDate, isMinor } from './rules.ts';

/** What somebody is to the person whose page it is. */
export type Relation = 'self' | 'guardian' | 'staff';

interface Actor {
  affiliateId: number;
  affiliateTypeId: number;
}

interface Subject {
  affiliateId: number;
  birthdate: string | null;
  guardianIds: readonly number[];
}

/** Oneself, the guardian of a minor as long as the child is one, or staff; null is nobody's business. */
export function getRelation(actor: Actor, subject: Subject, today: string): Relation | null {
  if (actor.affiliateId === subject.affiliateId) return 'self';
  if (isMinor(subject.birthdate, today) && subject.guardianIds.includes(actor.affiliateId)) return 'guardian';
  return getRole(actor.affiliateTypeId) === 'staff' ? 'staff' : null;
}

/** Staff may see who somebody is and correct a name or an address; how they sign in, their data and their end are not theirs. */
export function canManageAccount(relation: Relation): boolean {
  return relation !== 'staff';
}

const firstDayMs = 24 * 60 * 60_000;

export interface BirthdateOnFile {
  relation: Relation;
  /** What is on file. */
  former: string | null;
  createdAt: Date;
  /** When the one correction of the first day was made. */
  correctedAt: Date | null;
}

/**
 * How the profile's own update may set a birthdate. `open`: none is on file. `first_day`: a mistake made at sign-up can
 * be corrected once within 24 hours. `locked`: it changes only through staff, or with a document that staff approve.
 */
export function getBirthdateAccess(file: BirthdateOnFile, now: Date): 'open' | 'first_day' | 'locked' {
  if (file.former === null) return 'open';
  const isFirstDay = now.getTime() - file.createdAt.getTime() < firstDayMs;
  return file.relation !== 'staff' && isFirstDay && file.correctedAt === null ? 'first_day' : 'locked';
}

/** Whether that birthdate can be set without staff. A minor never becomes an adult so. */
export function canSetBirthdate(file: BirthdateOnFile, birthdate: string | null, now: Date): boolean {
  if (birthdate === file.former) return true;
  const access = getBirthdateAccess(file, now);
  if (access === 'open') return true;
  if (access === 'locked' || birthdate === null) return false;
  const today = toIsoDate(now);
  return !isMinor(file.former, today) || isMinor(birthdate, today);
}
