import { useQuery } from '@tanstack/react-query';
import { sendRequest } from '#platform/web/client/client.ts';
import { useObjectUrl } from '#platform/web/files/use-object-url.ts';
import { currentQueryClient } from '#platform/web/client/query-client.ts';

const template = '/api/logbook/api/Image/GetImage/{logId}/{imageId}';

/** Photos require the token, so the URL alone doesn't expose them. They never change and are fetched once. */
const photoOptions = (url: string) => ({
  queryKey: ['dive-photo', url],
  meta: { isBrowserOnly: true },
  queryFn: async () => (await sendRequest('GET', url, undefined, template)) as Blob,
  staleTime: Infinity,
});

/** An object URL for an `img` while it is mounted. */
export function usePhotoUrl(url: string): { src: string | undefined; isMissing: boolean } {
  const { data, isError } = useQuery(photoOptions(url));
  return { src: useObjectUrl(data), isMissing: isError };
}

/** Prefetches adjacent photos. */
export function prefetchPhoto(url: string | undefined): void {
  if (url !== undefined) void currentQueryClient().prefetchQuery(photoOptions(url));
}
