import { useMutation } from '@tanstack/react-query';
import { useIntl } from 'react-intl';
import { failureText } from '../../../platform/web/failure-text.ts';
import { saveFile } from '../../../platform/web/save-file.ts';
import { showToast } from '../../../ui/toast-store.ts';
import { physicians } from './client.ts';

/** The page to print and take along, in the reader's language. */
export function usePhysicianPrint(recordId: string) {
  const intl = useIntl();
  return useMutation({
    mutationFn: () =>
      // A file comes as what it is, whatever the contract of a call says of its JSON.
      physicians('GET Records/{id}/physician-page', { params: { id: recordId } }) as unknown as Promise<Blob>,
    onSuccess: (file) => saveFile(file, 'physician-page.pdf'),
    onError: (error) => showToast({ text: failureText(intl, error) }),
  });
}
