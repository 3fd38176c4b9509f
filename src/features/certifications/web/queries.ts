import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { Locale } from '#platform/shared/locale.ts';
import { useActingFor } from '#platform/web/session/acting-for.ts';
import { useLocale } from '#platform/web/i18n/i18n.tsx';
import { fetchWithOfflineCopy, saveOfflineCopy } from '#platform/web/sync/offline-cache.ts';
import { currentToken } from '#platform/web/session/session.ts';
import { toCulture } from '#features/learning/shared/rules.ts';
import type { CardInfo } from '#features/certifications/shared/contract.ts';
import { eCardClient, learningClient, profileClient } from './client.ts';
import { isBeingSigned, getNextPollMs, maxPollingMs } from './ecard/poll-card.ts';

const key = 'certifications';

/** The owner of the shown cards, and the query parameters that select them. */
export function useCardOwner() {
  const { affiliateId, isOwn } = useActingFor();
  return { affiliateId, isOwn, ownerQuery: isOwn ? {} : { affiliateId }, suffix: isOwn ? '' : `?for=${affiliateId}` };
}

function fetchCards(ownerQuery: { affiliateId?: number }, culture: Locale): Promise<CardInfo[]> {
  const query = { ...ownerQuery, culture };
  const isProfessional = ownerQuery.affiliateId === undefined && currentToken()?.role === 'professional';
  return isProfessional
    ? eCardClient('GET eCard/GetAllCardListPro', { query })
    : eCardClient('GET eCard/GetCardListConsumer', { query });
}

function useOfflineCopy(name: string, data: unknown): void {
  useEffect(() => {
    if (data !== undefined) saveOfflineCopy(name, data);
  }, [name, data]);
}

/** All certifications, with and without an eCard. */
export function useCards() {
  const { affiliateId, ownerQuery } = useCardOwner();
  const culture = useLocale();
  const copyName = `cards/${affiliateId}/${culture}`;
  const query = useQuery({
    queryKey: [key, 'list', affiliateId, culture],
    queryFn: () => fetchWithOfflineCopy(copyName, () => fetchCards(ownerQuery, culture)),
  });
  useOfflineCopy(copyName, query.data);
  return query;
}

/** One complete card, polled until it is signed or the limit is reached. */
export function useCard(licenseID: number | null) {
  const { affiliateId, ownerQuery } = useCardOwner();
  const culture = useLocale();
  const [endMs, setEndMs] = useState(() => Date.now() + maxPollingMs);
  const copyName = `card/${affiliateId}/${licenseID}/${culture}`;
  const query = useQuery({
    queryKey: [key, 'card', affiliateId, licenseID, culture],
    queryFn: () =>
      fetchWithOfflineCopy(copyName, () =>
        eCardClient('GET cards/{licenseID}', {
          params: { licenseID: licenseID ?? 0 },
          query: { ...ownerQuery, culture },
        }),
      ),
    enabled: licenseID !== null,
    refetchInterval: ({ state }) => getNextPollMs(state.data, endMs, Date.now()),
  });
  const { data, dataUpdatedAt, isError, isFetching } = query;
  useOfflineCopy(copyName, data);
  const refetch = () => {
    setEndMs(Date.now() + maxPollingMs);
    void query.refetch();
  };
  const isLate = isBeingSigned(data) && getNextPollMs(data, endMs, dataUpdatedAt) === false;
  return { data, isError, isFetching, isLate, refetch };
}

async function fetchPhoto(ownerQuery: { affiliateId?: number }): Promise<Blob | null> {
  const { preSignedURL } = await eCardClient('GET GetCertificationPhoto', { query: ownerQuery });
  if (preSignedURL === null) return null;
  // Fetches from the current host, because the portal can have several.
  const answer = await fetch(new URL(preSignedURL).pathname);
  return answer.ok ? answer.blob() : null;
}

export function useCardPhoto(isEnabled: boolean) {
  const { affiliateId, ownerQuery } = useCardOwner();
  return useQuery({
    queryKey: [key, 'photo', affiliateId],
    meta: { isBrowserOnly: true },
    queryFn: () => fetchWithOfflineCopy(`card-photo/${affiliateId}`, () => fetchPhoto(ownerQuery)),
    enabled: isEnabled,
  });
}

/** The review status of the latest photo. */
export function usePhotoStatus() {
  const { affiliateId } = useCardOwner();
  return useQuery({
    queryKey: [key, 'photo-state', affiliateId],
    queryFn: async () => {
      const { profile } = await profileClient('GET profiles/{affiliateId}', {
        params: { affiliateId },
        query: { profile: 'true' },
      });
      return profile?.photo ?? null;
    },
  });
}

/** The cards of the user's children. */
export function useFamilyCards() {
  const culture = useLocale();
  return useQuery({
    queryKey: [key, 'family-cards', culture],
    queryFn: () => eCardClient('GET family', { query: { culture } }),
  });
}

export function useCourses() {
  const { affiliateId, isOwn } = useCardOwner();
  const culture = useLocale();
  return useQuery({
    queryKey: [key, 'courses', affiliateId, culture],
    queryFn: () =>
      learningClient('GET v2/entitlements/{affiliateId}', {
        params: { affiliateId },
        query: { culture: toCulture(culture) },
      }),
    enabled: isOwn,
  });
}

export function useECardsForSale() {
  const culture = useLocale();
  return useQuery({
    queryKey: [key, 'for-sale', culture],
    queryFn: () => eCardClient('GET certification-cards', { query: { cardType: 'eCard', culture } }),
    staleTime: Infinity,
  });
}

export const outsideKey = [key, 'outside'] as const;

export function useOutsideCertifications(isEnabled: boolean) {
  return useQuery({ queryKey: outsideKey, queryFn: () => eCardClient('GET outside'), enabled: isEnabled });
}

/** Pictures change only by an upload, which invalidates all of these. */
export function useOutsidePicture(id: string, hasPicture: boolean) {
  return useQuery({
    queryKey: [...outsideKey, 'picture', id],
    meta: { isBrowserOnly: true },
    queryFn: () => eCardClient('GET outside/{id}/picture', { params: { id } }) as Promise<Blob>,
    enabled: hasPicture,
    staleTime: Infinity,
  });
}
