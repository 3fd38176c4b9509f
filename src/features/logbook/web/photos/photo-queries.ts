import { useQuery } from '@tanstack/react-query';
import { createClient } from '#platform/web/client/client.ts';
import { graphql } from '#platform/web/client/graphql.ts';
import { currentQueryClient } from '#platform/web/client/query-client.ts';
import type { LogPhoto } from '#features/logbook/shared/contract.ts';
import type { imageEndpoints } from '#features/logbook/shared/image-contract.ts';
import { documents } from '#features/logbook/web/graphql-documents.ts';
import { logbookKey } from '#features/logbook/web/queries.ts';

export const imageClient = createClient<typeof imageEndpoints>('/api/logbook');

const photosKey = (logId: string) => [...logbookKey, 'photos', logId];

/** The photos of a dive in order. They change independently of the dive, whenever an upload ends. */
export function usePhotos(logId: string | undefined, known?: readonly LogPhoto[]) {
  return useQuery({
    queryKey: photosKey(logId ?? ''),
    queryFn: async (): Promise<readonly LogPhoto[]> =>
      imageClient('GET api/Image/GetImageList/{logId}', { params: { logId: logId ?? '' } }),
    enabled: logId !== undefined,
    ...(known && { initialData: known }),
  });
}

/** Updates the cache before the server responds. */
export function updateCachedPhotos(logId: string, change: (photos: readonly LogPhoto[]) => readonly LogPhoto[]): void {
  currentQueryClient().setQueryData<readonly LogPhoto[]>(photosKey(logId), (photos = []) => change(photos));
}

export function refreshPhotos(logId: string): void {
  void currentQueryClient().invalidateQueries({ queryKey: photosKey(logId) });
  void currentQueryClient().invalidateQueries({ queryKey: [...logbookKey, 'log', logId] });
}

/** Changes are sent one at a time, so the last order and captions win. */
let lastChange: Promise<unknown> = Promise.resolve();

/** Saves order and captions with an optimistic update. */
export async function savePhotoOrder(logId: string, wanted: readonly LogPhoto[]): Promise<void> {
  updateCachedPhotos(logId, () => wanted);
  const photos = wanted.map(({ id, caption }) => ({ id, caption }));
  const change = lastChange.then(() => graphql(documents.photos, { id: logId, photos }));
  lastChange = change.catch(() => undefined);
  try {
    await change;
  } finally {
    refreshPhotos(logId);
  }
}
