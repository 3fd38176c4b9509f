import { useQuery } from '@tanstack/react-query';
import { send } from '../../../../platform/web/client.ts';
import { useObjectUrl } from '../../../../platform/web/object-url.ts';
import { queries } from '../../../../platform/web/query.ts';

const template = '/api/logbook/api/Image/GetImage/{logId}/{imageId}';

/** A photo is had with the token, so an address alone shows it to nobody. It never changes; it is asked for once. */
const photoOptions = (url: string) => ({
  queryKey: ['dive-photo', url],
  queryFn: async () => (await send('GET', url, undefined, template)) as Blob,
  staleTime: Infinity,
});

/** An address for an `img`, for as long as it is shown. */
export function usePhotoUrl(url: string): { src: string | undefined; isMissing: boolean } {
  const { data, isError } = useQuery(photoOptions(url));
  return { src: useObjectUrl(data), isMissing: isError };
}

/** The next one is there when somebody turns to it. */
export function fetchPhotoAhead(url: string | undefined): void {
  if (url !== undefined) void queries.prefetchQuery(photoOptions(url));
}
