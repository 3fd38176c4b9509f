import { useSyncExternalStore } from 'react';

/** Announced by screen readers when a notification arrives. */
export interface Announcement {
  id: string;
  name: string;
}

/** The count of the bell's badge. It is part of the first screen; the code that updates it is loaded later. */
let unread = 0;
let announcement: Announcement | null = null;
const listeners = new Set<() => void>();

function emitChange(): void {
  for (const listener of listeners) listener();
}

export function setUnreadCount(count: number): void {
  if (count === unread) return;
  unread = count;
  emitChange();
}

export function setAnnouncement({ id, name }: Announcement): void {
  announcement = { id, name };
  emitChange();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function useUnreadCount(): number {
  return useSyncExternalStore(subscribe, () => unread);
}

/** The last notification since the page was opened. */
export function useAnnouncement(): Announcement | null {
  return useSyncExternalStore(subscribe, () => announcement);
}
