import type { ResultOf } from 'gql.tada';
import { skipToken, useQuery } from '@tanstack/react-query';
import { graphql } from '#platform/web/client/graphql.ts';
import type { Checkpoint } from '#features/dsd/shared/contract.ts';
import { hasCompletedForms, normalizeStatus } from '#features/dsd/shared/rules.ts';
import { currentToken } from '#platform/web/session/session.ts';
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

/** Only professionals verify dives. */
export function useProfessionalDivesToVerify() {
  const isProfessional = currentToken()?.role === 'professional';
  const waiting = useQuery({
    enabled: isProfessional,
    queryKey: [...learningKey, 'waiting-dives'],
    queryFn: async () => (await graphql(documents.waitingCount)).logsToVerifyCount,
  });
  return isProfessional ? waiting : undefined;
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

/** The first held codes, and how many there are in each state. */
export function useFirstHeldCodes() {
  return useQuery({
    queryKey: [...learningKey, 'held', 'first'],
    queryFn: () => codeClient('GET codes/held', { query: { limit: 6 } }),
  });
}

/** Whether the diver has started Discover Scuba Diving and not completed its forms. */
export const useIsInDsd = () => useCheckpoint((checkpoint) => !hasCompletedForms(checkpoint));

/** Whether the diver has made the dive of Discover Scuba Diving. */
export const useIsDsdOver = () => useCheckpoint((checkpoint) => normalizeStatus(checkpoint) === 'processed');

function useCheckpoint(test: (checkpoint: Checkpoint) => boolean): boolean {
  const { data } = useQuery({
    enabled: currentToken()?.role === 'diver',
    queryKey: ['dsd', 'checkpoint'],
    queryFn: () => dsdClient('GET GetCheckpointData', { query: {} }),
    select: (checkpoint) => checkpoint !== null && test(checkpoint),
  });
  return data === true;
}
