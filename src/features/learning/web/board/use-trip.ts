import { useState } from 'react';
import { saveDraft, readDraft } from '#platform/web/sync/drafts.ts';

const draftName = 'boat-list';

/** The day that it is where the person is. */
function today(): string {
  const now = new Date();
  return new Date(now.getTime() - now.getTimezoneOffset() * 60_000).toISOString().slice(0, 10);
}

/** Where a boat goes, and who comes along. Kept in this browser for the next trip; the day only while it is not over. */
export function useTrip() {
  const [kept] = useState(() => readDraft(draftName)?.values ?? {});
  const [trip, setTrip] = useState({
    day: (kept['day'] ?? '') >= today() ? (kept['day'] ?? '') : today(),
    site: kept['site'] ?? '',
    boat: kept['boat'] ?? '',
  });
  const [chosen, setChosen] = useState<ReadonlySet<string>>(() => new Set((kept['chosen'] ?? '').split(' ')));

  const keep = (next: typeof trip, people: ReadonlySet<string>) =>
    saveDraft(draftName, { values: { ...next, chosen: [...people].join(' ') }, version: 1 });

  return {
    trip,
    chosen,
    change(changes: Partial<typeof trip>): void {
      const next = { ...trip, ...changes };
      setTrip(next);
      keep(next, chosen);
    },
    choose(keys: readonly string[], isChosen: boolean): void {
      const next = isChosen ? chosen.union(new Set(keys)) : chosen.difference(new Set(keys));
      setChosen(next);
      keep(trip, next);
    },
  };
}
export type Trip = ReturnType<typeof useTrip>['trip'];
