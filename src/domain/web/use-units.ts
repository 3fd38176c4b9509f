import { useSyncExternalStore } from 'react';
import type { UnitSystem } from '#domain/units.ts';

/** The unit system of the signed-in person, set by the account feature. */
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
