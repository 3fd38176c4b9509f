import { useSyncExternalStore } from 'react';
import { onReconnect } from '#platform/web/client/subscriptions.ts';
import { currentQueryClient } from '#platform/web/client/query-client.ts';
import { records } from '#platform/web/sync/records.ts';
import { scormClient } from '#features/learning/web/client.ts';
import { learningKey } from '#features/learning/web/queries.ts';
import { createScormOutbox, toOperationKey, type ScormState } from './create-scorm-outbox.ts';

const scormOutbox = createScormOutbox(records, post);

async function post({ packageId, ...body }: ScormState): Promise<void> {
  await scormClient('POST v2/courses/{packageId}/runtime', { params: { packageId }, body });
  void currentQueryClient().invalidateQueries({ queryKey: learningKey, refetchType: 'none' });
  if (body.isCompleted || body.isPassed === true)
    void currentQueryClient().invalidateQueries({ queryKey: [...learningKey, 'course', packageId] });
}

let hasStarted = false;

/**
 * Sends states left by an earlier visit before an item is launched again, and from then on whenever the network
 * returns.
 */
export async function flushScormOutbox(): Promise<void> {
  if (!hasStarted) {
    hasStarted = true;
    const send = () => void scormOutbox.flush();
    addEventListener('online', send);
    document.addEventListener('visibilitychange', send);
    onReconnect(send);
  }
  await scormOutbox.flush();
}

export function queueScormState(state: ScormState): void {
  void scormOutbox.add(state, toOperationKey(state));
}

export function useScormOutbox() {
  return useSyncExternalStore(scormOutbox.subscribe, scormOutbox.read, scormOutbox.read);
}
