import type { ApiError } from '#platform/web/client/client.ts';
import { createOutbox, isPermanentError, type Batch, type Operation } from '#platform/web/sync/outbox.ts';
import type { RecordStore } from '#platform/web/sync/record-store.ts';
import { currentToken } from '#platform/web/session/session.ts';
import type { Answer } from '#features/learning/shared/content.ts';
import type { LearningStep } from '#features/learning/shared/course-contract.ts';

/** Long enough to batch related actions, and well below the two seconds within which they must be saved. */
const debounceMs = 500;
const batchSize = 100;

/**
 * An action that the server may not have yet. `affiliateId` is set for a child whose guardian learns on their own
 * phone.
 */
export type LearningAction =
  | { kind: 'step'; packageId: string; step: LearningStep; affiliateId?: number }
  | { kind: 'answer'; attemptId: string; question: string; answer: Answer; seq: number; affiliateId?: number };

/** Actions with the same destination are sent together; those that the server permanently rejects are dropped. */
export function createLearningOutbox(store: RecordStore, post: (batch: readonly LearningAction[]) => Promise<void>) {
  return createOutbox<LearningAction>({
    store,
    prefix: 'learn:',
    debounceMs,
    // Step keys make repeated requests harmless in browsers without the Locks API.
    lockName: () => `learning-outbox:${currentToken()?.affiliateId}`,
    toBatch: ([first, ...rest]) => {
      const isSame = ({ body }: Operation<LearningAction>) => getDestination(body) === getDestination(first.body);
      return [first, ...rest.filter(isSame).slice(0, batchSize - 1)];
    },
    send: (batch) => post(batch.map(({ body }) => body)),
    resolveError: (error, batch) =>
      isPermanentError(error) ? { kind: 'drop', keys: findRejectedKeys(error, batch) } : { kind: 'later' },
  });
}

const getDestination = (action: LearningAction) =>
  `${action.kind === 'step' ? action.packageId : action.attemptId} ${action.affiliateId ?? ''}`;

function findRejectedKeys(error: unknown, batch: Batch<LearningAction>): string[] {
  const { entries } = error as Pick<ApiError, 'entries'>;
  const isRejected = (_operation: Operation<LearningAction>, index: number) =>
    entries.some(({ path }) => parseEntryIndex(path) === index);
  return batch.filter(isRejected).map(({ key }) => key);
}

function parseEntryIndex(path: string | undefined): number | null {
  const match = /^(?:steps|answers)\.(\d+)\b/.exec(path ?? '');
  return match === null ? null : Number(match[1]);
}
