import { useMutation, useQuery } from '@tanstack/react-query';
import { useIntl } from 'react-intl';
import { currentLocale } from '#platform/web/i18n/i18n.tsx';
import { currentQueryClient } from '#platform/web/client/query-client.ts';
import type { ClubPage, OfferKind } from '#features/club/shared/contract.ts';
import { clubClient, paymentClient } from './client.ts';
import { showToast } from '#ui/overlays/toast-store.ts';
import { formatErrorMessage } from '#platform/web/client/error-message.ts';

/** The locale is part of the key because level names come in the reader's language. */
const clubKey = () => ['club', currentLocale()] as const;
const pollMs = 2_000;

export function useClub({ isAwaited = () => false }: { isAwaited?: (page: ClubPage) => boolean } = {}) {
  return useQuery({
    queryKey: clubKey(),
    queryFn: () => clubClient('GET club'),
    // Always refetched, because a photo may be approved or a year renewed in the meantime.
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data !== undefined && isAwaited(state.data) ? pollMs : false),
  });
}

export function setCachedClub(page: ClubPage): void {
  currentQueryClient().setQueryData(clubKey(), page);
}

export async function refreshClub(): Promise<void> {
  await currentQueryClient().invalidateQueries({ queryKey: ['club'] });
}

/** Returns the payment page for offers with a price. */
export function joinClub(key: string, kind: OfferKind, isRenewing: boolean) {
  return clubClient('POST club/join', { body: { key, kind, isRenewing } });
}

/** Asks the payment service for the payment's result. */
export async function settlePayment(paymentId: string) {
  const { state } = await paymentClient('POST payments/{paymentId}/settle', { params: { paymentId } });
  if (state !== 'open') await refreshClub();
  return state;
}

/** Updates the switch optimistically; an error shows a toast and reverts it. */
export function useSetRenewal() {
  const intl = useIntl();
  return useMutation({
    // Changes run one after the other, because each one needs the version of the previous one.
    scope: { id: 'club-renewal' },
    mutationFn: (isRenewing: boolean) =>
      clubClient('PUT club/renewal', { body: { isRenewing, version: getCachedClub()?.version ?? 0 } }),
    onMutate: async (isRenewing) => {
      await currentQueryClient().cancelQueries({ queryKey: clubKey() });
      const page = getCachedClub();
      if (page) setCachedClub({ ...page, isRenewing });
      return page;
    },
    onSuccess: setCachedClub,
    onError: (error, isRenewing) => {
      const page = getCachedClub();
      if (page) setCachedClub({ ...page, isRenewing: !isRenewing });
      showToast({ text: formatErrorMessage(intl, error) });
      void refreshClub();
    },
  });
}

const getCachedClub = () => currentQueryClient().getQueryData<ClubPage>(clubKey());
