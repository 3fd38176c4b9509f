import { useQuery } from '@tanstack/react-query';
import type { Interaction } from '#features/identity/shared/contract.ts';
import { identityClient } from './client.ts';

export function useInteraction(uid: string) {
  return useQuery({
    queryKey: ['identity', 'interaction', uid],
    staleTime: Infinity,
    queryFn: () => identityClient('GET interaction/{uid}/details', { params: { uid } }),
    refetchInterval: ({ state: { data } }) => getNextCodeMs(data),
  });
}

export function useResetLink(token: string) {
  return useQuery({
    queryKey: ['identity', 'reset', token],
    staleTime: Infinity,
    queryFn: () => identityClient('POST reset/check', { body: { token } }),
  });
}

export function useEnrollment(uid: string) {
  return useQuery({
    queryKey: ['identity', 'enrolment', uid],
    staleTime: Infinity,
    retry: false,
    queryFn: () => identityClient('POST interaction/{uid}/second-factor/enroll', { params: { uid } }),
  });
}

/** The current code of a demo person. */
export function findDemoCode({ demoPeople }: Interaction, email: string): string | null {
  return demoPeople.find((person) => person.email === email.trim().toLowerCase())?.code?.value ?? null;
}

/** The demo's list shows a code that changes; without it the page isn't refetched. */
function getNextCodeMs(interaction: Interaction | undefined): number | false {
  const code = interaction?.demoPeople.find((person) => person.code !== null)?.code ?? null;
  return code !== null && Math.max(1_000, new Date(code.expiresAt).getTime() - Date.now() + 200);
}
