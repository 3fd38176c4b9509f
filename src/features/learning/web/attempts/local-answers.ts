import { useSyncExternalStore } from 'react';
import type { Answer } from '#features/learning/shared/content.ts';
import type { AttemptView } from '#features/learning/shared/course-contract.ts';
import { queueAnswer, listQueuedAnswers } from '#features/learning/web/player/learning-outbox.ts';

/** Answers given since the page was opened, by attempt. They may not have reached the server yet. */
const answersByAttempt = new Map<string, ReadonlyMap<string, Answer>>();
const listeners = new Set<() => void>();
const noAnswers: ReadonlyMap<string, Answer> = new Map();

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Merges the server's answers, queued answers and local answers; later ones win. */
function getAnswers(attempt: AttemptView): ReadonlyMap<string, Answer> {
  return new Map([
    ...attempt.answers.map(({ question, answer }) => [question, answer] as const),
    ...listQueuedAnswers(attempt.id).map(({ question, answer }) => [question, answer] as const),
    ...(answersByAttempt.get(attempt.id) ?? noAnswers),
  ]);
}

export function useAnswers(attempt: AttemptView): ReadonlyMap<string, Answer> {
  const readLocal = () => answersByAttempt.get(attempt.id) ?? noAnswers;
  useSyncExternalStore(subscribe, readLocal, readLocal);
  return getAnswers(attempt);
}

export function answerQuestion(attemptId: string, question: string, answer: Answer): void {
  answersByAttempt.set(attemptId, new Map([...(answersByAttempt.get(attemptId) ?? noAnswers), [question, answer]]));
  queueAnswer(attemptId, question, answer);
  for (const listener of listeners) listener();
}
