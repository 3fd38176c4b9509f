import type { Answers, FormView } from './contract.ts';
import { physicianReasons } from './rules.ts';

/** A question answered with yes that requires a physician, and the title of its box. */
export interface Concern {
  id: string;
  text: string;
  within: string | null;
}

export function listConcerns(forms: readonly FormView[], answers: Answers): Concern[] {
  const reasons = new Set(physicianReasons(forms, answers));
  return forms.flatMap(({ sections }) =>
    sections.flatMap(({ title, opensWith, questions }) =>
      questions
        .filter(({ id }) => reasons.has(id))
        .map(({ id, text }) => ({ id, text, within: opensWith === null ? null : title })),
    ),
  );
}
