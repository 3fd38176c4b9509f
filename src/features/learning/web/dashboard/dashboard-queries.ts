import type { ResultOf } from 'gql.tada';
import { skipToken, useQuery } from '@tanstack/react-query';
import { graphql } from '#platform/web/client/graphql.ts';
import { hasCompletedForms } from '#features/dsd/shared/rules.ts';
import { codeClient, dsdClient, learningClient } from '#features/learning/web/client.ts';
import { currentCulture, learningKey } from '#features/learning/web/queries.ts';
import { documents } from './graphql-documents.ts';

export type DiveRow = ResultOf<typeof documents.last>['diveLogs']['items'][number];

export function useTrainingDives() {
  return useQuery({
    queryKey: [...learningKey, 'training-dives'],
    queryFn: async () => (await graphql(documents.training)).diveLogs.items,
  });
}

export function useLastDive() {
  return useQuery({
    queryKey: [...learningKey, 'last-dive'],
    queryFn: async () => (await graphql(documents.last)).diveLogs.items[0] ?? null,
  });
}

export function useDivesToVerify(isProfessional: boolean) {
  return useQuery({
    enabled: isProfessional,
    queryKey: [...learningKey, 'waiting-dives'],
    queryFn: async () => (await graphql(documents.waiting)).logsToVerify.length,
  });
}

export function useInstructor(number: number | null) {
  return useQuery({
    queryKey: ['instructor', number],
    queryFn: number === null ? skipToken : async () => (await graphql(documents.instructor, { number })).instructorInfo,
  });
}

export function useAllCourses() {
  const culture = currentCulture();
  return useQuery({
    queryKey: [...learningKey, 'courses', culture],
    queryFn: () => learningClient('GET v2/courses', { query: { culture } }),
  });
}

export function useHeldCodes() {
  return useQuery({ queryKey: [...learningKey, 'held'], queryFn: () => codeClient('GET codes/held') });
}

/** Whether the person has started Discover Scuba Diving and not completed its forms. */
export function useIsInDsd(isEnabled: boolean): boolean {
  const { data } = useQuery({
    enabled: isEnabled,
    queryKey: ['dsd', 'checkpoint'],
    queryFn: () => dsdClient('GET GetCheckpointData', { query: {} }),
    select: (checkpoint) => checkpoint !== null && !hasCompletedForms(checkpoint),
  });
  return data === true;
}
