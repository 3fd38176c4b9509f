import { useMutation, useQuery } from '@tanstack/react-query';
import { useIntl, type IntlShape } from 'react-intl';
import { ApiError } from '#platform/web/client/client.ts';
import { showToast } from '#ui/overlays/toast-store.ts';
import { loadDecisionText } from '#features/association/web/decision-text.ts';
import { currentQueryClient } from '#platform/web/client/query-client.ts';
import { birthdateClient, familyClient } from '#features/association/web/client.ts';
import { useQueue } from '#features/association/web/use-queue.ts';
import { refreshQueueCounts } from '#features/association/web/queue-counts.ts';

const requestsKey = ['association', 'requests'] as const;

export function useBirthdateCorrections() {
  return useQueue([...requestsKey, 'birthdates'], (offset) =>
    birthdateClient('GET birthdate-corrections', { query: { offset } }),
  );
}

export function useGuardianRequests() {
  return useQueue([...requestsKey, 'guardians'], (offset) => familyClient('GET Requests', { query: { offset } }));
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

export interface RequestDecision {
  decide: () => Promise<unknown>;
  /** The person, as the audit log names them. */
  subject?: string | undefined;
}

/** Names the clerk who decided and the decision; false if the audit log has none. */
export async function showOtherDecision(intl: IntlShape, subject: string): Promise<boolean> {
  const decision = await loadDecisionText(intl, { queue: 'requests', subject });
  if (decision !== null) showToast({ text: decision });
  return decision !== null;
}

/** Runs a staff decision and refetches the lists and the person's file. */
export function useDecideRequest(onDone: () => void) {
  const intl = useIntl();
  return useMutation({
    mutationFn: ({ decide }: RequestDecision) => decide(),
    onSuccess: onDone,
    onError: async (error, { subject }) => {
      const isDecided = error instanceof ApiError && error.status === 409 && subject !== undefined;
      if (isDecided && (await showOtherDecision(intl, subject))) onDone();
    },
    onSettled: async () => {
      refreshQueueCounts();
      await Promise.all([
        currentQueryClient().invalidateQueries({ queryKey: requestsKey }),
        currentQueryClient().invalidateQueries({ queryKey: ['association', 'person'] }),
      ]);
    },
  });
}
