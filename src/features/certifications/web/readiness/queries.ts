import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { currentQueryClient } from '#platform/web/client/query-client.ts';
import { eCardClient } from '#features/certifications/web/client.ts';

const key = ['certifications', 'readiness'];

export interface Student {
  packageId: string;
  /** Omitted for the user. */
  affiliateId?: number | undefined;
}

export function useReadiness({ packageId, affiliateId }: Student, certDate?: string) {
  return useQuery({
    queryKey: [...key, packageId, affiliateId ?? 'own', certDate ?? 'today'],
    queryFn: () => eCardClient('GET readiness', { query: { packageId, affiliateId, certDate } }),
    select: (readiness) => readiness ?? undefined,
    retry: false,
  });
}

export function useClassReadiness(packageId: string, certDate: string) {
  return useInfiniteQuery({
    queryKey: [...key, 'class', packageId, certDate],
    queryFn: ({ pageParam: offset }) => eCardClient('GET readiness/class', { query: { packageId, certDate, offset } }),
    initialPageParam: 0,
    getNextPageParam: ({ items, total }, _pages, offset) =>
      items.length > 0 && offset + items.length < total ? offset + items.length : undefined,
  });
}

/** An object URL of the photo; the browser revokes it with the page. */
export function useStudentPhoto({ packageId, affiliateId = 0, photoId }: Student & { photoId: string | null }) {
  return useQuery({
    queryKey: [...key, 'photo', packageId, affiliateId, photoId],
    meta: { isBrowserOnly: true },
    queryFn: async () =>
      URL.createObjectURL((await eCardClient('GET readiness/photo', { query: { packageId, affiliateId } })) as Blob),
  });
}

export async function refreshReadiness(): Promise<void> {
  await currentQueryClient().invalidateQueries({ queryKey: key });
}
