import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { graphql } from '#platform/web/client/graphql.ts';
import { onReconnect, subscribe } from '#platform/web/client/subscriptions.ts';
import { queryClient } from '#platform/web/client/query-client.ts';
import type {
  DiveLog,
  DiveLogPage,
  DiveSite,
  FamilyDives,
  InstructorInfo,
  LogbookTotals,
  LogbookYear,
  LogFilter,
  WaitingLog,
} from '#features/logbook/shared/contract.ts';
import type { LogType, SortOption } from '#features/logbook/shared/enums.ts';
import { documents } from './graphql-documents.ts';

export const logbookKey = ['logbook'] as const;

/** After any change: totals, pages, single logs and the inbox are asked for again when they are next seen. */
export function refreshLogbook(): void {
  void queryClient.invalidateQueries({ queryKey: logbookKey });
}

/** While a screen of the logbook is open it follows what happens elsewhere: another device, the instructor. */
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
        await graphql<{ diveLogs: DiveLogPage }>(documents.page, {
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
    queryFn: async () => (await graphql<{ logbookTotals: LogbookTotals }>(documents.totals)).logbookTotals,
  });
}

export function useDiveLog(id: string | undefined) {
  return useQuery({
    queryKey: [...logbookKey, 'log', id],
    queryFn: async () => (await graphql<{ diveLog: DiveLog }>(documents.log, { id })).diveLog,
    enabled: id !== undefined,
  });
}

export async function fetchLastDive(type: LogType): Promise<DiveLog | null> {
  return (await graphql<{ lastDive: DiveLog | null }>(documents.lastDive, { type })).lastDive;
}

export function useInstructor(number: number | null) {
  return useQuery({
    queryKey: ['instructor', number],
    queryFn: async () =>
      (await graphql<{ instructorInfo: InstructorInfo | null }>(documents.instructor, { number })).instructorInfo,
    enabled: number !== null,
  });
}

export function useDiveSites(name: string) {
  return useQuery({
    queryKey: ['dive-sites', name],
    queryFn: async () => (await graphql<{ diveSites: DiveSite[] }>(documents.sites, { name })).diveSites,
    enabled: name.trim() !== '',
    placeholderData: keepPreviousData,
  });
}

export function useLogsToVerify(isProfessional: boolean) {
  return useQuery({
    enabled: isProfessional,
    queryKey: [...logbookKey, 'waiting'],
    queryFn: async () => (await graphql<{ logsToVerify: WaitingLog[] }>(documents.waiting)).logsToVerify,
  });
}

/** The sums that stand at the years of a part of the list; of the whole list the totals know them. */
export function useLogbookYears(filter: LogFilter, isNeeded: boolean) {
  return useQuery({
    enabled: isNeeded,
    queryKey: [...logbookKey, 'years', filter],
    queryFn: async () => (await graphql<{ logbookYears: LogbookYear[] }>(documents.years, { filter })).logbookYears,
  });
}

/** A step that changes a log; the rest of the logbook is asked for again whatever became of it. */
export function useLogStep<Variables extends Record<string, unknown>, Answer>(document: string) {
  return useMutation({
    mutationFn: (variables: Variables) => graphql<Answer>(document, variables),
    onSettled: refreshLogbook,
  });
}

/** Of the children that one is guardian of. */
export function useFamilyDives() {
  return useQuery({
    queryKey: [...logbookKey, 'family'],
    queryFn: async () => (await graphql<{ familyDives: FamilyDives[] }>(documents.family)).familyDives,
  });
}
