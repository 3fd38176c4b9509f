import { useMutation } from '@tanstack/react-query';
import { useIntl } from 'react-intl';
import { formatErrorMessage } from '#platform/web/client/error-message.ts';
import { downloadFile } from '#platform/web/files/download-file.ts';
import { showToast } from '#ui/overlays/toast-store.ts';
import { physicianClient } from '#features/forms/web/client.ts';

/** Downloads the page for the physician in the reader's language. */
export function usePhysicianPrint(recordId: string) {
  const intl = useIntl();
  return useMutation({
    mutationFn: () =>
      // The client returns a Blob for file responses; the contract only describes JSON.
      physicianClient('GET Records/{id}/physician-page', { params: { id: recordId } }) as unknown as Promise<Blob>,
    onSuccess: (file) => downloadFile(file, 'physician-page.pdf'),
    onError: (error) => showToast({ text: formatErrorMessage(intl, error) }),
  });
}
