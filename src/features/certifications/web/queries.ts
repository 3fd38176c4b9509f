import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Locale } from '#platform/shared/locale.ts';
import { useActingFor } from '#platform/web/session/acting-for.ts';
import { useLocale } from '#platform/web/i18n/i18n.tsx';
import { fetchWithOfflineCopy } from '#platform/web/sync/offline-cache.ts';
import { currentToken } from '#platform/web/session/session.ts';
import { toCulture } from '#features/learning/shared/rules.ts';
import type { CardInfo } from '#features/certifications/shared/contract.ts';
import { eCards, learning, profiles } from './client.ts';
import { isBeingSigned, getNextPollMs, maxPollingMs } from './ecard/poll-card.ts';

const key = 'certifications';

/** Whose cards these are, and the query that says so to the server. */
export function useCardOwner() {
  const { affiliateId, isOwn } = useActingFor();
  return { affiliateId, isOwn, asked: isOwn ? {} : { affiliateId }, suffix: isOwn ? '' : `?for=${affiliateId}` };
}

function fetchCards(asked: { affiliateId?: number }, culture: Locale): Promise<CardInfo[]> {
  const query = { ...asked, culture };
  const isProfessional = asked.affiliateId === undefined && currentToken()?.role === 'professional';
  return isProfessional
    ? eCards('GET eCard/GetAllCardListPro', { query })
    : eCards('GET eCard/GetCardListConsumer', { query });
}

/** All certifications, with an eCard and without. */
export function useCards() {
  const { affiliateId, asked } = useCardOwner();
  const culture = useLocale();
  return useQuery({
    queryKey: [key, 'list', affiliateId, culture],
    queryFn: () => fetchWithOfflineCopy(`cards/${affiliateId}/${culture}`, () => fetchCards(asked, culture)),
  });
}

/** One card with everything on it; asked for again until it is signed, or it takes too long. */
export function useCard(licenseID: number | null) {
  const { affiliateId, asked } = useCardOwner();
  const culture = useLocale();
  const [endMs, setEndMs] = useState(() => Date.now() + maxPollingMs);
  const query = useQuery({
    queryKey: [key, 'card', affiliateId, licenseID, culture],
    queryFn: () =>
      fetchWithOfflineCopy(`card/${affiliateId}/${licenseID}/${culture}`, () =>
        eCards('GET cards/{licenseID}', { params: { licenseID: licenseID ?? 0 }, query: { ...asked, culture } }),
      ),
    enabled: licenseID !== null,
    refetchInterval: ({ state }) => getNextPollMs(state.data, endMs, Date.now()),
  });
  const { data, dataUpdatedAt, error, isFetching, refetch } = query;
  const refresh = () => {
    setEndMs(Date.now() + maxPollingMs);
    void refetch();
  };
  const isLate = isBeingSigned(data) && getNextPollMs(data, endMs, dataUpdatedAt) === false;
  return { data, error, isFetching, isLate, refresh };
}

async function fetchPhoto(asked: { affiliateId?: number }): Promise<Blob | null> {
  const { preSignedURL } = await eCards('GET GetCertificationPhoto', { query: asked });
  if (preSignedURL === null) return null;
  // On this host, whichever of the portal's it is.
  const answer = await fetch(new URL(preSignedURL).pathname);
  return answer.ok ? answer.blob() : null;
}

/** The approved photo, which is on every card. */
export function useCardPhoto(isWanted: boolean) {
  const { affiliateId, asked } = useCardOwner();
  return useQuery({
    queryKey: [key, 'photo', affiliateId],
    queryFn: () => fetchWithOfflineCopy(`card-photo/${affiliateId}`, () => fetchPhoto(asked)),
    enabled: isWanted,
  });
}

/** What became of the newest photo. */
export function usePhotoStatus() {
  const { affiliateId } = useCardOwner();
  return useQuery({
    queryKey: [key, 'photo-state', affiliateId],
    queryFn: async () => {
      const { profile } = await profiles('GET profiles/{affiliateId}', {
        params: { affiliateId },
        query: { profile: 'true' },
      });
      return profile?.photo ?? null;
    },
  });
}

/** Those of the children that one is guardian of. */
export function useFamilyCards() {
  const culture = useLocale();
  return useQuery({
    queryKey: [key, 'family-cards', culture],
    queryFn: () => eCards('GET family', { query: { culture } }),
  });
}

/** The courses that lead to a card. */
export function useCourses() {
  const { affiliateId, isOwn } = useCardOwner();
  const culture = useLocale();
  return useQuery({
    queryKey: [key, 'courses', affiliateId, culture],
    queryFn: () =>
      learning('GET v2/entitlements/{affiliateId}', {
        params: { affiliateId },
        query: { culture: toCulture(culture) },
      }),
    enabled: isOwn,
  });
}

/** The eCards that the shop has. */
export function useECardsForSale() {
  const culture = useLocale();
  return useQuery({
    queryKey: [key, 'for-sale', culture],
    queryFn: () => eCards('GET certification-cards', { query: { cardType: 'eCard', culture } }),
    staleTime: Infinity,
  });
}

export const outsideKey = [key, 'outside'] as const;

export function useOutsideCertifications(isWanted: boolean) {
  return useQuery({ queryKey: outsideKey, queryFn: () => eCards('GET outside'), enabled: isWanted });
}

/** It changes only when another one is sent, and then all of these are asked for again. */
export function useOutsidePicture(id: string, hasPicture: boolean) {
  return useQuery({
    queryKey: [...outsideKey, 'picture', id],
    queryFn: () => eCards('GET outside/{id}/picture', { params: { id } }) as Promise<Blob>,
    enabled: hasPicture,
    staleTime: Infinity,
  });
}
