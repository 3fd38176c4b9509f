import { useQuery } from '@tanstack/react-query';
import { isProfessionalHost } from '#platform/shared/professional-host.ts';
import { boot } from '#platform/web/session/boot.ts';
import { graphql } from '#platform/web/client/graphql.ts';
import { currentToken } from '#platform/web/session/session.ts';
import { documents } from '#features/professionals/web/graphql-documents.ts';

const key = ['professionals'] as const;

export function useProfessionalLinks() {
  return useQuery({
    queryKey: [...key, 'links'],
    queryFn: async () => (await graphql(documents.links)).links,
  });
}

/** The signed forms that name the user, newest first. */
export function useSignedForms() {
  return useQuery({
    queryKey: [...key, 'forms'],
    queryFn: async () => (await graphql(documents.forms)).forms,
    staleTime: 0,
  });
}

/** Requested on professional hosts only. */
export function useMembership() {
  return useQuery({
    enabled: currentToken()?.role === 'professional' && isProfessionalHost(boot.brand, boot.host),
    queryKey: [...key, 'member'],
    queryFn: async () => (await graphql(documents.membership)).member,
  });
}
