import { useSyncExternalStore } from 'react';

/** Whether whoever is signed in has a course. The account area says it with the session, the learning area when it changes. */
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
