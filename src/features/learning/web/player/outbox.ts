import { useSyncExternalStore } from 'react';
import { onReconnect } from '../../../../platform/web/live.ts';
import { queries } from '../../../../platform/web/query.ts';
import { currentToken, farewells } from '../../../../platform/web/session.ts';
import type { Answer } from '../../shared/content.ts';
import type { CourseView, LearningStep, ProgressView } from '../../shared/course-contract.ts';
import { learning } from '../client.ts';
import { learnerId } from '../learner.ts';
import { learningKey } from '../queries.ts';
import { createOutbox } from './create-outbox.ts';
import { createBox, type Waiting } from './outbox-box.ts';

const outbox = createOutbox({ box: createBox(), post, lock });

async function post(batch: readonly Waiting[]): Promise<void> {
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
    takeProgress(packageId, progress);
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

/** What the other screens show is asked for again when they are next seen. */
function takeProgress(packageId: string, { done }: ProgressView): void {
  const queryKey = [...learningKey, 'course', packageId];
  const isNews = queries
    .getQueriesData<CourseView>({ queryKey })
    .some(([, course]) =>
      course?.sections.some(({ lessons }) => lessons.some(({ id, isDone }) => !isDone && done.includes(id))),
    );
  void queries.invalidateQueries({ queryKey: learningKey, refetchType: 'none' });
  if (isNews) void queries.invalidateQueries({ queryKey });
}

/** Two tabs never send at once; keys make it harmless where a browser knows no locks. */
function lock(send: () => Promise<void>): Promise<void> {
  const { locks } = navigator as { locks?: LockManager };
  if (locks === undefined) return send();
  return locks.request(`learning-outbox:${currentToken()?.affiliateId}`, send);
}

let hasBegun = false;

/** Sends what an earlier visit left, and from then on whenever the network is back. */
export function beginOutbox(): void {
  if (hasBegun) return;
  hasBegun = true;
  const send = () => void outbox.flush();
  addEventListener('online', send);
  addEventListener('pagehide', send);
  document.addEventListener('visibilitychange', send);
  onReconnect(send);
  farewells.add(outbox.flush);
  outbox.begin();
}

type StepOf<Step> = Step extends LearningStep ? Omit<Step, 'key' | 'at'> : never;

export function keepStep(packageId: string, step: StepOf<LearningStep>): void {
  const full = { ...step, key: crypto.randomUUID(), at: new Date().toISOString() } as LearningStep;
  outbox.add({ kind: 'step', packageId, step: full, ...ofLearner() });
}

function ofLearner(): { affiliateId?: number } {
  const affiliateId = learnerId();
  return affiliateId === undefined ? {} : { affiliateId };
}

let lastSeq = 0;

export function keepAnswer(attemptId: string, question: string, answer: Answer): void {
  // By the clock, so that another tab's next answer counts more than this one's.
  lastSeq = Math.max(lastSeq + 1, Date.now());
  outbox.add({ kind: 'answer', attemptId, question, answer, seq: lastSeq, ...ofLearner() });
}

/** Sends all of it now; false while something still waits. */
export const sendWaiting = outbox.flush;

/** What was answered in a lesson and has not arrived yet, in order. */
export function waitingChecks(packageId: string, lesson: string): { question: string; answer: Answer }[] {
  return outbox
    .list()
    .flatMap((waiting) =>
      waiting.kind === 'step' &&
      waiting.packageId === packageId &&
      waiting.affiliateId === learnerId() &&
      waiting.step.kind === 'answer' &&
      waiting.step.lesson === lesson
        ? [waiting.step]
        : [],
    );
}

export function waitingAnswers(attemptId: string): { question: string; answer: Answer }[] {
  return outbox
    .list()
    .flatMap((waiting) => (waiting.kind === 'answer' && waiting.attemptId === attemptId ? [waiting] : []));
}

export function useOutbox() {
  return useSyncExternalStore(outbox.subscribe, outbox.read);
}
