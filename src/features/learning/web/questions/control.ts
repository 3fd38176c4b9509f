import type { Answer, Question } from '#features/learning/shared/content.ts';
import type { Tries } from '#features/learning/web/player/local-progress.ts';

/** An answer that may be incomplete. */
export type Draft = readonly string[];

export interface ControlProps {
  question: Question;
  /** Id of the question's heading. */
  labelledBy: string;
  draft: Draft;
  onDraft: (draft: Draft) => void;
  /** Tries of a lesson question, which can be repeated; null in a test. */
  tries: Tries | null;
  /** Options of a `choices` question that were tried and are wrong. */
  wrongOptions: readonly string[];
  /** Submits immediately, for example when a pin or option is pressed or by Enter. */
  onAnswer: (answer: Answer) => void;
}

/** These questions are submitted by one press, without a confirmation in lessons. */
export const isAnsweredByPress = ({ type }: Question) => type === 'choice' || type === 'hotspot';

export function createDraft(question: Question, answer: Answer | null): Draft {
  if (answer !== null) return answer;
  if (question.type === 'order') return question.options.map(({ id }) => id);
  return question.type === 'match' ? question.terms.map(() => '') : [];
}
