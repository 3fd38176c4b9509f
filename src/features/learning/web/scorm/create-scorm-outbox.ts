import { createOutbox, isPermanentError } from '#platform/web/sync/outbox.ts';
import type { RecordStore } from '#platform/web/sync/record-store.ts';
import type { ScormResult } from '#features/learning/shared/scorm-result.ts';

/** Current state of an item. Only the newest state of each item matters. */
export interface ScormState extends ScormResult {
  packageId: string;
  item: string;
  seq: number;
}

/** Sends the newest state of each item. The server ignores a state with an older `seq`, so no lock is needed. */
export function createScormOutbox(store: RecordStore, post: (state: ScormState) => Promise<void>) {
  return createOutbox<ScormState>({
    store,
    prefix: 'scorm:',
    send: ([{ body }]) => post(body),
    resolveError: (error) => ({ kind: isPermanentError(error) ? 'drop' : 'later' }),
  });
}

export const toOperationKey = ({ packageId, item }: Pick<ScormState, 'packageId' | 'item'>) => `${packageId}:${item}`;
