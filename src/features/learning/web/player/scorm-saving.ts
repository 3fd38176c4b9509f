import { useSyncExternalStore } from 'react';
import { dropDraft, keepDraft, listDrafts, readDraft } from '../../../../platform/web/draft.ts';
import { onReconnect } from '../../../../platform/web/live.ts';
import { queries } from '../../../../platform/web/query.ts';
import { scorm } from '../client.ts';
import { learningKey } from '../queries.ts';
import { createKeeper, nameOf, type ScormBox, type ScormState } from './scorm-keeper.ts';

/** As drafts: they are the person's, and end with the session. */
const box: ScormBox = {
  keep: (state) => keepDraft(nameOf(state), { values: { state: JSON.stringify(state) }, version: 0 }),
  list: () => listDrafts('scorm:').flatMap((name) => readState(name) ?? []),
  drop: (state) => {
    if (readState(nameOf(state))?.seq === state.seq) dropDraft(nameOf(state));
  },
};

function readState(name: string): ScormState | null {
  try {
    return JSON.parse(readDraft(name)?.values['state'] ?? 'null') as ScormState | null;
  } catch {
    return null;
  }
}

const keeper = createKeeper({ box, post });

async function post({ packageId, ...body }: ScormState): Promise<void> {
  await scorm('POST v2/courses/{packageId}/runtime', { params: { packageId }, body });
  void queries.invalidateQueries({ queryKey: learningKey, refetchType: 'none' });
  if (body.isCompleted || body.isPassed === true)
    void queries.invalidateQueries({ queryKey: [...learningKey, 'course', packageId] });
}

let hasBegun = false;

/** Sends what an earlier visit left, before anything is opened again, and from then on whenever the network is back. */
export async function sendKept(): Promise<void> {
  if (!hasBegun) {
    hasBegun = true;
    const send = () => void keeper.send();
    addEventListener('online', send);
    document.addEventListener('visibilitychange', send);
    onReconnect(send);
  }
  await keeper.send();
}

export const keepScorm = keeper.keep;

export function useScormSaving() {
  return useSyncExternalStore(keeper.subscribe, keeper.read);
}
