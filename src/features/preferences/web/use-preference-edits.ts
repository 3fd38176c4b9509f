import { useState } from 'react';
import { deleteDraft, saveDraft, readDraft } from '#platform/web/sync/drafts.ts';
import { type Choices, toEmailLanguage } from '#features/preferences/shared/rules.ts';

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
  const [edits, setEdits] = useState(() => readStoredEdits(draftName));
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
      if (draftName === undefined) return;
      const values = Object.fromEntries(Object.entries(changes).map(([name, value]) => [name, String(value)]));
      saveDraft(draftName, { values, version });
    },
    drop: () => {
      setEdits(null);
      if (draftName !== undefined) deleteDraft(draftName);
    },
  };
}

function readStoredEdits(draftName: string | undefined): PreferenceEdits | null {
  const draft = draftName === undefined ? null : readDraft(draftName);
  if (draft === null) return null;
  const { communications, thirdParty, communicationLanguage } = draft.values;
  return {
    version: draft.version,
    changes: {
      ...(communications !== undefined && { communications: communications === 'true' }),
      ...(thirdParty !== undefined && { thirdParty: thirdParty === 'true' }),
      ...(communicationLanguage !== undefined && { communicationLanguage: toEmailLanguage(communicationLanguage) }),
    },
  };
}
