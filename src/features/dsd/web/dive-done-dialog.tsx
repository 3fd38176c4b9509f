import { useMutation } from '@tanstack/react-query';
import { FormattedMessage, useIntl } from 'react-intl';
import { formatErrorMessage } from '#platform/web/client/error-message.ts';
import { Button } from '#ui/buttons/button.tsx';
import { Dialog } from '#ui/overlays/dialog.tsx';
import { FormAlert } from '#ui/feedback/form-alert.tsx';
import { showToast } from '#ui/overlays/toast-store.ts';
import type { Guest } from '#features/dsd/shared/contract.ts';
import { dsdClient } from './client.ts';
import { refreshDsd } from './queries.ts';

/** Asks for confirmation, because the guest is notified and the step can't be undone. */
export function DiveDoneDialog({ guest: { affiliateId, name }, onClose }: { guest: Guest; onClose: () => void }) {
  const intl = useIntl();
  const process = useMutation({
    mutationFn: () => dsdClient('POST Guests/{affiliateId}/process', { params: { affiliateId } }),
    onSuccess: async () => {
      await refreshDsd();
      showToast({ text: intl.formatMessage({ id: 'dsd.guests.noted' }, { name }) });
      onClose();
    },
  });
  return (
    <Dialog
      isOpen
      onOpenChange={onClose}
      title={<FormattedMessage id="dsd.guests.ask" values={{ name: <bdi>{name}</bdi> }} />}
      actions={
        <>
          <Button kind="outlined" onClick={onClose}>
            <FormattedMessage id="dsd.guests.cancel" />
          </Button>
          <Button isBusy={process.isPending} onClick={() => process.mutate()}>
            <FormattedMessage id="dsd.guests.yes" />
          </Button>
        </>
      }
    >
      <FormAlert
        problem={process.isError ? formatErrorMessage(intl, process.error) : undefined}
        failureCount={process.failureCount}
      />
      <p>
        <FormattedMessage id="dsd.guests.ask_text" />
      </p>
    </Dialog>
  );
}
