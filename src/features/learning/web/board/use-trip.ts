import { useState } from 'react';
import { saveDraft, readDraft } from '#platform/web/sync/drafts.ts';
import { today } from '#features/learning/web/format.ts';

const draftName = 'boat-list';

/** The trip and its participants, stored in this browser for the next trip. A date in the past is replaced by today. */
export function useTrip() {
  const [stored] = useState(() => readDraft(draftName)?.values ?? {});
  const [trip, setTrip] = useState({
    day: (stored['day'] ?? '') >= today() ? (stored['day'] ?? '') : today(),
    site: stored['site'] ?? '',
    boat: stored['boat'] ?? '',
  });
  const [chosen, setChosen] = useState<ReadonlySet<string>>(() => new Set((stored['chosen'] ?? '').split(' ')));

  const save = (next: typeof trip, people: ReadonlySet<string>) =>
    saveDraft(draftName, { values: { ...next, chosen: [...people].join(' ') }, version: 1 });

  return {
    trip,
    chosen,
    change(changes: Partial<typeof trip>): void {
      const next = { ...trip, ...changes };
      setTrip(next);
      save(next, chosen);
    },
    choose(keys: readonly string[], isChosen: boolean): void {
      const next = isChosen ? chosen.union(new Set(keys)) : chosen.difference(new Set(keys));
      setChosen(next);
      save(trip, next);
    },
  };
}
export type Trip = ReturnType<typeof useTrip>['trip'];
