import { useSyncExternalStore } from 'react';
import { onReconnect } from '#platform/web/client/subscriptions.ts';
import { queryClient } from '#platform/web/client/query-client.ts';
import { currentToken, signOutTasks } from '#platform/web/session/session.ts';
import type { Answer } from '#features/learning/shared/content.ts';
import type { CourseView, LearningStep, ProgressView } from '#features/learning/shared/course-contract.ts';
import { learning } from '#features/learning/web/client.ts';
import { getLearnerId } from '#features/learning/web/learner-paths.ts';
import { learningKey } from '#features/learning/web/queries.ts';
import { createOutbox } from './create-outbox.ts';
import { createOutboxStorage, type OutboxItem } from './outbox-storage.ts';

const outbox = createOutbox({ storage: createOutboxStorage(), post, lock });

async function post(batch: readonly OutboxItem[]): Promise<void> {
  const [first] = batch;
  if (first === undefined) return;
  const query = { affiliateId: first.affiliateId };
  if (first.kind === 'step') {
    const { packageId } = first;
    const steps = batch.flatMap((waiting) => (waiting.kind === 'step' ? [waiting.step] : []));
    const progress = await learning('POST v2/courses/{packageId}/progress', {
      params: { packageId },
      query,
      body: { steps },
    });
    applyProgress(packageId, progress);
  } else {
    const answers = batch.flatMap((waiting) => {
      if (waiting.kind !== 'answer') return [];
      const { question, answer, seq } = waiting;
      return [{ question, answer, seq }];
    });
    await learning('POST v2/attempts/{attemptId}/answers', {
      params: { attemptId: first.attemptId },
      query,
      body: { answers },
    });
  }
}

/** Marks other queries as stale; refetches the course only if a lesson was completed. */
function applyProgress(packageId: string, { done }: ProgressView): void {
  const queryKey = [...learningKey, 'course', packageId];
  const hasNewlyDone = queryClient
    .getQueriesData<CourseView>({ queryKey })
    .some(([, course]) =>
      course?.sections.some(({ lessons }) => lessons.some(({ id, isDone }) => !isDone && done.includes(id))),
    );
  void queryClient.invalidateQueries({ queryKey: learningKey, refetchType: 'none' });
  if (hasNewlyDone) void queryClient.invalidateQueries({ queryKey });
}

/** Prevents two tabs from sending at the same time. Step keys make it harmless in browsers without the Locks API. */
function lock(send: () => Promise<void>): Promise<void> {
  const { locks } = navigator as { locks?: LockManager };
  if (locks === undefined) return send();
  return locks.request(`learning-outbox:${currentToken()?.affiliateId}`, send);
}

let hasStarted = false;

/** Sends items left by an earlier visit, and from then on whenever the network returns. */
export function startOutbox(): void {
  if (hasStarted) return;
  hasStarted = true;
  const send = () => void outbox.flush();
  addEventListener('online', send);
  addEventListener('pagehide', send);
  document.addEventListener('visibilitychange', send);
  onReconnect(send);
  signOutTasks.add(outbox.flush);
  outbox.begin();
}

type NewStep<Step> = Step extends LearningStep ? Omit<Step, 'key' | 'at'> : never;

export function queueStep(packageId: string, step: NewStep<LearningStep>): void {
  const full = { ...step, key: crypto.randomUUID(), at: new Date().toISOString() } as LearningStep;
  outbox.add({ kind: 'step', packageId, step: full, ...getLearnerFields() });
}

function getLearnerFields(): { affiliateId?: number } {
  const affiliateId = getLearnerId();
  return affiliateId === undefined ? {} : { affiliateId };
}

let lastSeq = 0;

export function queueAnswer(attemptId: string, question: string, answer: Answer): void {
  // Based on the clock, so that a later answer from another tab wins.
  lastSeq = Math.max(lastSeq + 1, Date.now());
  outbox.add({ kind: 'answer', attemptId, question, answer, seq: lastSeq, ...getLearnerFields() });
}

/** Sends everything now; returns false while items remain. */
export const flushOutbox = outbox.flush;

/** Queued answers of a lesson, in order. */
export function listQueuedChecks(packageId: string, lesson: string): { question: string; answer: Answer }[] {
  return outbox
    .list()
    .flatMap((waiting) =>
      waiting.kind === 'step' &&
      waiting.packageId === packageId &&
      waiting.affiliateId === getLearnerId() &&
      waiting.step.kind === 'answer' &&
      waiting.step.lesson === lesson
        ? [waiting.step]
        : [],
    );
}

export function listQueuedAnswers(attemptId: string): { question: string; answer: Answer }[] {
  return outbox
    .list()
    .flatMap((waiting) => (waiting.kind === 'answer' && waiting.attemptId === attemptId ? [waiting] : []));
}

export function useOutboxState() {
  return useSyncExternalStore(outbox.subscribe, outbox.read);
}
