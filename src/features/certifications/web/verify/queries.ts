import { useQuery } from '@tanstack/react-query';
import { eCardClient } from '#features/certifications/web/client.ts';
import { checkCard } from './check-card.ts';

const recheckMs = 3_000;

/** Repeats the check while offline, because a newer list may differ. */
export function useCardCheck(credential: string) {
  return useQuery({
    queryKey: ['certifications', 'verify', credential],
    queryFn: () => checkCard(credential),
    staleTime: 0,
    refetchInterval: ({ state: { data } }) =>
      data && (data.cachedAt ?? data.state === 'no_lists') ? recheckMs : false,
  });
}

/** The only server request of the check, made only for a card valid by the newest list. */
export function useHolderPhoto(credential: string, isEnabled: boolean) {
  return useQuery({
    queryKey: ['certifications', 'verify', 'photo', credential],
    queryFn: async () => {
      const photo = await eCardClient('POST verify/photo', { body: { credential } });
      return photo instanceof Blob ? photo : null;
    },
    enabled: isEnabled,
    staleTime: Infinity,
  });
}

export async function findCredentialByCode(code: string): Promise<string> {
  return (await eCardClient('GET codes/{code}', { params: { code } })).credential;
}
