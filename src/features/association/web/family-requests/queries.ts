import { useMutation, useQuery } from '@tanstack/react-query';
import { queryClient } from '#platform/web/client/query-client.ts';
import { birthdateClient, familyClient } from '#features/association/web/client.ts';
import { refreshQueueCounts } from '#features/association/web/queue-counts.ts';

const requestsKey = ['association', 'requests'] as const;
const refreshMs = 30_000;

export function useBirthdateCorrections() {
  return useQuery({
    queryKey: [...requestsKey, 'birthdates'],
    queryFn: () => birthdateClient('GET birthdate-corrections'),
    refetchInterval: refreshMs,
  });
}

export function useGuardianRequests() {
  return useQuery({
    queryKey: [...requestsKey, 'guardians'],
    queryFn: () => familyClient('GET Requests'),
    refetchInterval: refreshMs,
  });
}

/** Every read is audited, so it is not refetched without need. */
export function useDeskGuardians(affiliateId: number) {
  return useQuery({
    queryKey: [...requestsKey, 'person', affiliateId],
    queryFn: () => familyClient('GET People/{affiliateId}/guardians', { params: { affiliateId } }),
    staleTime: 60_000,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
}

/** Runs a staff decision and refetches the lists and the person's file. */
export function useDecideRequest(onDone: () => void) {
  return useMutation({
    mutationFn: (decide: () => Promise<unknown>) => decide(),
    onSuccess: onDone,
    onSettled: async () => {
      refreshQueueCounts();
      await Promise.all([
        queryClient.invalidateQueries({ queryKey: requestsKey }),
        queryClient.invalidateQueries({ queryKey: ['association', 'person'] }),
      ]);
    },
  });
}
