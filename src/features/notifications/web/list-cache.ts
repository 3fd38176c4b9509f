import type { InfiniteData } from '@tanstack/react-query';
import { graphql } from '#platform/web/client/graphql.ts';
import { currentQueryClient } from '#platform/web/client/query-client.ts';
import type { Notification, NotificationPage } from '#features/notifications/shared/contract.ts';
import { documents } from './documents.ts';
import { removeItem, removeUntil, upsertItem, markReadUntil, type NotificationPages } from './notification-pages.ts';
import { setUnreadCount } from './unread-store.ts';

export type NotificationFilter = 'all' | 'unread';
export const queryKey = ['notifications'] as const;
export const listKey = (filter: NotificationFilter) => [...queryKey, filter] as const;

function updateLists(change: (pages: NotificationPages, filter: NotificationFilter) => NotificationPages): void {
  for (const filter of ['all', 'unread'] as const)
    currentQueryClient().setQueryData<InfiniteData<NotificationPage>>(
      listKey(filter),
      (pages) => pages && change(pages, filter),
    );
}

const belongsIn = (item: Notification, filter: NotificationFilter) => filter === 'all' || !item.read;

export function upsertInLists(item: Notification): void {
  updateLists((pages, filter) => upsertItem(pages, item, belongsIn(item, filter)));
}

/** Replaces the item, whatever its version in the list. */
export function restoreInLists(item: Notification): void {
  updateLists((pages, filter) => upsertItem(removeItem(pages, item.id), item, belongsIn(item, filter)));
}

export function removeFromLists(id: string): void {
  updateLists((pages) => removeItem(pages, id));
}

export function markListsRead(until: string): void {
  updateLists((pages, filter) => (filter === 'all' ? markReadUntil(pages, until) : removeUntil(pages, until)));
}

/** Refetches the lists. Inactive ones are removed, because the next event would make them look fresh. */
export function refreshLists(): void {
  currentQueryClient().removeQueries({ queryKey, type: 'inactive' });
  void currentQueryClient().invalidateQueries({ queryKey });
}

/** A reopened list starts at the top; later pages are fetched when needed. */
export function trimToFirstPage(filter: NotificationFilter): void {
  const updatedAt = currentQueryClient().getQueryState(listKey(filter))?.dataUpdatedAt;
  currentQueryClient().setQueryData<InfiniteData<NotificationPage>>(
    listKey(filter),
    (list) => list && { pages: list.pages.slice(0, 1), pageParams: list.pageParams.slice(0, 1) },
    updatedAt === undefined ? {} : { updatedAt },
  );
}

let isCounting = false;
let needsRecount = false;

/** The count is fetched rather than computed. Requests during a count lead to one more. */
export async function countUnread(me: number): Promise<void> {
  needsRecount = true;
  if (isCounting) return;
  isCounting = true;
  try {
    while (needsRecount) {
      needsRecount = false;
      const answer = await graphql(documents.count, { me });
      setUnreadCount(answer.queryAllByAffiliateId.unread);
    }
  } finally {
    isCounting = false;
  }
}
