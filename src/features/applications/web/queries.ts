import { useQuery } from '@tanstack/react-query';
import { currentLocale } from '#platform/web/i18n/i18n.tsx';
import { queryClient } from '#platform/web/client/query-client.ts';
import { currentToken } from '#platform/web/session/session.ts';
import type { Application } from '#features/applications/shared/application.ts';
import { applications } from './client.ts';

/** Everything of applications begins with this, the assigned ones too: names are in the reader's language. */
export const applicationsKey = ['applications'] as const;
const applicationKey = (id: number) => [...applicationsKey, 'one', id, currentLocale()] as const;

/** Others may take a step while it is open. */
const refetchIntervalMs = 20_000;

export const fetchApplication = (id: number) =>
  applications('GET Applications/{id}', {
    params: { id },
    query: { expandApplicant: 'true', expandInstructor: 'true', expandStore: 'true' },
  });

/** With the names of everybody in it. What staff read is written down, so for them nothing asks again by itself. */
export function useApplication(id: number) {
  const isStaff = currentToken()?.role === 'staff';
  return useQuery({
    queryKey: applicationKey(id),
    queryFn: () => fetchApplication(id),
    staleTime: 0,
    refetchInterval: isStaff ? false : refetchIntervalMs,
    refetchOnWindowFocus: !isStaff,
    refetchOnReconnect: !isStaff,
  });
}

/**
 * What a call has answered, without names, shown at once with the names that are known. A reading that is on its way is
 * from before it, and would show for a while what is no longer so.
 */
export function cacheApplication(next: Application): void {
  void queryClient.cancelQueries({ queryKey: applicationKey(next.id) });
  queryClient.setQueryData<Application>(applicationKey(next.id), (former) =>
    former === undefined ? next : mergeNames(next, former),
  );
}

export function useOwnApplications() {
  return useQuery({
    queryKey: [...applicationsKey, 'own', currentLocale()],
    queryFn: () => applications('GET Applications'),
    staleTime: 0,
  });
}

export function useApplicationTypes() {
  return useQuery({
    queryKey: [...applicationsKey, 'types', currentLocale()],
    queryFn: () => applications('GET Applications/types'),
  });
}

/** What may be picked for the places of a level. A card that was just added elsewhere is there too. */
export function useCardPlaces(typeId: number) {
  return useQuery({
    queryKey: [...applicationsKey, 'cards', typeId, currentLocale()],
    queryFn: () => applications('GET Applications/types/{id}/certification-cards', { params: { id: typeId } }),
    staleTime: 0,
  });
}

/** After a step: the application, one's own ones and the assigned ones are asked for again where they are shown. */
export function refreshApplications(): Promise<void> {
  return queryClient.invalidateQueries({ queryKey: applicationsKey });
}

/** Answers to a write come without the names that were asked for with a reading. */
function mergeNames(next: Application, former: Application): Application {
  const known = <P extends { affiliateId: number; name: string | null }>(now: P, before: P | null): P =>
    now.name === null && before?.affiliateId === now.affiliateId ? before : now;
  return {
    ...next,
    applicant: known(next.applicant, former.applicant),
    instructor: next.instructor && known(next.instructor, former.instructor),
    store: next.store && known(next.store, former.store),
  };
}
