import { useInfiniteQuery, useMutation } from '@tanstack/react-query';
import { ApiError } from '#platform/web/client/client.ts';
import { graphql } from '#platform/web/client/graphql.ts';
import { currentQueryClient } from '#platform/web/client/query-client.ts';
import { currentToken } from '#platform/web/session/session.ts';
import type { Notification } from '#features/notifications/shared/contract.ts';
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
      const answer = await graphql(documents.page, variables);
      return answer.queryAllByAffiliateId;
    },
    getNextPageParam: (page) => page.nextToken,
    // Comparing thousands of items costs more than rendering the visible ones.
    structuralSharing: false,
  });
}

interface OptimisticMutation<Input> {
  send: (input: Input) => Promise<unknown>;
  /** Applies the change before the server responds, and returns a function to undo it. */
  apply: (input: Input) => () => void;
  onFail: (input: Input) => void;
}

function useOptimisticMutation<Input>({ send, apply, onFail }: OptimisticMutation<Input>) {
  return useMutation({
    // Runs mutations one after the other, because an undo must not overtake its deletion.
    scope: { id: 'notifications' },
    mutationFn: send,
    onMutate: async (input: Input) => {
      // A pending fetch would show the previous state again.
      const wasFetching = currentQueryClient().isFetching({ queryKey }) > 0;
      await currentQueryClient().cancelQueries({ queryKey });
      return { wasFetching, undo: apply(input) };
    },
    onError: (error, input, applied) => {
      applied?.undo();
      refreshLists();
      const isGone = error instanceof ApiError && error.code === 'not_found';
      if (!isGone) onFail(input);
    },
    onSettled: (_data, _error, _input, applied) => {
      if (applied?.wasFetching) refreshLists();
      void countUnread(me()).catch(() => undefined);
    },
  });
}

export function useMarkRead(onFail: () => void) {
  return useOptimisticMutation<{ item: Notification; read: boolean }>({
    send: ({ item, read }) => graphql(documents.update, { me: me(), id: item.id, read }),
    apply: ({ item, read }) => {
      upsertInLists({ ...item, read, version: item.version + 1 });
      return () => restoreInLists(item);
    },
    onFail,
  });
}

export function useMarkAllRead(onFail: () => void) {
  return useOptimisticMutation<void>({
    send: () => graphql(documents.readAll, { me: me() }),
    apply: () => {
      const previous = currentQueryClient().getQueriesData({ queryKey });
      markListsRead(new Date().toISOString());
      return () => {
        for (const [key, pages] of previous) currentQueryClient().setQueryData(key, pages);
      };
    },
    onFail,
  });
}

interface Deletion {
  item: Notification;
  /** The toast that offers to undo it. */
  toast: number;
}

export function useDeleteNotification(onFail: (deletion: Deletion) => void) {
  return useOptimisticMutation<Deletion>({
    send: ({ item }) => graphql(documents.delete, { me: me(), id: item.id }),
    apply: ({ item }) => {
      removeFromLists(item.id);
      return () => restoreInLists(item);
    },
    onFail,
  });
}

export function useRestoreNotification(onFail: () => void) {
  return useOptimisticMutation<Notification>({
    send: ({ id }) => graphql(documents.restore, { me: me(), id }),
    apply: (item) => {
      restoreInLists(item);
      return () => removeFromLists(item.id);
    },
    onFail,
  });
}
