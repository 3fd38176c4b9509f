import { useSyncExternalStore } from 'react';

/** What a screen reader hears when something new comes. */
export interface News {
  id: string;
  name: string;
}

/** For the bell and its badge. It is part of the first screen; what keeps it right comes later. */
let unread = 0;
let news: News | null = null;
const listeners = new Set<() => void>();

function tell(): void {
  for (const listener of listeners) listener();
}

export function setUnread(count: number): void {
  if (count === unread) return;
  unread = count;
  tell();
}

export function setNews({ id, name }: News): void {
  news = { id, name };
  tell();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** How many are unread. */
export function useUnread(): number {
  return useSyncExternalStore(subscribe, () => unread);
}

/** The last that came since the page was opened. */
export function useNews(): News | null {
  return useSyncExternalStore(subscribe, () => news);
}
