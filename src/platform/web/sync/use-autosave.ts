import { useEffect, useState } from 'react';
import type { ChangeStorage, Changes } from './autosave.ts';
import { deleteDraft, saveDraft, readDraft } from './drafts.ts';
import { outboxPrefix } from './draft-cleanup.ts';
import { signOutTasks } from '#platform/web/session/session.ts';

interface Autosave<Known> {
  start(): void;
  end(): void;
  flush(): Promise<boolean>;
  meet(next: Known): void;
}

/** Runs an autosave while the component is mounted and merges newer states of the account into it. */
export function useAutosave<Known, Instance extends Autosave<Known>>(known: Known, create: () => Instance): Instance {
  const [autosave] = useState(create);
  useEffect(() => {
    autosave.start();
    signOutTasks.add(autosave.flush);
    return () => {
      signOutTasks.delete(autosave.flush);
      autosave.end();
    };
  }, [autosave]);
  useEffect(() => autosave.meet(known), [autosave, known]);
  return autosave;
}

/** Storage for unsent changes; it is deleted when another user signs in on this device. */
export function createOutboxStorage<Value>(key: string): ChangeStorage<Value> {
  const name = `${outboxPrefix}${key}`;
  return {
    read() {
      try {
        return JSON.parse(readDraft(name)?.values['changes'] ?? '{}') as Changes<Value>;
      } catch {
        return {};
      }
    },
    keep(changes) {
      if (Object.keys(changes).length > 0)
        return saveDraft(name, { values: { changes: JSON.stringify(changes) }, version: 0 });
      deleteDraft(name);
      return true;
    },
  };
}
