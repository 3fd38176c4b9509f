import { useQuery } from '@tanstack/react-query';
import { sendRequest } from '#platform/web/client/client.ts';
import { useObjectUrl } from '#platform/web/files/use-object-url.ts';
import { queryClient } from '#platform/web/client/query-client.ts';

const template = '/api/logbook/api/Image/GetImage/{logId}/{imageId}';

/** A photo is had with the token, so an address alone shows it to nobody. It never changes; it is asked for once. */
const photoOptions = (url: string) => ({
  queryKey: ['dive-photo', url],
  queryFn: async () => (await sendRequest('GET', url, undefined, template)) as Blob,
  staleTime: Infinity,
});

/** An address for an `img`, for as long as it is shown. */
export function usePhotoUrl(url: string): { src: string | undefined; isMissing: boolean } {
  const { data, isError } = useQuery(photoOptions(url));
  return { src: useObjectUrl(data), isMissing: isError };
}

/** The next one is there when somebody turns to it. */
export function prefetchPhoto(url: string | undefined): void {
  if (url !== undefined) void queryClient.prefetchQuery(photoOptions(url));
}
