import { useState } from 'react';
import { createDraftStorage } from '#platform/web/sync/draft-storage.ts';
import { records } from '#platform/web/sync/records.ts';
import type { Choices } from '#features/preferences/shared/rules.ts';

export type SavedChoices = Choices & { version: number };
const subjects = ['communications', 'thirdParty', 'communicationLanguage'] as const;

interface PreferenceEdits {
  changes: Partial<Choices>;
  /** The version that the changes were based on. */
  version: number;
}

export function findChangedSubjects(a: Choices, b: Choices): (typeof subjects)[number][] {
  return subjects.filter((subject) => a[subject] !== b[subject]);
}

/**
 * Unsaved changes on top of the saved choices. With a name they are also stored in this browser, with the version they
 * were based on; without one they are always based on the newest version that the page has loaded.
 */
export function usePreferenceEdits(saved: SavedChoices, draftName: string | undefined) {
  const [storage] = useState(() =>
    draftName === undefined ? null : createDraftStorage<PreferenceEdits>(records, draftName),
  );
  const [edits, setEdits] = useState(() => storage?.read() ?? null);
  const { version: savedVersion, ...savedChoices } = saved;
  const choices = { ...savedChoices, ...edits?.changes };
  const version = draftName === undefined || edits === null ? savedVersion : edits.version;
  return {
    choices,
    version,
    isDirty: findChangedSubjects(choices, saved).length > 0,
    change: (change: Partial<Choices>) => {
      const changes = { ...edits?.changes, ...change };
      setEdits({ changes, version });
      storage?.write({ changes, version });
    },
    drop: () => {
      setEdits(null);
      storage?.delete();
    },
  };
}
