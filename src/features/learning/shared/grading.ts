import type { Answer, AnswerKey, Question } from './content.ts';

/** Whether the answer is well-formed for the question; it can still be wrong. */
export function isValidAnswer(question: Question, answer: Answer): boolean {
  if (question.type === 'number') return answer.length === 1 && /^-?\d{1,9}(\.\d{1,6})?$/.test(answer[0] ?? '');
  const ids = (question.type === 'hotspot' ? question.spots : question.options).map(({ id }) => id);
  if (new Set(answer).size !== answer.length || !answer.every((id) => ids.includes(id))) return false;
  if (question.type === 'choices') return true;
  if (question.type === 'order') return answer.length === ids.length;
  return answer.length === (question.type === 'match' ? question.terms.length : 1);
}

export function isRight(question: Question, key: AnswerKey, answer: Answer): boolean {
  if (!isValidAnswer(question, answer)) return false;
  if (question.type === 'number')
    return Math.abs(Number(answer[0]) - Number(key.right[0])) <= (key.tolerance ?? 0) + Number.EPSILON * 1_000;
  const isOrdered = question.type === 'order' || question.type === 'match';
  const actual = isOrdered ? answer : answer.toSorted();
  const expected = isOrdered ? key.right : key.right.toSorted();
  return actual.length === expected.length && actual.every((id, index) => id === expected[index]);
}

/** Whole percent, rounded down: 79.9 does not pass 80. */
export function toPercent(part: number, whole: number): number {
  return whole === 0 ? 0 : Math.floor((part * 100) / whole);
}

/** Shuffles deterministically by seed: a question looks the same on every device and after every reload. */
export function shuffle<Item>(items: readonly Item[], seed: string): Item[] {
  const random = createRandom(seed);
  const result = [...items];
  for (let index = result.length - 1; index > 0; index--) {
    const other = Math.floor(random() * (index + 1));
    [result[index], result[other]] = [result[other] as Item, result[index] as Item];
  }
  return result;
}

/**
 * FNV-1a for the seed and mulberry32 for the numbers: even enough to shuffle answers, and identical on every platform.
 */
function createRandom(seed: string): () => number {
  let state = 0x81_1c_9d_c5;
  for (const letter of seed) state = Math.imul(state ^ (letter.codePointAt(0) ?? 0), 0x01_00_01_93);
  return () => {
    state = (state + 0x6d_2b_79_f5) | 0;
    let mix = Math.imul(state ^ (state >>> 15), 1 | state);
    mix = (mix + Math.imul(mix ^ (mix >>> 7), 61 | mix)) ^ mix;
    return ((mix ^ (mix >>> 14)) >>> 0) / 4_294_967_296;
  };
}
