import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { AccountState, DataExport } from '#features/account/shared/security-contract.ts';
import { personalDataClient, securityClient } from '#features/account/web/client.ts';

const exportPollMs = 1_000;

function accountKey(affiliateId: number) {
  return ['account', 'state', affiliateId] as const;
}

export function useAccount(affiliateId: number) {
  return useQuery({
    queryKey: accountKey(affiliateId),
    queryFn: () => securityClient('GET user/{affiliateId}/account', { params: { affiliateId } }),
  });
}

/** Updates the cached account directly, or refetches it. */
export function useAccountCache(affiliateId: number) {
  const client = useQueryClient();
  const queryKey = accountKey(affiliateId);
  return {
    change: (update: (state: AccountState) => AccountState) =>
      client.setQueryData<AccountState>(queryKey, (state) => state && update(state)),
    refresh: () => client.invalidateQueries({ queryKey }),
  };
}

export function isExportRunning({ state }: DataExport): boolean {
  return state === 'waiting' || state === 'running';
}

/** Polls an export while it is running. */
export function useExport(affiliateId: number, known: DataExport | null) {
  return useQuery({
    queryKey: ['account', 'export', affiliateId, known?.id],
    queryFn: () =>
      personalDataClient('GET user/{affiliateId}/exports/{id}', { params: { affiliateId, id: known?.id ?? '' } }),
    enabled: known !== null && isExportRunning(known),
    ...(known !== null && { initialData: known, initialDataUpdatedAt: 0 }),
    refetchInterval: ({ state: { data } }) => (data !== undefined && isExportRunning(data) ? exportPollMs : false),
  });
}
