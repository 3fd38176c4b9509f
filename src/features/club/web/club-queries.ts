import { useMutation, useQuery } from '@tanstack/react-query';
import { useIntl } from 'react-intl';
import { currentLocale } from '../../../platform/web/i18n.tsx';
import { queries } from '../../../platform/web/query.ts';
import type { ClubPage, OfferKind } from '../shared/contract.ts';
import { club, payments } from './client.ts';
import { showToast } from '../../../ui/toast-store.ts';
import { failureText } from '../../../platform/web/failure-text.ts';

/** The names of certifications come in the reader's language. */
const clubKey = () => ['club', currentLocale()] as const;
const pollMs = 2_000;

export function useClub({ isAwaited = () => false }: { isAwaited?: (page: ClubPage) => boolean } = {}) {
  return useQuery({
    queryKey: clubKey(),
    queryFn: () => club('GET club'),
    // A photo may be approved, or a year renewed, while the page is somewhere behind others.
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data !== undefined && isAwaited(state.data) ? pollMs : false),
  });
}

export function showClub(page: ClubPage): void {
  queries.setQueryData(clubKey(), page);
}

export async function refreshClub(): Promise<void> {
  await queries.invalidateQueries({ queryKey: ['club'] });
}

/** What costs something answers with the page on which it is paid. */
export function join(key: string, kind: OfferKind, isRenewing: boolean) {
  return club('POST club/join', { body: { key, kind, isRenewing } });
}

/** What became of a payment, asked of the payment service. */
export async function settle(paymentId: string) {
  const { state } = await payments('POST payments/{paymentId}/settle', { params: { paymentId } });
  if (state !== 'open') await refreshClub();
  return state;
}

/** Takes effect at once; what the server says against it is told, and the switch goes back. */
export function useRenewal() {
  const intl = useIntl();
  return useMutation({
    // One after the other: each is a step from the version that the one before has made.
    scope: { id: 'club-renewal' },
    mutationFn: (isRenewing: boolean) =>
      club('PUT club/renewal', { body: { isRenewing, version: readClub()?.version ?? 0 } }),
    onMutate: async (isRenewing) => {
      await queries.cancelQueries({ queryKey: clubKey() });
      const page = readClub();
      if (page) showClub({ ...page, isRenewing });
      return page;
    },
    onSuccess: showClub,
    onError: (error, isRenewing) => {
      const page = readClub();
      if (page) showClub({ ...page, isRenewing: !isRenewing });
      showToast({ text: failureText(intl, error) });
      void refreshClub();
    },
  });
}

const readClub = () => queries.getQueryData<ClubPage>(clubKey());
