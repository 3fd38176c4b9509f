import { useQuery } from '@tanstack/react-query';
import { childrenQueryKey } from '#platform/web/session/use-person-switch.tsx';
import { currentQueryClient } from '#platform/web/client/query-client.ts';
import { familyClient } from './client.ts';

const familyKey = ['family'] as const;

/** Never cached, because other guardians change the family too. */
export function useFamily() {
  return useQuery({ queryKey: [...familyKey, 'page'], queryFn: () => familyClient('GET Family'), staleTime: 0 });
}

/** Invalidates the family and the lists of other features that depend on it. */
export async function refreshFamily(): Promise<void> {
  await Promise.all(
    [
      familyKey,
      childrenQueryKey,
      ['learning', 'family'],
      ['logbook', 'family'],
      ['certifications', 'family-cards'],
    ].map((queryKey) => currentQueryClient().invalidateQueries({ queryKey })),
  );
}

export function useInvite(token: string) {
  return useQuery({
    // The key is outside `familyKey`: an accepted invitation must not be fetched again.
    queryKey: ['invite', token],
    queryFn: () => familyClient('GET Invites/token/{token}', { params: { token } }),
    // The invitation may be accepted or withdrawn elsewhere.
    staleTime: 0,
  });
}

export function useHandover(token: string) {
  return useQuery({
    queryKey: ['handover', token],
    queryFn: () => familyClient('GET Handover/{token}', { params: { token } }),
    staleTime: 0,
  });
}
