import type { Answer, Question } from '#features/learning/shared/content.ts';
import type { Tries } from '#features/learning/web/player/local-progress.ts';

/** What stands in a question so far: an answer, or the beginning of one. */
export type Draft = readonly string[];

export interface ControlProps {
  question: Question;
  /** The id of the question's heading. */
  labelledBy: string;
  draft: Draft;
  onDraft: (draft: Draft) => void;
  /** Of a lesson's question, which can be tried again and again; null in a test. */
  tries: Tries | null;
  /** Of several choices, those that were tried and belong to none of the right ones. */
  refused: readonly string[];
  /** Answers at once, as a press on a pin or on one of several answers does; or by Enter. */
  onAnswer: (answer: Answer) => void;
}

/** These are answered by one press. In a lesson there is nothing to confirm. */
export const isAnsweredByPress = ({ type }: Question) => type === 'choice' || type === 'hotspot';

/** As it stands before anybody has touched it. */
export function createDraft(question: Question, answer: Answer | null): Draft {
  if (answer !== null) return answer;
  if (question.type === 'order') return question.options.map(({ id }) => id);
  return question.type === 'match' ? question.terms.map(() => '') : [];
}
