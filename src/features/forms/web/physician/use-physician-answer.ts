import { useId, useState } from 'react';
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

export type PhysicianOutcome = 'approved' | 'refused' | 'over';
type Problems = Partial<Record<PhysicianField, string>>;

/** Somebody else was faster, a newer link was made, or the form is gone. */
const expiredCodes = new Set(['forms.link_over', 'forms.removed']);

interface PhysicianAnswerOptions {
  token: string;
  /** The language in which the page is read. */
  locale: PhysicianPage['locale'];
  onOutcome: (outcome: PhysicianOutcome) => void;
}

/** What a physician fills in, kept over a reload, and sent once. */
export function usePhysicianAnswer({ token, locale, onOutcome }: PhysicianAnswerOptions) {
  const formId = useId();
  const [draft, setDraft] = useState(() => readPhysicianDraft(token));
  const [problems, setProblems] = useState<Problems>({});
  const [formProblem, setFormProblem] = useState<string | null>(null);
  const [refusals, setRefusals] = useState(0);
  const [isBusy, setIsBusy] = useState(false);
  const fieldId = (name: PhysicianField) => `${formId}-${name}`;

  function change(changed: Partial<PhysicianDraft>): void {
    const next = { ...draft, ...changed };
    setDraft(next);
    storePhysicianDraft(token, next);
    // What was wrong is looked at again as it is mended.
    const left = validatePhysicianDraft(next);
    const isLeft = (name: PhysicianField) => problems[name] !== undefined && left[name] !== undefined;
    setProblems(Object.fromEntries(physicianFields.filter(isLeft).map((name) => [name, left[name]])));
  }

  function refuse(next: Problems, problem: string | null): void {
    setProblems(next);
    setFormProblem(problem);
    setRefusals((count) => count + 1);
    const first = physicianFields.find((name) => next[name]);
    if (first) requestAnimationFrame(() => document.getElementById(fieldId(first))?.focus());
  }

  async function send(): Promise<void> {
    const found = validatePhysicianDraft(draft);
    const { decision, name, license, clinic, phone, remarks, signature, isAcknowledged } = draft;
    if (isBusy) return;
    if (Object.keys(found).length > 0 || decision === null) return refuse(found, null);
    setIsBusy(true);
    try {
      const body = { locale, decision, name, license, clinic, phone, remarks, isAcknowledged, ...signature };
      await physicianClient('POST Physician/{token}', { params: { token }, body });
      deletePhysicianDraft(token);
      onOutcome(decision);
    } catch (error) {
      setIsBusy(false);
      if (!(error instanceof ApiError)) throw error;
      if (expiredCodes.has(error.code)) return onOutcome('over');
      const failure = toFormErrors(error, (path) => physicianFields.some((field) => field === path));
      refuse(failure.problems, failure.formProblem);
    }
  }

  return { draft, change, send, problems, formProblem, refusals, isBusy, fieldId };
}
