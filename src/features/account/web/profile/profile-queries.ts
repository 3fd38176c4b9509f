import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useLocale } from '#platform/web/i18n/i18n.tsx';
import { photos, profiles } from '#features/account/web/client.ts';
import type { FullProfile } from './profile-values.ts';

function profileKey(affiliateId: number) {
  return ['account', 'profile', affiliateId] as const;
}

async function fetchProfile(affiliateId: number): Promise<FullProfile> {
  const answer = await profiles('GET profiles/{affiliateId}', { params: { affiliateId }, query: { profile: 'true' } });
  if (answer.profile === null) throw new Error('the profile came without its details');
  return { ...answer, profile: answer.profile };
}

export function useProfile(affiliateId: number) {
  return useQuery({ queryKey: profileKey(affiliateId), queryFn: () => fetchProfile(affiliateId) });
}

/** Asks for the profile anew, and says what it is now. */
export function useRefetchProfile(affiliateId: number): () => Promise<FullProfile> {
  const client = useQueryClient();
  return async () => {
    const queryKey = profileKey(affiliateId);
    await client.cancelQueries({ queryKey });
    return client.fetchQuery({ queryKey, queryFn: () => fetchProfile(affiliateId), staleTime: 0 });
  };
}

/** The lists are the same for as long as a page is open; a new language brings them by their names in it. */
export function useCountries() {
  const culture = useLocale();
  return useQuery({
    queryKey: ['account', 'countries', culture],
    queryFn: () => profiles('GET Countries', { query: { culture } }),
    staleTime: Infinity,
    placeholderData: keepPreviousData,
  });
}

export function useStates(countryId: string) {
  const culture = useLocale();
  return useQuery({
    queryKey: ['account', 'states', countryId, culture],
    queryFn: () => profiles('GET Countries/{id}/States', { params: { id: countryId }, query: { culture } }),
    staleTime: Infinity,
    enabled: countryId !== '',
  });
}

/** A picture never changes: another one has another id. */
export function usePhoto(affiliateId: number, photoId: string | null) {
  return useQuery({
    queryKey: ['account', 'photo', affiliateId, photoId],
    queryFn: () =>
      photos('POST certifications/photos/getphoto', {
        body: { affiliateId, ...(photoId !== null && { photoId }) },
      }),
    enabled: photoId !== null,
    staleTime: Infinity,
  });
}
