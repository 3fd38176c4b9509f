import type { Answers, Draft } from '#features/forms/shared/contract.ts';
import { missingQuestions } from '#features/forms/shared/rules.ts';
import { readAcknowledged } from '#features/forms/web/signing/acknowledgements.ts';
import { hasQuestions } from './form-context.ts';

/**
 * The step on which something is missing: a form, or the signature after them. A guardian who has not checked anything
 * yet starts with the first form, because they have to read the child's answers.
 */
export function findFirstStep(
  draft: Draft,
  answers: Answers,
  acknowledged: ReadonlySet<string> = readAcknowledged(draft),
): number {
  const { forms, signers, isOwn } = draft;
  if (signers.some(({ isYou, signedDate }) => isYou && signedDate !== null)) return forms.length;
  if (!isOwn && acknowledged.size === 0) return 0;
  const open = forms.findIndex((form) =>
    hasQuestions(form) ? missingQuestions([form], answers).length > 0 : !acknowledged.has(form.id),
  );
  return open === -1 ? forms.length : open;
}
