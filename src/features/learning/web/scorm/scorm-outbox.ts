import { useSyncExternalStore } from 'react';
import { deleteDraft, saveDraft, listDrafts, readDraft } from '#platform/web/sync/drafts.ts';
import { onReconnect } from '#platform/web/client/subscriptions.ts';
import { queryClient } from '#platform/web/client/query-client.ts';
import { scorm } from '#features/learning/web/client.ts';
import { learningKey } from '#features/learning/web/queries.ts';
import { createScormOutbox, toDraftName, type ScormStorage, type ScormState } from './create-scorm-outbox.ts';

/** Stored as drafts, which belong to the person and are deleted with the session. */
const storage: ScormStorage = {
  save: (state) => saveDraft(toDraftName(state), { values: { state: JSON.stringify(state) }, version: 0 }),
  list: () => listDrafts('scorm:').flatMap((name) => readState(name) ?? []),
  remove: (state) => {
    if (readState(toDraftName(state))?.seq === state.seq) deleteDraft(toDraftName(state));
  },
};

function readState(name: string): ScormState | null {
  try {
    return JSON.parse(readDraft(name)?.values['state'] ?? 'null') as ScormState | null;
  } catch {
    return null;
  }
}

const scormOutbox = createScormOutbox({ storage, post });

async function post({ packageId, ...body }: ScormState): Promise<void> {
  await scorm('POST v2/courses/{packageId}/runtime', { params: { packageId }, body });
  void queryClient.invalidateQueries({ queryKey: learningKey, refetchType: 'none' });
  if (body.isCompleted || body.isPassed === true)
    void queryClient.invalidateQueries({ queryKey: [...learningKey, 'course', packageId] });
}

let hasStarted = false;

/**
 * Sends states left by an earlier visit before an item is launched again, and from then on whenever the network
 * returns.
 */
export async function flushScormOutbox(): Promise<void> {
  if (!hasStarted) {
    hasStarted = true;
    const send = () => void scormOutbox.send();
    addEventListener('online', send);
    document.addEventListener('visibilitychange', send);
    onReconnect(send);
  }
  await scormOutbox.send();
}

export const queueScormState = scormOutbox.add;

export function useScormOutbox() {
  return useSyncExternalStore(scormOutbox.subscribe, scormOutbox.read);
}
