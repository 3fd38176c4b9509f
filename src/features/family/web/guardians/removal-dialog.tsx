import { useMutation } from '@tanstack/react-query';
import { FormattedMessage, useIntl } from 'react-intl';
import { formatErrorMessage } from '#platform/web/client/error-message.ts';
import { Button } from '#ui/buttons/button.tsx';
import { Dialog } from '#ui/overlays/dialog.tsx';
import { FormAlert } from '#ui/feedback/form-alert.tsx';
import { showToast } from '#ui/overlays/toast-store.ts';
import type { Guardian } from '#features/family/shared/contract.ts';
import { familyClient } from '#features/family/web/client.ts';
import { refreshFamily } from '#features/family/web/queries.ts';
import type { Ward } from './use-guardian-actions.ts';

/** Asks another guardian to step down; nothing changes unless they agree. */
export function RemovalDialog({ child, guardian, onClose }: { child: Ward; guardian: Guardian; onClose: () => void }) {
  const intl = useIntl();
  const { affiliateId, name: childName } = child;
  const { name } = guardian;
  const ask = useMutation({
    mutationFn: () =>
      familyClient('POST Children/{affiliateId}/guardians/{guardianId}/removal-request', {
        params: { affiliateId, guardianId: guardian.affiliateId },
      }),
    onSuccess: async () => {
      await refreshFamily();
      showToast({ text: intl.formatMessage({ id: 'family.removal.asked' }, { name }) });
      onClose();
    },
  });
  const values = { name: <bdi>{name}</bdi>, child: <bdi>{childName}</bdi> };
  return (
    <Dialog
      isOpen
      onOpenChange={onClose}
      title={<FormattedMessage id="family.removal.title" values={values} />}
      actions={
        <>
          <Button kind="outlined" onClick={onClose}>
            <FormattedMessage id="family.cancel" />
          </Button>
          <Button isBusy={ask.isPending} onClick={() => ask.mutate()}>
            <FormattedMessage id="family.removal.send" />
          </Button>
        </>
      }
    >
      <FormAlert
        problem={ask.isError ? formatErrorMessage(intl, ask.error) : undefined}
        failureCount={ask.failureCount}
      />
      <p>
        <FormattedMessage id="family.removal.text" values={values} />
      </p>
    </Dialog>
  );
}
