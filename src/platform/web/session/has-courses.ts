import { useSyncExternalStore } from 'react';
import { createListeners, definePageState } from '#platform/web/page-state.ts';

/** Set by the account feature with the session, and by the learning feature when the courses change. */
const pageState = definePageState(() => ({ hasCourses: false }));
const listeners = createListeners();

export function setHasCourses(next: boolean): void {
  const state = pageState();
  if (next === state.hasCourses) return;
  state.hasCourses = next;
  listeners.notify();
}

const readHasCourses = () => pageState().hasCourses;

export function useHasCourses(): boolean {
  return useSyncExternalStore(listeners.subscribe, readHasCourses, readHasCourses);
}
