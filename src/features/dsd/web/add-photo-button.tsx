import { useMutation } from '@tanstack/react-query';
import { useRef } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { formatErrorMessage } from '#platform/web/client/error-message.ts';
import { Button } from '#ui/buttons/button.tsx';
import { FileInput } from '#ui/fields/file-input.tsx';
import { ImagePlus } from '#ui/icons/icons.ts';
import { showToast } from '#ui/overlays/toast-store.ts';
import { divePhotoMaxBytes } from '#features/dsd/shared/limits.ts';
import { dsdClient } from './client.ts';
import { refreshDsd } from './queries.ts';

interface AddPhotoButtonProps {
  affiliateId: number;
  /** The guest, if another person adds the photo. */
  name?: string;
}

/** Adds the photo of the dive. */
export function AddPhotoButton({ affiliateId, name }: AddPhotoButtonProps) {
  const intl = useIntl();
  const input = useRef<HTMLInputElement>(null);
  const upload = useMutation({
    mutationFn: (file: File) => {
      const form = new FormData();
      form.set('imageFile', file);
      return dsdClient('POST Guests/{affiliateId}/photo', { params: { affiliateId }, form });
    },
    onSuccess: async () => {
      await refreshDsd();
      showToast({ text: intl.formatMessage({ id: 'dsd.photo.added' }) });
    },
    onError: (error) => showToast({ text: formatErrorMessage(intl, error) }),
  });
  const label = intl.formatMessage({ id: 'dsd.photo.add' });
  return (
    <>
      <FileInput
        ref={input}
        label={name === undefined ? label : `${label}: ${name}`}
        accept={['image/jpeg', 'image/png']}
        onChoose={(file) =>
          file.size > divePhotoMaxBytes
            ? showToast({ text: intl.formatMessage({ id: 'dsd.photo.too_large' }) })
            : upload.mutate(file)
        }
      />
      <Button
        className="max-sm:flex-[1_1_auto]"
        kind="outlined"
        isBusy={upload.isPending}
        onClick={() => input.current?.click()}
        {...(name !== undefined && { 'aria-label': `${label}: ${name}` })}
      >
        <ImagePlus size={18} aria-hidden="true" />
        <FormattedMessage id="dsd.photo.add" />
      </Button>
    </>
  );
}
