import { useSyncExternalStore } from 'react';
import type { Answer } from '../../shared/content.ts';
import type { AttemptView } from '../../shared/course-contract.ts';
import { keepAnswer, waitingAnswers } from './outbox.ts';

/** What was answered in each attempt since this page was opened. The account may have it later. */
const answered = new Map<string, ReadonlyMap<string, Answer>>();
const listeners = new Set<() => void>();
const none: ReadonlyMap<string, Answer> = new Map();

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** As the account has it, then what waits, then what was done since. */
function answersOf(attempt: AttemptView): ReadonlyMap<string, Answer> {
  return new Map([
    ...attempt.answers.map(({ question, answer }) => [question, answer] as const),
    ...waitingAnswers(attempt.id).map(({ question, answer }) => [question, answer] as const),
    ...(answered.get(attempt.id) ?? none),
  ]);
}

export function useAnswers(attempt: AttemptView): ReadonlyMap<string, Answer> {
  useSyncExternalStore(subscribe, () => answered.get(attempt.id) ?? none);
  return answersOf(attempt);
}

export function answerQuestion(attemptId: string, question: string, answer: Answer): void {
  answered.set(attemptId, new Map([...(answered.get(attemptId) ?? none), [question, answer]]));
  keepAnswer(attemptId, question, answer);
  for (const listener of listeners) listener();
}
