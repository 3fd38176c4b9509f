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

/** Lives as long as the page stands, and hears what the account says meanwhile. */
export function useAutosave<Known, Made extends Autosave<Known>>(known: Known, create: () => Made): Made {
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

/** When somebody else signs in on this device, what is in it goes. */
export function createOutboxStorage<Value>(of: string): ChangeStorage<Value> {
  const name = `${outboxPrefix}${of}`;
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
