import { useSyncExternalStore } from 'react';
import { onReconnect } from '#platform/web/client/subscriptions.ts';
import { currentQueryClient } from '#platform/web/client/query-client.ts';
import { signOutTasks } from '#platform/web/session/session.ts';
import { records } from '#platform/web/sync/records.ts';
import type { Answer } from '#features/learning/shared/content.ts';
import type { CourseView, LearningStep, ProgressView } from '#features/learning/shared/course-contract.ts';
import { learningClient } from '#features/learning/web/client.ts';
import { getLearnerId } from '#features/learning/web/learner-paths.ts';
import { learningKey } from '#features/learning/web/queries.ts';
import { createLearningOutbox, type LearningAction } from './create-learning-outbox.ts';

const outbox = createLearningOutbox(records, post);

async function post(batch: readonly LearningAction[]): Promise<void> {
  const [first] = batch;
  if (first === undefined) return;
  const query = { affiliateId: first.affiliateId };
  if (first.kind === 'step') {
    const { packageId } = first;
    const steps = batch.flatMap((action) => (action.kind === 'step' ? [action.step] : []));
    const progress = await learningClient('POST v2/courses/{packageId}/progress', {
      params: { packageId },
      query,
      body: { steps },
    });
    applyProgress(packageId, progress);
  } else {
    const answers = batch.flatMap((action) => {
      if (action.kind !== 'answer') return [];
      const { question, answer, seq } = action;
      return [{ question, answer, seq }];
    });
    await learningClient('POST v2/attempts/{attemptId}/answers', {
      params: { attemptId: first.attemptId },
      query,
      body: { answers },
    });
  }
}

/** Marks other queries as stale; refetches the course only if a lesson was completed. */
function applyProgress(packageId: string, { done }: ProgressView): void {
  const queryKey = [...learningKey, 'course', packageId];
  const hasNewlyDone = currentQueryClient()
    .getQueriesData<CourseView>({ queryKey })
    .some(([, course]) =>
      course?.sections.some(({ lessons }) => lessons.some(({ id, isDone }) => !isDone && done.includes(id))),
    );
  void currentQueryClient().invalidateQueries({ queryKey: learningKey, refetchType: 'none' });
  if (hasNewlyDone) void currentQueryClient().invalidateQueries({ queryKey });
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
  void outbox.start();
}

type NewStep<Step> = Step extends LearningStep ? Omit<Step, 'key' | 'at'> : never;

export function queueStep(packageId: string, step: NewStep<LearningStep>): void {
  const full = { ...step, key: crypto.randomUUID(), at: new Date().toISOString() } as LearningStep;
  void outbox.add({ kind: 'step', packageId, step: full, ...getLearnerFields() });
}

function getLearnerFields(): { affiliateId?: number } {
  const affiliateId = getLearnerId();
  return affiliateId === undefined ? {} : { affiliateId };
}

let lastSeq = 0;

export function queueAnswer(attemptId: string, question: string, answer: Answer): void {
  // Based on the clock, so a later answer from another tab wins.
  lastSeq = Math.max(lastSeq + 1, Date.now());
  void outbox.add({ kind: 'answer', attemptId, question, answer, seq: lastSeq, ...getLearnerFields() });
}

/** Sends everything now; returns false while items remain. */
export const flushOutbox = outbox.flush;

/** Queued answers of a lesson, in order. */
export function listQueuedChecks(packageId: string, lesson: string): { question: string; answer: Answer }[] {
  return outbox
    .list()
    .flatMap(({ body }) =>
      body.kind === 'step' &&
      body.packageId === packageId &&
      body.affiliateId === getLearnerId() &&
      body.step.kind === 'answer' &&
      body.step.lesson === lesson
        ? [body.step]
        : [],
    );
}

export function listQueuedAnswers(attemptId: string): { question: string; answer: Answer }[] {
  return outbox.list().flatMap(({ body }) => (body.kind === 'answer' && body.attemptId === attemptId ? [body] : []));
}

export function useOutboxState() {
  return useSyncExternalStore(outbox.subscribe, outbox.read, outbox.read);
}
