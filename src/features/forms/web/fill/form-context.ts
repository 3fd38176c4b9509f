import { createContext, useContext, useSyncExternalStore } from 'react';
import type { Draft, FormView } from '#features/forms/shared/contract.ts';
import type { AnswersState, AnswersAutosave } from './answers-autosave.ts';
import type { Signing } from '#features/forms/web/signing/use-signing.ts';

interface OpenForms {
  draft: Draft;
  autosave: AnswersAutosave;
  signing: Signing;
  /** A signer has signed, or the reader may not answer. */
  isLocked: boolean;
}

export const OpenFormsContext = createContext<OpenForms | null>(null);

export function useOpenForms(): OpenForms {
  const forms = useContext(OpenFormsContext);
  if (forms === null) throw new Error('useOpenForms must be used within OpenFormsContext');
  return forms;
}

export function useAnswersState(autosave: AnswersAutosave): AnswersState {
  return useSyncExternalStore(autosave.subscribe, autosave.get);
}

export const questionId = (id: string) => `question-${id}`;
export const acknowledgementId = (formId: string) => `read-${formId}`;
export const formId = (id: string) => `form-${id}`;
export const signatureId = 'signature';

/** Selects "you" or the diver's name in messages. */
export const getOwnerValues = ({ isOwn, diverName }: Pick<Draft, 'isOwn' | 'diverName'>) => ({
  whose: isOwn ? 'you' : 'other',
  name: diverName,
});

/** A questionnaire; other forms are texts to read. */
export const hasQuestions = ({ sections }: FormView) => sections.some(({ questions }) => questions.length > 0);
