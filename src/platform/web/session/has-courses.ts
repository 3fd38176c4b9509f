import { useSyncExternalStore } from 'react';

/** Set by the account feature with the session, and by the learning feature when the courses change. */
let hasCourses = false;
const listeners = new Set<() => void>();

export function setHasCourses(next: boolean): void {
  if (next === hasCourses) return;
  hasCourses = next;
  for (const listener of listeners) listener();
}

export function useHasCourses(): boolean {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => hasCourses,
  );
}
