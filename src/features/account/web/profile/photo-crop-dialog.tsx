import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import type { MessageId } from '#platform/shared/message-id.ts';
import { ApiError } from '#platform/web/client/client.ts';
import { useObjectUrl } from '#platform/web/files/use-object-url.ts';
import { Button } from '#ui/buttons/button.tsx';
import { Callout } from '#ui/feedback/callout.tsx';
import { ImageCropper } from '#ui/fields/image-cropper.tsx';
import { Dialog } from '#ui/overlays/dialog.tsx';
import { photoMinSizePx } from '#features/account/shared/rules.ts';
import { photoClient } from '#features/account/web/client.ts';
import { isUploadRetryable, getUploadErrorMessageId, createUploadForm, type Crop } from './photo-upload.ts';
import { useRefetchProfile } from './profile-queries.ts';

interface PhotoCropDialogProps {
  affiliateId: number;
  file: File;
  /** Called with the message id of the file's problem, if any. */
  onClose: (problem: MessageId | null) => void;
}

/** Selects the square of the photo for a card. The server crops it. */
export function PhotoCropDialog({ affiliateId, file, onClose }: PhotoCropDialogProps) {
  const intl = useIntl();
  const src = useObjectUrl(file);
  const refetch = useRefetchProfile(affiliateId);
  const [crop, setCrop] = useState<Crop | null>(null);
  const [problem, setProblem] = useState<MessageId | null>(null);
  const { mutate, isPending } = useMutation({
    mutationFn: async () => {
      await photoClient('POST certifications/photos/upload', { form: createUploadForm(affiliateId, file, crop) });
      await refetch();
    },
    onMutate: () => setProblem(null),
    onSuccess: () => onClose(null),
    onError: (error) => {
      const message = error instanceof ApiError ? getUploadErrorMessageId(error) : 'GeneralError';
      if (error instanceof ApiError && !isUploadRetryable(error)) onClose(message);
      else setProblem(message);
    },
  });
  return (
    <Dialog
      isOpen
      onOpenChange={() => !isPending && onClose(null)}
      title={<FormattedMessage id="account.photo.crop_title" />}
      actions={
        <>
          <Button kind="outlined" isBusy={isPending} onClick={() => onClose(null)}>
            <FormattedMessage id="account.cancel" />
          </Button>
          <Button isBusy={isPending || crop === null} onClick={() => mutate()}>
            <FormattedMessage id={isPending ? 'account.photo.uploading' : 'account.photo.save'} />
          </Button>
        </>
      }
    >
      <p className="mb-4 text-sm text-ink-2">
        <FormattedMessage id="account.photo.crop_text" />
      </p>
      {src !== undefined && (
        <ImageCropper
          src={src}
          label={intl.formatMessage({ id: 'account.photo.crop_label' })}
          zoomLabel={intl.formatMessage({ id: 'account.photo.zoom' })}
          minSidePx={photoMinSizePx}
          onChange={setCrop}
          onBroken={() => onClose('error.account.photo_damaged')}
        />
      )}
      <div role="alert" className="[&:not(:empty)]:mt-4">
        {problem !== null && (
          <Callout kind="alert">
            <FormattedMessage id={problem} />
          </Callout>
        )}
      </div>
    </Dialog>
  );
}
