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

/**
 * Who is of age, and who may dive what, hangs on it. A minor cannot make themselves older, nor a guardian the child
 * younger and so a child for longer; an adult's slip must not make them a minor, which they could not undo themselves.
 */
export function canChangeBirthdate(
  relation: Relation,
  former: string | null,
  birthdate: string | null,
  today: string,
): boolean {
  if (relation === 'staff' || former === null) return true;
  if (relation === 'guardian') return birthdate !== null && birthdate <= former;
  return isMinor(former, today) ? birthdate !== null && birthdate >= former : !isMinor(birthdate, today);
}
