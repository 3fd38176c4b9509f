import { useId, useState } from 'react';
import type { MessageId } from '#platform/shared/message-id.ts';
import { ApiError } from '#platform/web/client/client.ts';
import { toFormErrors } from '#platform/web/client/api-errors.ts';
import type { PhysicianPage } from '#features/forms/shared/physician-contract.ts';
import { physicianClient } from '#features/forms/web/client.ts';
import { validatePhysicianDraft, physicianFields, type PhysicianField } from './validate-physician-draft.ts';
import {
  deletePhysicianDraft,
  storePhysicianDraft,
  type PhysicianDraft,
  readPhysicianDraft,
} from './physician-draft.ts';

export type PhysicianOutcome = 'approved' | 'refused' | 'expired';
type Problems = Partial<Record<PhysicianField, MessageId>>;

/** The link was used or replaced, or the form was removed. */
const expiredCodes = new Set(['forms.link_over', 'forms.removed']);

interface PhysicianAnswerOptions {
  token: string;
  /** The language of the page. */
  locale: PhysicianPage['locale'];
  onOutcome: (outcome: PhysicianOutcome) => void;
}

/** The physician's input, stored for a reload and sent once. */
export function usePhysicianAnswer({ token, locale, onOutcome }: PhysicianAnswerOptions) {
  const formId = useId();
  const [draft, setDraft] = useState(() => readPhysicianDraft(token));
  const [problems, setProblems] = useState<Problems>({});
  const [formProblem, setFormProblem] = useState<MessageId | null>(null);
  const [errorCount, setErrorCount] = useState(0);
  const [isBusy, setIsBusy] = useState(false);
  const fieldId = (name: PhysicianField) => `${formId}-${name}`;

  function change(changed: Partial<PhysicianDraft>): void {
    const next = { ...draft, ...changed };
    setDraft(next);
    storePhysicianDraft(token, next);
    // Problems disappear as soon as they are fixed.
    const remaining = validatePhysicianDraft(next);
    const isUnfixed = (name: PhysicianField) => problems[name] !== undefined && remaining[name] !== undefined;
    setProblems(Object.fromEntries(physicianFields.filter(isUnfixed).map((name) => [name, remaining[name]])));
  }

  function showProblems(next: Problems, problem: MessageId | null): void {
    setProblems(next);
    setFormProblem(problem);
    setErrorCount((count) => count + 1);
    const first = physicianFields.find((name) => next[name]);
    if (first) requestAnimationFrame(() => document.getElementById(fieldId(first))?.focus());
  }

  async function send(): Promise<void> {
    const found = validatePhysicianDraft(draft);
    const { decision, name, license, clinic, phone, remarks, signature, isAcknowledged } = draft;
    if (isBusy) return;
    if (Object.keys(found).length > 0 || decision === null) return showProblems(found, null);
    setIsBusy(true);
    try {
      const body = { locale, decision, name, license, clinic, phone, remarks, isAcknowledged, ...signature };
      await physicianClient('POST Physician/{token}', { params: { token }, body });
      deletePhysicianDraft(token);
      onOutcome(decision);
    } catch (error) {
      setIsBusy(false);
      if (!(error instanceof ApiError)) throw error;
      if (expiredCodes.has(error.code)) return onOutcome('expired');
      const failure = toFormErrors(error, (path) => physicianFields.some((field) => field === path));
      showProblems(failure.problems, failure.formProblem);
    }
  }

  return { draft, change, send, problems, formProblem, errorCount, isBusy, fieldId };
}
