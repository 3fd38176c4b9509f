import { useSyncExternalStore } from 'react';
import { createListeners, definePageState } from '#platform/web/page-state.ts';

/** Announced by screen readers when a notification arrives. */
export interface Announcement {
  id: string;
  name: string;
}

/** The count of the bell's badge. It is part of the first screen; the code that updates it is loaded later. */
const pageState = definePageState<{ unread: number; announcement: Announcement | null }>(() => ({
  unread: 0,
  announcement: null,
}));
const listeners = createListeners();

export function setUnreadCount(count: number): void {
  const state = pageState();
  if (count === state.unread) return;
  state.unread = count;
  listeners.notify();
}

export function setAnnouncement({ id, name }: Announcement): void {
  pageState().announcement = { id, name };
  listeners.notify();
}

const readUnread = () => pageState().unread;
const readAnnouncement = () => pageState().announcement;

export function useUnreadCount(): number {
  return useSyncExternalStore(listeners.subscribe, readUnread, readUnread);
}

/** The last notification since the page was opened. */
export function useAnnouncement(): Announcement | null {
  return useSyncExternalStore(listeners.subscribe, readAnnouncement, readAnnouncement);
}
