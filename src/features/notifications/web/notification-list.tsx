import { useEffect, useMemo, useState } from 'react';
import { useIntl } from 'react-intl';
import { LoadFailure } from '#platform/web/client/load-failure.tsx';
import { Skeleton, SkeletonGroup } from '#ui/feedback/skeleton.tsx';
import type { Notice } from '#features/notifications/shared/notice.ts';
import { toListRows } from './list-rows.ts';
import { type NotificationFilter, trimToFirstPage } from './list-cache.ts';
import { NotificationVirtualList } from './notification-virtual-list.tsx';
import { listItems } from './notification-pages.ts';
import { useNotifications } from './queries.ts';
import type { NotificationActions } from './use-notification-actions.tsx';

interface NotificationListProps {
  filter: NotificationFilter;
  notices: ReadonlyMap<string, Notice>;
  actions: NotificationActions;
  onFollow: () => void;
}

export function NotificationList({ filter, ...props }: NotificationListProps) {
  const intl = useIntl();
  const query = useNotifications(filter);
  const [now] = useState(() => new Date());
  const lines = useMemo(() => toListRows(listItems(query.data), now), [query.data, now]);
  useEffect(() => () => trimToFirstPage(filter), [filter]);

  if (query.isPending)
    return (
      <SkeletonGroup label={intl.formatMessage({ id: 'notifications.loading' })} className="grid gap-6 p-5">
        {['72%', '56%', '64%', '48%', '60%'].map((width) => (
          <div key={width} className="grid gap-2">
            <Skeleton height={18} width={width} />
            <Skeleton height={16} />
          </div>
        ))}
      </SkeletonGroup>
    );
  if (query.isError && lines.length === 0) return <LoadFailure query={query} level={3} />;
  return (
    <NotificationVirtualList
      {...props}
      lines={lines}
      now={now}
      // A failed page is not requested again automatically, only by scrolling after a refresh.
      canLoadMore={query.hasNextPage && !query.isFetchNextPageError}
      isLoadingMore={query.isFetchingNextPage}
      onLoadMore={() => void query.fetchNextPage()}
    />
  );
}
