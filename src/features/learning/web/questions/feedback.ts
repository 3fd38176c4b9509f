import type { MessageId } from '#platform/shared/message-id.ts';
import type { Answer, AnswerKey, Question, RichText } from '#features/learning/shared/content.ts';

/** Feedback on a wrong answer: an explanation from the course, or a hint how close it was. */
export interface Feedback {
  why: readonly RichText[];
  hint: { id: MessageId; values: Record<string, number> } | null;
}

export function getFeedback(question: Question, key: AnswerKey, answer: Answer): Feedback {
  const isOrdered = question.type === 'order' || question.type === 'match';
  const wrong = isOrdered ? [] : answer.filter((id) => !key.right.includes(id));
  const why = wrong.flatMap((id) => key.why.filter((entry) => entry.id === id).map(({ text }) => text));
  return { why, hint: getHint(question, key, answer) };
}

function getHint({ type }: Question, key: AnswerKey, answer: Answer): Feedback['hint'] {
  if (type === 'number') {
    const isHigh = Number(answer[0]) > Number(key.right[0]);
    return { id: isHigh ? 'learning.player.hint.high' : 'learning.player.hint.low', values: {} };
  }
  if (type === 'order' || type === 'match') {
    const count = answer.filter((id, index) => id === key.right[index]).length;
    return { id: `learning.player.hint.${type}`, values: { count, total: key.right.length } };
  }
  if (type !== 'choices') return null;
  const missing = key.right.filter((id) => !answer.includes(id)).length;
  const extra = answer.filter((id) => !key.right.includes(id)).length;
  return { id: 'learning.player.hint.choices', values: { missing, extra } };
}
