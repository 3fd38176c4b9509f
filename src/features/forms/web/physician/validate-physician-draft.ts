import type { MessageId } from '#platform/shared/message-id.ts';
import { findTextProblems } from '#platform/shared/text-rules.ts';
import { isPhone, isSameName, isSignature } from '#features/forms/shared/rules.ts';
import type { PhysicianDraft } from './physician-draft.ts';

/** Ordered as in the form. */
export const physicianFields = [
  'decision',
  'name',
  'license',
  'clinic',
  'phone',
  'signature',
  'isAcknowledged',
] as const;
export type PhysicianField = (typeof physicianFields)[number];

/** The message ids of the problems, by field. */
export function validatePhysicianDraft(draft: PhysicianDraft): Partial<Record<PhysicianField, MessageId>> {
  const { decision, name, license, clinic, phone, isAcknowledged } = draft;
  const signature = signatureProblem(draft);
  return {
    ...findTextProblems(draft, {}, { name: 'name', license: 'short', clinic: 'short' }),
    ...(decision === null && { decision: 'forms.physician.decision_missing' }),
    ...(name.trim() === '' && { name: 'forms.physician.name_missing' }),
    ...(license.trim() === '' && { license: 'forms.physician.license_missing' }),
    ...(clinic.trim() === '' && { clinic: 'forms.physician.clinic_missing' }),
    ...(!isPhone(phone) && { phone: 'forms.physician.phone_missing' }),
    ...(signature !== null && { signature }),
    ...(!isAcknowledged && { isAcknowledged: 'forms.physician.not_acknowledged' }),
  };
}

function signatureProblem({ signature, name }: PhysicianDraft): MessageId | null {
  if (signature.method === 'drawn') {
    if (signature.strokes.length === 0) return 'forms.physician.signature_missing';
    return isSignature(signature.strokes) ? null : 'error.forms.signature_too_small';
  }
  if (signature.typedName.trim() === '') return 'forms.physician.signature_missing';
  return isSameName(signature.typedName, name) ? null : 'forms.physician.name_differs';
}
