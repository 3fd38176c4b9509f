import type { InfiniteData } from '@tanstack/react-query';
import { graphql } from '../../../platform/web/graphql.ts';
import { queries } from '../../../platform/web/query.ts';
import type { Notification, NotificationPage } from '../shared/contract.ts';
import { documents } from './documents.ts';
import { dropItem, dropUntil, putItem, readUntil, type Pages } from './pages.ts';
import { setUnread } from './unread.ts';

export type Filter = 'all' | 'unread';
export const queryKey = ['notifications'] as const;
export const keyOf = (filter: Filter) => [...queryKey, filter] as const;

/** Changes both loaded lists alike. */
function changeLists(change: (pages: Pages, filter: Filter) => Pages): void {
  for (const filter of ['all', 'unread'] as const)
    queries.setQueryData<InfiniteData<NotificationPage>>(keyOf(filter), (pages) => pages && change(pages, filter));
}

const belongsIn = (item: Notification, filter: Filter) => filter === 'all' || !item.read;

export function putInLists(item: Notification): void {
  changeLists((pages, filter) => putItem(pages, item, belongsIn(item, filter)));
}

/** As it was, whatever was made of it meanwhile. */
export function putBackInLists(item: Notification): void {
  changeLists((pages, filter) => putItem(dropItem(pages, item.id), item, belongsIn(item, filter)));
}

export function dropFromLists(id: string): void {
  changeLists((pages) => dropItem(pages, id));
}

export function readLists(until: string): void {
  changeLists((pages, filter) => (filter === 'all' ? readUntil(pages, until) : dropUntil(pages, until)));
}

/** Asks for everything again. A list that nobody looks at is forgotten: the next event would make it look fresh. */
export function refreshLists(): void {
  queries.removeQueries({ queryKey, type: 'inactive' });
  void queries.invalidateQueries({ queryKey });
}

/** Whoever opens a list again begins at its top; the pages below are asked for when they are needed. */
export function keepFirstPage(filter: Filter): void {
  const updatedAt = queries.getQueryState(keyOf(filter))?.dataUpdatedAt;
  queries.setQueryData<InfiniteData<NotificationPage>>(
    keyOf(filter),
    (list) => list && { pages: list.pages.slice(0, 1), pageParams: list.pageParams.slice(0, 1) },
    updatedAt === undefined ? {} : { updatedAt },
  );
}

let isCounting = false;
let mustCountAgain = false;

/** The count is asked for rather than worked out: of many changes at once it is right when the last was counted. */
export async function countUnread(me: number): Promise<void> {
  mustCountAgain = true;
  if (isCounting) return;
  isCounting = true;
  try {
    while (mustCountAgain) {
      mustCountAgain = false;
      const answer = await graphql<{ queryAllByAffiliateId: { unread: number } }>(documents.count, { me });
      setUnread(answer.queryAllByAffiliateId.unread);
    }
  } finally {
    isCounting = false;
  }
}
