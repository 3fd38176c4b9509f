import type { Notification, NotificationPage } from '#features/notifications/shared/contract.ts';

/** The loaded pages of a list, newest first. */
export interface NotificationPages {
  pages: NotificationPage[];
  pageParams: unknown[];
}

export function listItems(pages: NotificationPages | undefined): Notification[] {
  return pages?.pages.flatMap((page) => page.items) ?? [];
}

/** Inserts or updates an item at its position; an older version changes nothing. */
export function upsertItem(pages: NotificationPages, item: Notification, isIncluded: boolean): NotificationPages {
  const known = listItems(pages).find(({ id }) => id === item.id);
  if (known !== undefined && known.version >= item.version) return pages;
  const without = known === undefined ? pages : removeItem(pages, item.id);
  if (!isIncluded) return without;
  const items = listItems(without);
  const hasMore = typeof without.pages.at(-1)?.nextToken === 'string';
  const isOldest = items.every((other) => isBefore(other, item));
  // An item older than all loaded ones comes with a later page.
  if (isOldest && hasMore && items.length > 0) return without;
  const index = items.findIndex((other) => isBefore(item, other));
  return redistribute(without, items.toSpliced(index === -1 ? items.length : index, 0, item));
}

export function removeItem(pages: NotificationPages, id: string): NotificationPages {
  return {
    ...pages,
    pages: pages.pages.map((page) => ({ ...page, items: page.items.filter((item) => item.id !== id) })),
  };
}

export function markReadUntil(pages: NotificationPages, until: string): NotificationPages {
  const read = (item: Notification) =>
    item.read || item.timestamp > until ? item : { ...item, read: true, version: item.version + 1 };
  return { ...pages, pages: pages.pages.map((page) => ({ ...page, items: page.items.map(read) })) };
}

/** Removes the items up to a moment, for the unread list. */
export function removeUntil(pages: NotificationPages, until: string): NotificationPages {
  return {
    ...pages,
    pages: pages.pages.map((page) => ({ ...page, items: page.items.filter((item) => item.timestamp > until) })),
  };
}

/** Newer items come first. */
function isBefore(a: Notification, b: Notification): boolean {
  return a.timestamp === b.timestamp ? a.id > b.id : a.timestamp > b.timestamp;
}

/** The first page grows; the boundaries of the others stay. */
function redistribute(pages: NotificationPages, items: Notification[]): NotificationPages {
  const rest = pages.pages.slice(1).reduce((sum, page) => sum + page.items.length, 0);
  let from = 0;
  return {
    ...pages,
    pages: pages.pages.map((page, index) => {
      const size = index === 0 ? items.length - rest : page.items.length;
      const own = items.slice(from, from + size);
      from += size;
      return { ...page, items: own };
    }),
  };
}
