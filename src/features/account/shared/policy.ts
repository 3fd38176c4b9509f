import { isStaff } from '#domain/roles.ts';
import { toIsoDate } from '#platform/shared/dates.ts';
import { isMinor } from '#domain/age.ts';

/** The caller's relation to the person a page is about. */
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

/** Returns null for anyone but the person, staff, and guardians while the person is a minor. */
export function getRelation(actor: Actor, subject: Subject, today: string): Relation | null {
  if (actor.affiliateId === subject.affiliateId) return 'self';
  if (isMinor(subject.birthdate, today) && subject.guardianIds.includes(actor.affiliateId)) return 'guardian';
  return isStaff(actor.affiliateTypeId) ? 'staff' : null;
}

/** Staff may read profiles and correct names and addresses, but not manage credentials, exports or deletions. */
export function canManageAccount(relation: Relation): boolean {
  return relation !== 'staff';
}

/** Passkeys and authenticator apps are added only by their owner, not by a guardian. */
export function canAddCredentials(relation: Relation): boolean {
  return relation === 'self';
}

const firstDayMs = 24 * 60 * 60_000;

export interface BirthdateOnFile {
  relation: Relation;
  /** The birthdate on file. */
  former: string | null;
  createdAt: Date;
  /** When the single correction of the first day was made. */
  correctedAt: Date | null;
}

/**
 * How a profile update may set the birthdate. `open`: none is on file. `first_day`: a mistake at sign-up can be
 * corrected once within 24 hours. `locked`: only staff change it, or approve a document.
 */
export function getBirthdateAccess(file: BirthdateOnFile, now: Date): 'open' | 'first_day' | 'locked' {
  if (file.former === null) return 'open';
  const isFirstDay = now.getTime() - file.createdAt.getTime() < firstDayMs;
  return file.relation !== 'staff' && isFirstDay && file.correctedAt === null ? 'first_day' : 'locked';
}

/** Whether the birthdate can be set without staff. A minor can't become an adult this way. */
export function canSetBirthdate(file: BirthdateOnFile, birthdate: string | null, now: Date): boolean {
  if (birthdate === file.former) return true;
  const access = getBirthdateAccess(file, now);
  if (access === 'open') return true;
  if (access === 'locked' || birthdate === null) return false;
  const today = toIsoDate(now);
  return !isMinor(file.former, today) || isMinor(birthdate, today);
}
