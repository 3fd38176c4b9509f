import { useQuery } from '@tanstack/react-query';
import { currentLocale } from '#platform/web/i18n/i18n.tsx';
import { formClient, physicianClient } from '#features/forms/web/client.ts';

/** Fetched once, because each request is logged as a reading and shown to the diver. */
const fetchOnce = { staleTime: Infinity, refetchOnWindowFocus: false, refetchOnReconnect: false } as const;

export function usePhysicianPage(token: string) {
  return useQuery({
    queryKey: ['physician', token, currentLocale()],
    queryFn: () => physicianClient('GET Physician/{token}', { params: { token } }),
    ...fetchOnce,
  });
}

/** An uploaded page: a photo or a PDF. */
export function useUploadedPage(blobId: string) {
  return useQuery({
    queryKey: ['form-page', blobId],
    // The client returns a Blob for file responses; the contract only describes JSON.
    queryFn: () => formClient('GET Search/blob/{id}', { params: { id: blobId } }) as unknown as Promise<Blob>,
    ...fetchOnce,
  });
}
