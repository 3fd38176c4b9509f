import { roleOf } from '../../../platform/shared/access.ts';
import { isMinor } from './rules.ts';

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
export function relationTo(actor: Actor, subject: Subject, today: string): Relation | null {
  if (actor.affiliateId === subject.affiliateId) return 'self';
  if (isMinor(subject.birthdate, today) && subject.guardianIds.includes(actor.affiliateId)) return 'guardian';
  return roleOf(actor.affiliateTypeId) === 'staff' ? 'staff' : null;
}

/** Staff may see who somebody is and mend a name or an address; how they sign in, their data and their end are not theirs. */
export function canManageAccount(relation: Relation): boolean {
  return relation !== 'staff';
}

/** A minor cannot make themselves older: who is of age, and who may dive what, is not theirs to say. */
export function canChangeBirthdate(
  relation: Relation,
  former: string | null,
  birthdate: string | null,
  today: string,
): boolean {
  if (relation !== 'self' || former === null || !isMinor(former, today)) return true;
  return birthdate !== null && birthdate >= former;
}
