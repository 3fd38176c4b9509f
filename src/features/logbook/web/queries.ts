import { keepPreviousData, skipToken, useInfiniteQuery, useMutation, useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { graphql } from '#platform/web/client/graphql.ts';
import { onReconnect, subscribe } from '#platform/web/client/subscriptions.ts';
import { currentQueryClient } from '#platform/web/client/query-client.ts';
import type { DiveLog, LogFilter } from '#features/logbook/shared/contract.ts';
import { type LogType, type SortOption, verificationPageSize } from '#features/logbook/shared/enums.ts';
import { documents } from './graphql-documents.ts';

export const logbookKey = ['logbook'] as const;

/** Invalidates totals, pages, logs and the inbox after a change. */
export function refreshLogbook(): void {
  void currentQueryClient().invalidateQueries({ queryKey: logbookKey });
}

/** Follows changes from other devices and the instructor while a logbook screen is open. */
export function useLogbookUpdates(): void {
  useEffect(() => {
    const stops = [subscribe(documents.onChange, refreshLogbook), onReconnect(refreshLogbook)];
    return () => {
      for (const stop of stops) stop();
    };
  }, []);
}

export interface ListQuery {
  filter: LogFilter;
  sort: SortOption;
}

export const pageSize = 50;

export function pageOptions({ filter, sort }: ListQuery, page: number) {
  return {
    queryKey: [...logbookKey, 'page', filter, sort, page],
    queryFn: async () =>
      (
        await graphql(documents.page, {
          filter,
          sort,
          limit: pageSize,
          offset: page * pageSize,
        })
      ).diveLogs,
    placeholderData: keepPreviousData,
  };
}

export function useLogbookTotals() {
  return useQuery({
    queryKey: [...logbookKey, 'totals'],
    queryFn: async () => (await graphql(documents.totals)).logbookTotals,
  });
}

export function useDiveLog(id: string | undefined) {
  return useQuery({
    queryKey: [...logbookKey, 'log', id],
    queryFn: id === undefined ? skipToken : async () => (await graphql(documents.log, { id })).diveLog,
  });
}

export async function fetchLastDive(type: LogType): Promise<DiveLog | null> {
  return (await graphql(documents.lastDive, { type })).lastDive;
}

export function useInstructor(number: number | null) {
  return useQuery({
    queryKey: ['instructor', number],
    queryFn: number === null ? skipToken : async () => (await graphql(documents.instructor, { number })).instructorInfo,
  });
}

/** The next training dive of each open course. */
export function useOpenTrainingDives({ isEnabled = true } = {}) {
  return useQuery({
    enabled: isEnabled,
    queryKey: [...logbookKey, 'open-dives'],
    queryFn: async () => (await graphql(documents.openDives)).openTrainingDives,
  });
}

export function useDiveSites(name: string) {
  return useQuery({
    queryKey: ['dive-sites', name],
    queryFn: async () => (await graphql(documents.sites, { name })).diveSites,
    enabled: name.trim() !== '',
    placeholderData: keepPreviousData,
  });
}

export const waitingKey = [...logbookKey, 'waiting'];

export function useLogsToVerify(isTeaching: boolean) {
  return useInfiniteQuery({
    enabled: isTeaching,
    queryKey: waitingKey,
    queryFn: async ({ pageParam: offset }) => {
      const { logsToVerify: items, logsToVerifyCount: total } = await graphql(documents.waiting, {
        limit: verificationPageSize,
        offset,
      });
      return { items, total };
    },
    initialPageParam: 0,
    getNextPageParam: ({ items, total }, pages) => {
      const loaded = pages.reduce((sum, page) => sum + page.items.length, 0);
      return items.length > 0 && loaded < total ? loaded : undefined;
    },
  });
}

export function useLogsToVerifyCount(isTeaching: boolean) {
  return useQuery({
    enabled: isTeaching,
    queryKey: [...logbookKey, 'waiting-count'],
    queryFn: async () => (await graphql(documents.waitingCount)).logsToVerifyCount,
  });
}

/** The number of dives to verify and the first of them. */
export function useFirstLogsToVerify(isTeaching: boolean, limit: number) {
  return useQuery({
    enabled: isTeaching,
    queryKey: [...logbookKey, 'first-waiting', limit],
    queryFn: async () => {
      const { logsToVerify: items, logsToVerifyCount: total } = await graphql(documents.firstWaiting, { limit });
      return { items, total };
    },
  });
}

/** The sums per year of a filtered list; for the whole list they are part of the totals. */
export function useLogbookYears(filter: LogFilter, isNeeded: boolean) {
  return useQuery({
    enabled: isNeeded,
    queryKey: [...logbookKey, 'years', filter],
    queryFn: async () => (await graphql(documents.years, { filter })).logbookYears,
  });
}

export function useWithdrawal() {
  return useMutation({
    mutationFn: (log: { id: string; version: number }) => graphql(documents.withdraw, log),
    onSettled: refreshLogbook,
  });
}

export function useFamilyDives() {
  return useQuery({
    queryKey: [...logbookKey, 'family'],
    queryFn: async () => (await graphql(documents.family)).familyDives,
  });
}
