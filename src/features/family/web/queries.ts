import { useQuery } from '@tanstack/react-query';
import { childrenQueryKey } from '#platform/web/session/use-person-switch.tsx';
import { queryClient } from '#platform/web/client/query-client.ts';
import { family } from './client.ts';

const familyKey = ['family'] as const;

/** What another guardian does meanwhile is seen whenever one looks. */
export function useFamily() {
  return useQuery({ queryKey: [...familyKey, 'page'], queryFn: () => family('GET Family'), staleTime: 0 });
}

/** After a step: who is whose is asked for again, also by the pages of the children. What they show as well. */
export async function refreshFamily(): Promise<void> {
  await Promise.all(
    [
      familyKey,
      childrenQueryKey,
      ['learning', 'family'],
      ['logbook', 'family'],
      ['certifications', 'family-cards'],
    ].map((queryKey) => queryClient.invalidateQueries({ queryKey })),
  );
}

export function useInvite(token: string) {
  return useQuery({
    // Not of the family: once it is accepted there is nothing to ask for any more.
    queryKey: ['invite', token],
    queryFn: () => family('GET Invites/token/{token}', { params: { token } }),
    // Accepted or taken back elsewhere, it is over here too.
    staleTime: 0,
  });
}

export function useHandover(token: string) {
  return useQuery({
    queryKey: ['handover', token],
    queryFn: () => family('GET Handover/{token}', { params: { token } }),
    staleTime: 0,
  });
}
