import type { Notification, NotificationPage } from '#features/notifications/shared/contract.ts';

/** What is loaded of a list, newest first. */
export interface NotificationPages {
  pages: NotificationPage[];
  pageParams: unknown[];
}

export function listItems(pages: NotificationPages | undefined): Notification[] {
  return pages?.pages.flatMap((page) => page.items) ?? [];
}

/** Puts it where its time is, or changes it where it stands; an older version changes nothing. */
export function upsertItem(pages: NotificationPages, item: Notification, belongs: boolean): NotificationPages {
  const known = listItems(pages).find(({ id }) => id === item.id);
  if (known !== undefined && known.version >= item.version) return pages;
  const without = known === undefined ? pages : removeItem(pages, item.id);
  if (!belongs) return without;
  const items = listItems(without);
  const hasMore = typeof without.pages.at(-1)?.nextToken === 'string';
  const isBeyond = items.every((other) => isBefore(other, item));
  // Older than everything that is loaded: it comes with the pages that are still to come.
  if (isBeyond && hasMore && items.length > 0) return without;
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

/** Of the unread none is left up to that moment. */
export function removeUntil(pages: NotificationPages, until: string): NotificationPages {
  return {
    ...pages,
    pages: pages.pages.map((page) => ({ ...page, items: page.items.filter((item) => item.timestamp > until) })),
  };
}

/** Newer ones stand before older ones. */
function isBefore(a: Notification, b: Notification): boolean {
  return a.timestamp === b.timestamp ? a.id > b.id : a.timestamp > b.timestamp;
}

/** The first page takes what has come in; where the others begin stays as it was. */
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
