import { useQuery } from '@tanstack/react-query';
import { eCards } from '../client.ts';
import { checkCard } from './check-card.ts';

const againMs = 3_000;

/** Checked again and again as long as there is no network: a newer list may say otherwise. */
export function useChecked(credential: string) {
  return useQuery({
    queryKey: ['certifications', 'verify', credential],
    queryFn: () => checkCard(credential),
    staleTime: 0,
    refetchInterval: ({ state: { data } }) => (data && (data.keptAt ?? data.state === 'no_lists') ? againMs : false),
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

export async function findByCode(code: string): Promise<string> {
  return (await eCards('GET codes/{code}', { params: { code } })).credential;
}
