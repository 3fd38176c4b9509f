import { useState } from 'react';
import { createDraftStorage } from '#platform/web/sync/draft-storage.ts';
import { records } from '#platform/web/sync/records.ts';
import { getLocalIsoDate } from '#platform/shared/dates.ts';

const storage = createDraftStorage<Readonly<Record<string, string>>>(records, 'boat-list');

/** The trip and its participants, stored in this browser for the next trip. A date in the past is replaced by today. */
export function useTrip() {
  const [stored] = useState(() => storage.read() ?? {});
  const [trip, setTrip] = useState({
    day: (stored['day'] ?? '') >= getLocalIsoDate() ? (stored['day'] ?? '') : getLocalIsoDate(),
    site: stored['site'] ?? '',
    boat: stored['boat'] ?? '',
  });
  const [chosen, setChosen] = useState<ReadonlySet<string>>(() => new Set((stored['chosen'] ?? '').split(' ')));

  const save = (next: typeof trip, people: ReadonlySet<string>) =>
    storage.write({ ...next, chosen: [...people].join(' ') });

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
