import { useInfiniteQuery, useMutation } from '@tanstack/react-query';
import { ApiError } from '#platform/web/client/client.ts';
import { graphql } from '#platform/web/client/graphql.ts';
import { queryClient } from '#platform/web/client/query-client.ts';
import { currentToken } from '#platform/web/session/session.ts';
import type { Notification, NotificationPage } from '#features/notifications/shared/contract.ts';
import { documents } from './documents.ts';
import {
  countUnread,
  removeFromLists,
  listKey,
  restoreInLists,
  upsertInLists,
  queryKey,
  markListsRead,
  refreshLists,
  type NotificationFilter,
} from './list-cache.ts';

const me = () => currentToken()?.affiliateId ?? 0;

export function useNotifications(filter: NotificationFilter) {
  return useInfiniteQuery({
    queryKey: listKey(filter),
    initialPageParam: null as string | null,
    queryFn: async ({ pageParam }) => {
      const variables = { me: me(), unread: filter === 'unread', next: pageParam };
      const answer = await graphql<{ queryAllByAffiliateId: NotificationPage }>(documents.page, variables);
      return answer.queryAllByAffiliateId;
    },
    getNextPageParam: (page) => page.nextToken,
    // To compare ten thousand with what they were costs more than to draw the few that are seen.
    structuralSharing: false,
  });
}

interface OptimisticMutation<Input> {
  document: string;
  variables: (input: Input) => object;
  /** Shows it before the server has said yes, and returns how to take that back. */
  show: (input: Input) => () => void;
  onFail: (input: Input) => void;
}

function useOptimisticMutation<Input>({ document, variables, show, onFail }: OptimisticMutation<Input>) {
  return useMutation({
    // One after the other: an undo must not overtake its deletion.
    scope: { id: 'notifications' },
    mutationFn: (input: Input) => graphql<unknown>(document, { me: me(), ...variables(input) }),
    onMutate: async (input: Input) => {
      // What is on its way was read before this, and would show the former state again.
      const wasFetching = queryClient.isFetching({ queryKey }) > 0;
      await queryClient.cancelQueries({ queryKey });
      return { wasFetching, takeBack: show(input) };
    },
    onError: (error, input, shown) => {
      shown?.takeBack();
      refreshLists();
      const isGone = error instanceof ApiError && error.code === 'not_found';
      if (!isGone) onFail(input);
    },
    onSettled: (_data, _error, _input, shown) => {
      if (shown?.wasFetching) refreshLists();
      void countUnread(me()).catch(() => undefined);
    },
  });
}

export function useMarkRead(onFail: () => void) {
  return useOptimisticMutation<{ item: Notification; read: boolean }>({
    document: documents.update,
    variables: ({ item, read }) => ({ id: item.id, read }),
    show: ({ item, read }) => {
      upsertInLists({ ...item, read, version: item.version + 1 });
      return () => restoreInLists(item);
    },
    onFail,
  });
}

export function useMarkAllRead(onFail: () => void) {
  return useOptimisticMutation<void>({
    document: documents.readAll,
    variables: () => ({}),
    show: () => {
      const former = queryClient.getQueriesData({ queryKey });
      markListsRead(new Date().toISOString());
      return () => {
        for (const [key, pages] of former) queryClient.setQueryData(key, pages);
      };
    },
    onFail,
  });
}

interface Deletion {
  item: Notification;
  /** The message that offers to undo it. */
  toast: number;
}

export function useDeleteNotification(onFail: (deletion: Deletion) => void) {
  return useOptimisticMutation<Deletion>({
    document: documents.delete,
    variables: ({ item }) => ({ id: item.id }),
    show: ({ item }) => {
      removeFromLists(item.id);
      return () => restoreInLists(item);
    },
    onFail,
  });
}

export function useRestoreNotification(onFail: () => void) {
  return useOptimisticMutation<Notification>({
    document: documents.restore,
    variables: ({ id }) => ({ id }),
    show: (item) => {
      restoreInLists(item);
      return () => removeFromLists(item.id);
    },
    onFail,
  });
}
