import { useSyncExternalStore } from 'react';
import { createListeners } from '#platform/web/page-state.ts';

const storageKey = 'tour-step';
const listeners = createListeners();

/** The step of the guided tour in this tab, or null outside of a tour. */
export function useTourStep(): number | null {
  return useSyncExternalStore(listeners.subscribe, readTourStep, readNoStep);
}

function readTourStep(): number | null {
  const stored = sessionStorage.getItem(storageKey);
  return stored === null ? null : Number(stored);
}

const readNoStep = () => null;

export function storeTourStep(step: number | null): void {
  if (step === null) sessionStorage.removeItem(storageKey);
  else sessionStorage.setItem(storageKey, String(step));
  listeners.notify();
}
