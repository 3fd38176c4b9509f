import { useState } from 'react';
import { dropDraft, keepDraft, readDraft } from '../../../platform/web/draft.ts';
import { type Choices, emailLanguageOf } from '../shared/rules.ts';

export type Saved = Choices & { version: number };
const subjects = ['communications', 'thirdParty', 'communicationLanguage'] as const;

interface Edits {
  changes: Partial<Choices>;
  /** What they were made on. */
  version: number;
}

/** Which of the choices differ. */
export function differences(a: Choices, b: Choices): (typeof subjects)[number][] {
  return subjects.filter((subject) => a[subject] !== b[subject]);
}

/**
 * What was changed on the page and not saved yet, on top of what is saved. With a name it is kept in this browser too,
 * and remembers what it was made on; without one, all that has been saved since was seen on this very page.
 */
export function useEdits(saved: Saved, draftName: string | undefined) {
  const [edits, setEdits] = useState(() => recall(draftName));
  const { version: savedVersion, ...savedChoices } = saved;
  const choices = { ...savedChoices, ...edits?.changes };
  const version = draftName === undefined || edits === null ? savedVersion : edits.version;
  return {
    choices,
    version,
    isDirty: differences(choices, saved).length > 0,
    change: (change: Partial<Choices>) => {
      const changes = { ...edits?.changes, ...change };
      setEdits({ changes, version });
      if (draftName === undefined) return;
      const values = Object.fromEntries(Object.entries(changes).map(([name, value]) => [name, String(value)]));
      keepDraft(draftName, { values, version });
    },
    drop: () => {
      setEdits(null);
      if (draftName !== undefined) dropDraft(draftName);
    },
  };
}

function recall(draftName: string | undefined): Edits | null {
  const draft = draftName === undefined ? null : readDraft(draftName);
  if (draft === null) return null;
  const { communications, thirdParty, communicationLanguage } = draft.values;
  return {
    version: draft.version,
    changes: {
      ...(communications !== undefined && { communications: communications === 'true' }),
      ...(thirdParty !== undefined && { thirdParty: thirdParty === 'true' }),
      ...(communicationLanguage !== undefined && { communicationLanguage: emailLanguageOf(communicationLanguage) }),
    },
  };
}
