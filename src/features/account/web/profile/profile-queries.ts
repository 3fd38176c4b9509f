import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useLocale } from '#platform/web/i18n/i18n.tsx';
import { photoClient, profileClient } from '#features/account/web/client.ts';
import type { FullProfile } from './profile-values.ts';

function profileKey(affiliateId: number) {
  return ['account', 'profile', affiliateId] as const;
}

export async function fetchProfile(affiliateId: number): Promise<FullProfile> {
  const answer = await profileClient('GET profiles/{affiliateId}', {
    params: { affiliateId },
    query: { profile: 'true' },
  });
  if (answer.profile === null) throw new Error('profile response has no details');
  return { ...answer, profile: answer.profile };
}

export function useProfile(affiliateId: number) {
  return useQuery({ queryKey: profileKey(affiliateId), queryFn: () => fetchProfile(affiliateId) });
}

export function useRefetchProfile(affiliateId: number): () => Promise<FullProfile> {
  const client = useQueryClient();
  return async () => {
    const queryKey = profileKey(affiliateId);
    await client.cancelQueries({ queryKey });
    return client.fetchQuery({ queryKey, queryFn: () => fetchProfile(affiliateId), staleTime: 0 });
  };
}

/** The lists don't change while a page is open; a new language loads new names. */
export function useCountries() {
  const culture = useLocale();
  return useQuery({
    queryKey: ['account', 'countries', culture],
    queryFn: () => profileClient('GET Countries', { query: { culture } }),
    staleTime: Infinity,
    placeholderData: keepPreviousData,
  });
}

export function useStates(countryId: string) {
  const culture = useLocale();
  return useQuery({
    queryKey: ['account', 'states', countryId, culture],
    queryFn: () => profileClient('GET Countries/{id}/States', { params: { id: countryId }, query: { culture } }),
    staleTime: Infinity,
    enabled: countryId !== '',
  });
}

/** Never stale, because a new photo has a new id. */
export function usePhoto(affiliateId: number, photoId: string | null) {
  return useQuery({
    queryKey: ['account', 'photo', affiliateId, photoId],
    queryFn: () =>
      photoClient('POST certifications/photos/getphoto', {
        body: { affiliateId, ...(photoId !== null && { photoId }) },
      }),
    enabled: photoId !== null,
    staleTime: Infinity,
  });
}
