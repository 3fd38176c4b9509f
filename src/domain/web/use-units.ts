import { useSyncExternalStore } from 'react';
import type { UnitSystem } from '#domain/units.ts';
import { createListeners, definePageState } from '#platform/web/page-state.ts';

/** The unit system of the signed-in person, set by the account feature. */
const pageState = definePageState<{ system: UnitSystem }>(() => ({ system: 'Metric' }));
const listeners = createListeners();

export function setUnits(next: UnitSystem): void {
  const state = pageState();
  if (next === state.system) return;
  state.system = next;
  listeners.notify();
}

const readUnits = () => pageState().system;

export function useUnits(): UnitSystem {
  return useSyncExternalStore(listeners.subscribe, readUnits, readUnits);
}
