import { useMutation } from '@tanstack/react-query';
import { useIntl } from 'react-intl';
import { formatErrorMessage } from '#platform/web/client/error-message.ts';
import { downloadFile } from '#platform/web/files/download-file.ts';
import { showToast } from '#ui/overlays/toast-store.ts';
import type { FormRecord } from '#features/forms/shared/contract.ts';
import { formsClient } from './client.ts';

/** Gives somebody a file of a signed form. That it was read is written down. */
export function useBlobDownload({ packet, createdDate }: Pick<FormRecord, 'packet' | 'createdDate'>) {
  const intl = useIntl();
  return useMutation({
    mutationFn: (blobId: string) =>
      // A file comes as what it is, whatever the contract of a call says of its JSON.
      formsClient('GET Search/blob/{id}', { params: { id: blobId } }) as unknown as Promise<Blob>,
    // In Latin letters whatever the language, so that every device can keep it.
    onSuccess: (file) =>
      downloadFile(file, `${packet}-form-${createdDate.slice(0, 10)}.${file.type === 'image/jpeg' ? 'jpg' : 'pdf'}`),
    onError: (error) => showToast({ text: formatErrorMessage(intl, error) }),
  });
}

/** The document among the files, once it is made. */
export function getDocumentId({ downloadUrl }: Pick<FormRecord, 'downloadUrl'>): string | null {
  return downloadUrl?.split('/').at(-1) ?? null;
}
