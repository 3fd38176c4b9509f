import { useInfiniteQuery, useMutation } from '@tanstack/react-query';
import { ApiError } from '../../../platform/web/client.ts';
import { graphql } from '../../../platform/web/graphql.ts';
import { queries } from '../../../platform/web/query.ts';
import { currentToken } from '../../../platform/web/session.ts';
import type { Notification, NotificationPage } from '../shared/contract.ts';
import { documents } from './documents.ts';
import {
  countUnread,
  dropFromLists,
  keyOf,
  putBackInLists,
  putInLists,
  queryKey,
  readLists,
  refreshLists,
  type Filter,
} from './lists.ts';

const me = () => currentToken()?.affiliateId ?? 0;

export function useNotifications(filter: Filter) {
  return useInfiniteQuery({
    queryKey: keyOf(filter),
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

interface Step<Input> {
  document: string;
  variables: (input: Input) => object;
  /** Shows it before the server has said yes, and returns how to take that back. */
  show: (input: Input) => () => void;
  onFail: (input: Input) => void;
}

function useStep<Input>({ document, variables, show, onFail }: Step<Input>) {
  return useMutation({
    // One after the other: an undo must not overtake its deletion.
    scope: { id: 'notifications' },
    mutationFn: (input: Input) => graphql<unknown>(document, { me: me(), ...variables(input) }),
    onMutate: async (input: Input) => {
      // What is on its way was read before this, and would show the former state again.
      const wasFetching = queries.isFetching({ queryKey }) > 0;
      await queries.cancelQueries({ queryKey });
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
  return useStep<{ item: Notification; read: boolean }>({
    document: documents.update,
    variables: ({ item, read }) => ({ id: item.id, read }),
    show: ({ item, read }) => {
      putInLists({ ...item, read, version: item.version + 1 });
      return () => putBackInLists(item);
    },
    onFail,
  });
}

export function useReadAll(onFail: () => void) {
  return useStep<void>({
    document: documents.readAll,
    variables: () => ({}),
    show: () => {
      const former = queries.getQueriesData({ queryKey });
      readLists(new Date().toISOString());
      return () => {
        for (const [key, pages] of former) queries.setQueryData(key, pages);
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

export function useDelete(onFail: (deletion: Deletion) => void) {
  return useStep<Deletion>({
    document: documents.delete,
    variables: ({ item }) => ({ id: item.id }),
    show: ({ item }) => {
      dropFromLists(item.id);
      return () => putBackInLists(item);
    },
    onFail,
  });
}

export function useRestore(onFail: () => void) {
  return useStep<Notification>({
    document: documents.restore,
    variables: ({ id }) => ({ id }),
    show: (item) => {
      putBackInLists(item);
      return () => dropFromLists(item.id);
    },
    onFail,
  });
}
