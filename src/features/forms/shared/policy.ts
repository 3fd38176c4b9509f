import { isStaff } from '#domain/roles.ts';
import { isMinor } from '#domain/age.ts';
import type { Reading } from './contract.ts';

/** What the reader of a signed form is to its diver. */
export type ReaderRelation = Exclude<Reading['relation'], 'physician'>;

interface Viewer {
  affiliateId: number;
  affiliateTypeId: number;
}

interface RecordParties {
  affiliateId: number;
  /** The diver's birthdate. */
  birthdate: string | null;
  isGuardian: boolean;
  /** The viewer is the store or the professional that the form names. */
  isStore: boolean;
  isProfessional: boolean;
}

/** Null for anyone but the diver, a minor's guardian, those named on the form, and staff. */
export function getReaderRelation(viewer: Viewer, record: RecordParties, today: string): ReaderRelation | null {
  if (record.affiliateId === viewer.affiliateId) return 'self';
  if (record.isGuardian && isMinor(record.birthdate, today)) return 'guardian';
  if (record.isStore) return 'store';
  if (record.isProfessional) return 'professional';
  return isStaff(viewer.affiliateTypeId) ? 'staff' : null;
}

/** The diver and their guardians correct the form, ask a physician and see who read it. All others review it. */
export function canActForDiver(relation: ReaderRelation | undefined): boolean {
  return relation === 'self' || relation === 'guardian';
}

/** Staff may decide on pages that no one else can, but may not read the answers. */
export function canReadAnswers(relation: ReaderRelation): boolean {
  return relation !== 'staff';
}

interface Draft {
  affiliateId: number;
  birthdate: string | null;
  guardianIds: readonly number[];
}

/** The diver, or a guardian while the diver is a minor. Unsigned forms are private, from staff as well. */
export function canActOnDraft(viewer: Pick<Viewer, 'affiliateId'>, draft: Draft, today: string): boolean {
  if (draft.affiliateId === viewer.affiliateId) return true;
  return isMinor(draft.birthdate, today) && draft.guardianIds.includes(viewer.affiliateId);
}
