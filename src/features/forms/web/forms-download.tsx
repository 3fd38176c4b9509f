import { useMutation } from '@tanstack/react-query';
import { useIntl } from 'react-intl';
import { failureText } from '../../../platform/web/failure-text.ts';
import { saveFile } from '../../../platform/web/save-file.ts';
import { showToast } from '../../../ui/toast-store.ts';
import type { FormRecord } from '../shared/contract.ts';
import { forms } from './client.ts';

/** Gives somebody a file of a signed form. That it was read is written down. */
export function useDownload({ packet, createdDate }: Pick<FormRecord, 'packet' | 'createdDate'>) {
  const intl = useIntl();
  return useMutation({
    mutationFn: (blobId: string) =>
      // A file comes as what it is, whatever the contract of a call says of its JSON.
      forms('GET Search/blob/{id}', { params: { id: blobId } }) as unknown as Promise<Blob>,
    // In Latin letters whatever the language, so that every device can keep it.
    onSuccess: (file) =>
      saveFile(file, `${packet}-form-${createdDate.slice(0, 10)}.${file.type === 'image/jpeg' ? 'jpg' : 'pdf'}`),
    onError: (error) => showToast({ text: failureText(intl, error) }),
  });
}

/** The document among the files, once it is made. */
export function documentOf({ downloadUrl }: Pick<FormRecord, 'downloadUrl'>): string | null {
  return downloadUrl?.split('/').at(-1) ?? null;
}
