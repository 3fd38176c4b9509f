import { useEffect, useState } from 'react';
import type { Box, Changes } from './autosave.ts';
import { dropDraft, keepDraft, readDraft } from './draft.ts';
import { unsent } from './drop-drafts.ts';
import { farewells } from './session.ts';

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
    farewells.add(autosave.flush);
    return () => {
      farewells.delete(autosave.flush);
      autosave.end();
    };
  }, [autosave]);
  useEffect(() => autosave.meet(known), [autosave, known]);
  return autosave;
}

/** When somebody else signs in on this device, what is in it goes. */
export function unsentBox<Value>(of: string): Box<Value> {
  const name = `${unsent}${of}`;
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
        return keepDraft(name, { values: { changes: JSON.stringify(changes) }, version: 0 });
      dropDraft(name);
      return true;
    },
  };
}
