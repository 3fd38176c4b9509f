import { useState } from 'react';
import { createOutboxStorage } from '#platform/web/sync/use-autosave.ts';
import type { Application, Reason } from '#features/applications/shared/application.ts';

const noteKey = 'note:';

export interface Reasons {
  /** By field; an empty one was opened and not written yet. */
  byField: Readonly<Record<string, string>>;
  note: string;
  ask: (field: string, reason: string) => void;
  takeBack: (field: string) => void;
  setNote: (note: string) => void;
  clear: () => void;
}

/** What the instructor is about to ask for. Until it is returned only this browser has it. */
export function useReasons({ id }: Application): Reasons {
  const [box] = useState(() => createOutboxStorage<string>(`reasons:${id}`));
  const [kept, setKept] = useState(() => box.read());
  const keep = (next: Readonly<Record<string, string>>) => {
    setKept(next);
    box.keep(next);
  };
  const { [noteKey]: note = '', ...byField } = kept;
  return {
    byField,
    note,
    ask: (field, reason) => keep({ ...kept, [field]: reason }),
    takeBack: (field) => keep(Object.fromEntries(Object.entries(kept).filter(([name]) => name !== field))),
    setNote: (text) => keep({ ...kept, [noteKey]: text }),
    clear: () => keep({}),
  };
}

export const toReasons = (byField: Reasons['byField']): Reason[] =>
  Object.entries(byField).map(([field, reason]) => ({ field, reason: reason.trim() }));

/** What was asked for when it last came back, for whoever looks whether it was mended. */
export function getPreviousReasons({ state, steps }: Application): Readonly<Record<string, string>> {
  if (state !== 'SubmittedToInstructor' && state !== 'MemberReview') return {};
  const last = steps
    .filter(({ action }) => action === 'return' || action === 'send_back')
    .toSorted((a, b) => b.date.localeCompare(a.date))[0];
  return Object.fromEntries(last?.reasons.map(({ field, reason }) => [field, reason]) ?? []);
}
