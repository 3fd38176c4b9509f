import { useQuery } from '@tanstack/react-query';
import { currentLocale } from '#platform/web/i18n/i18n.tsx';
import { formsClient, physicianClient } from '#features/forms/web/client.ts';

/** Asked for once: every opening is written down and shown to the diver. */
const fetchOnce = { staleTime: Infinity, refetchOnWindowFocus: false, refetchOnReconnect: false } as const;

export function usePhysicianPage(token: string) {
  return useQuery({
    queryKey: ['physician', token, currentLocale()],
    queryFn: () => physicianClient('GET Physician/{token}', { params: { token } }),
    ...fetchOnce,
  });
}

/** A page that was uploaded, as what it is: a photo or a PDF. */
export function useUploadedPage(blobId: string) {
  return useQuery({
    queryKey: ['form-page', blobId],
    // A file comes as what it is, whatever the contract of a call says of its JSON.
    queryFn: () => formsClient('GET Search/blob/{id}', { params: { id: blobId } }) as unknown as Promise<Blob>,
    ...fetchOnce,
  });
}
