import { useMutation } from '@tanstack/react-query';
import { FormattedMessage } from 'react-intl';
import { Button } from '#ui/buttons/button.tsx';
import { Callout } from '#ui/feedback/callout.tsx';
import { Dialog } from '#ui/overlays/dialog.tsx';
import { photoClient } from '#features/account/web/client.ts';
import { useRefetchProfile } from './profile-queries.ts';

interface PhotoRemoveDialogProps {
  affiliateId: number;
  isOpen: boolean;
  onClose: () => void;
}

/** Asks for a confirmation, because the photo is removed from the cards too. */
export function PhotoRemoveDialog({ affiliateId, isOpen, onClose }: PhotoRemoveDialogProps) {
  const refetch = useRefetchProfile(affiliateId);
  const { mutate, isPending, isError, reset } = useMutation({
    mutationFn: async () => {
      await photoClient('DELETE certifications/photos/{affiliateId}', { params: { affiliateId } });
      await refetch();
    },
    onSuccess: onClose,
  });
  const close = () => {
    reset();
    onClose();
  };
  return (
    <Dialog
      isAlert
      isOpen={isOpen}
      onOpenChange={close}
      title={<FormattedMessage id="account.photo.remove_title" />}
      actions={
        <>
          <Button kind="outlined" onClick={close}>
            <FormattedMessage id="account.cancel" />
          </Button>
          <Button isBusy={isPending} onClick={() => mutate()}>
            <FormattedMessage id="account.photo.remove_confirm" />
          </Button>
        </>
      }
    >
      <p>
        <FormattedMessage id="account.photo.remove_text" />
      </p>
      {isError && (
        <div role="alert" className="mt-4">
          <Callout kind="alert">
            <FormattedMessage id="account.photo.remove_failed" />
          </Callout>
        </div>
      )}
    </Dialog>
  );
}
