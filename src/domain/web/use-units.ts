import { useSyncExternalStore } from 'react';
import type { UnitSystem } from '#domain/units.ts';

/** The units of whoever is signed in. The account area sets them; every screen that shows a measure follows at once. */
let system: UnitSystem = 'Metric';
const listeners = new Set<() => void>();

export function setUnits(next: UnitSystem): void {
  if (next === system) return;
  system = next;
  for (const listener of listeners) listener();
}

export function useUnits(): UnitSystem {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => system,
  );
}
