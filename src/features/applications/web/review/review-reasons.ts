import { useState } from 'react';
import { createChangeStorage } from '#platform/web/sync/use-draft.ts';
import type { Application, Reason } from '#features/applications/shared/application.ts';

const noteKey = 'note:';

export interface Reasons {
  /** By field; empty while the reason isn't written yet. */
  byField: Readonly<Record<string, string>>;
  note: string;
  ask: (field: string, reason: string) => void;
  takeBack: (field: string) => void;
  setNote: (note: string) => void;
  clear: () => void;
}

/** Requested changes, stored only in this browser until the application is returned. */
export function useReasons({ id }: Application): Reasons {
  const [storage] = useState(() => createChangeStorage<string>(`reasons:${id}`));
  const [stored, setStored] = useState(() => storage.read() ?? {});
  const store = (next: Readonly<Record<string, string>>) => {
    setStored(next);
    if (Object.keys(next).length > 0) storage.write(next);
    else storage.delete();
  };
  const { [noteKey]: note = '', ...byField } = stored;
  return {
    byField,
    note,
    ask: (field, reason) => store({ ...stored, [field]: reason }),
    takeBack: (field) => store(Object.fromEntries(Object.entries(stored).filter(([name]) => name !== field))),
    setNote: (text) => store({ ...stored, [noteKey]: text }),
    clear: () => store({}),
  };
}

export const toReasons = (byField: Reasons['byField']): Reason[] =>
  Object.entries(byField).map(([field, reason]) => ({ field, reason: reason.trim() }));

/** The reasons of the last return, so the reviewer can check whether they were fixed. */
export function getPreviousReasons({ state, steps }: Application): Readonly<Record<string, string>> {
  if (state !== 'SubmittedToInstructor' && state !== 'MemberReview') return {};
  const last = steps
    .filter(({ action }) => action === 'return' || action === 'send_back')
    .toSorted((a, b) => b.date.localeCompare(a.date))[0];
  return Object.fromEntries(last?.reasons.map(({ field, reason }) => [field, reason]) ?? []);
}
