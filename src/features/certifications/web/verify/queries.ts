import { useQuery } from '@tanstack/react-query';
import { eCards } from '#features/certifications/web/client.ts';
import { checkCard } from './check-card.ts';

const recheckMs = 3_000;

/** Checked again and again as long as there is no network: a newer list may say otherwise. */
export function useCardCheck(credential: string) {
  return useQuery({
    queryKey: ['certifications', 'verify', credential],
    queryFn: () => checkCard(credential),
    staleTime: 0,
    refetchInterval: ({ state: { data } }) => (data && (data.keptAt ?? data.state === 'no_lists') ? recheckMs : false),
  });
}

/** The only thing that is asked of the server, and only for a card that is valid by the newest list. */
export function useHolderPhoto(credential: string, isWanted: boolean) {
  return useQuery({
    queryKey: ['certifications', 'verify', 'photo', credential],
    queryFn: async () => {
      const photo = await eCards('POST verify/photo', { body: { credential } });
      return photo instanceof Blob ? photo : null;
    },
    enabled: isWanted,
    staleTime: Infinity,
  });
}

export async function findCredentialByCode(code: string): Promise<string> {
  return (await eCards('GET codes/{code}', { params: { code } })).credential;
}
