import { useMutation } from '@tanstack/react-query';
import { useIntl } from 'react-intl';
import { formatErrorMessage } from '#platform/web/client/error-message.ts';
import { downloadFile } from '#platform/web/files/download-file.ts';
import { showToast } from '#ui/overlays/toast-store.ts';
import type { FormRecord } from '#features/forms/shared/contract.ts';
import { formClient } from './client.ts';

/** Downloads a file of a signed form. The server logs the reading. */
export function useBlobDownload({ packet, createdDate }: Pick<FormRecord, 'packet' | 'createdDate'>) {
  const intl = useIntl();
  return useMutation({
    mutationFn: (blobId: string) =>
      // The client returns a Blob for file responses; the contract only describes JSON.
      formClient('GET Search/blob/{id}', { params: { id: blobId } }) as unknown as Promise<Blob>,
    // The name is ASCII in every language, so every device can store it.
    onSuccess: (file) =>
      downloadFile(file, `${packet}-form-${createdDate.slice(0, 10)}.${file.type === 'image/jpeg' ? 'jpg' : 'pdf'}`),
    onError: (error) => showToast({ text: formatErrorMessage(intl, error) }),
  });
}

/** The id of the document, once it exists. */
export function getDocumentId({ downloadUrl }: Pick<FormRecord, 'downloadUrl'>): string | null {
  return downloadUrl?.split('/').at(-1) ?? null;
}
