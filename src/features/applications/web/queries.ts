import { useQuery } from '@tanstack/react-query';
import { currentLocale } from '#platform/web/i18n/i18n.tsx';
import { currentQueryClient } from '#platform/web/client/query-client.ts';
import { currentToken } from '#platform/web/session/session.ts';
import type { Application } from '#features/applications/shared/application.ts';
import { applicationClient } from './client.ts';

/** Prefix of all application queries. Query keys include the locale, because names are translated. */
export const applicationsKey = ['applications'] as const;
const applicationKey = (id: number) => [...applicationsKey, 'one', id, currentLocale()] as const;

/** Other people may take a step while the page is open. */
const refetchIntervalMs = 20_000;

export const fetchApplication = (id: number) =>
  applicationClient('GET Applications/{id}', {
    params: { id },
    query: { expandApplicant: 'true', expandInstructor: 'true', expandStore: 'true' },
  });

/** Includes the names of all people. Staff reads are audited, so staff queries don't refetch automatically. */
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
 * Caches the response of a write, with the known names. Running fetches are canceled, because their older result would
 * overwrite it.
 */
export function cacheApplication(next: Application): void {
  void currentQueryClient().cancelQueries({ queryKey: applicationKey(next.id) });
  currentQueryClient().setQueryData<Application>(applicationKey(next.id), (former) =>
    former === undefined ? next : mergeNames(next, former),
  );
}

export function useOwnApplications({ isEnabled = true } = {}) {
  return useQuery({
    enabled: isEnabled,
    queryKey: [...applicationsKey, 'own', currentLocale()],
    queryFn: () => applicationClient('GET Applications'),
    staleTime: 0,
  });
}

export function useApplicationTypes() {
  return useQuery({
    queryKey: [...applicationsKey, 'types', currentLocale()],
    queryFn: () => applicationClient('GET Applications/types'),
  });
}

/** Always refetched, because a card may just have been added. */
export function useCardPlaces(typeId: number) {
  return useQuery({
    queryKey: [...applicationsKey, 'cards', typeId, currentLocale()],
    queryFn: () => applicationClient('GET Applications/types/{id}/certification-cards', { params: { id: typeId } }),
    staleTime: 0,
  });
}

/** Refetches all application queries after a step. */
export function refreshApplications(): Promise<void> {
  return currentQueryClient().invalidateQueries({ queryKey: applicationsKey });
}

/** Responses to writes lack the names that reads request. */
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
