import { useEffect, useState } from 'react';
import { signOutTasks } from '#platform/web/session/session.ts';
import type { Changes } from './draft-options.ts';
import { outboxPrefix } from './draft-cleanup.ts';
import { createDraftStorage, type DraftStorage } from './draft-storage.ts';
import { records } from './records.ts';

interface Draft<Known> {
  start(): void;
  end(): Promise<void>;
  flush(): Promise<boolean>;
  merge(next: Known): void;
}

/** Saves a draft while the component is mounted and merges newer states of the account into it. */
export function useDraft<Known, Instance extends Draft<Known>>(known: Known, create: () => Instance): Instance {
  const [draft] = useState(create);
  useEffect(() => {
    draft.start();
    signOutTasks.add(draft.flush);
    return () => {
      signOutTasks.delete(draft.flush);
      void draft.end();
    };
  }, [draft]);
  useEffect(() => draft.merge(known), [draft, known]);
  return draft;
}

/** Storage for unsent changes; it is deleted when another user signs in on this device. */
export const createChangeStorage = <Value>(name: string): DraftStorage<Changes<Value>> =>
  createDraftStorage<Changes<Value>>(records, `${outboxPrefix}${name}`);
