import { useState } from 'react';
import { saveDraft, readDraft } from '#platform/web/sync/drafts.ts';

const draftName = 'boat-list';

/** Today's date in the local time zone. */
function today(): string {
  const now = new Date();
  return new Date(now.getTime() - now.getTimezoneOffset() * 60_000).toISOString().slice(0, 10);
}

/** The trip and its participants, stored in this browser for the next trip. A date in the past is replaced by today. */
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
