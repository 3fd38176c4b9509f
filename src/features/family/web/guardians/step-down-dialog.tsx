import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import type { MessageId } from '#platform/shared/message-id.ts';
import { ApiError } from '#platform/web/client/client.ts';
import { formatErrorMessage } from '#platform/web/client/error-message.ts';
import { Button } from '#ui/buttons/button.tsx';
import { Dialog } from '#ui/overlays/dialog.tsx';
import { FormAlert } from '#ui/feedback/form-alert.tsx';
import { showToast } from '#ui/overlays/toast-store.ts';
import type { Guardian } from '#features/family/shared/contract.ts';
import { familyClient } from '#features/family/web/client.ts';
import { refreshFamily } from '#features/family/web/queries.ts';
import type { Ward } from './use-guardian-actions.ts';

interface StepDownDialogProps {
  child: Ward;
  guardian: Guardian;
  isOnly: boolean;
  onClose: () => void;
}

/** Explains the consequences for the child before a guardian, above all the only one, steps down. */
export function StepDownDialog({ child, guardian, isOnly, onClose }: StepDownDialogProps) {
  const intl = useIntl();
  // Another guardian may have stepped down since; then the consequences are shown before the confirmation.
  const [isLast, setIsLast] = useState(isOnly);
  const { affiliateId, name } = child;
  const params = { affiliateId, guardianId: guardian.affiliateId };
  const leave = useMutation({
    mutationFn: () =>
      familyClient('DELETE Children/{affiliateId}/guardians/{guardianId}', {
        params,
        query: { isConfirmed: isLast ? 'true' : 'false' },
      }),
    onSuccess: ({ undo: token }) => {
      const restore = () =>
        familyClient('POST Guardians/restore', { body: { token } })
          .catch((error: unknown) => showToast({ text: formatErrorMessage(intl, error) }))
          .finally(() => void refreshFamily());
      showToast({
        text: intl.formatMessage({ id: 'family.guardians.left' }, { child: name }),
        undo: { label: intl.formatMessage({ id: 'family.undo' }), onUndo: () => void restore() },
      });
      onClose();
      void refreshFamily();
    },
    onError: (error) => error instanceof ApiError && error.code === 'family.only_guardian' && setIsLast(true),
  });
  const values = { name: <bdi>{name}</bdi> };
  const isShown =
    leave.error !== null && !(leave.error instanceof ApiError && leave.error.code === 'family.only_guardian');
  return (
    <Dialog
      isOpen
      onOpenChange={onClose}
      title={<FormattedMessage id="family.step_down.title" values={values} />}
      actions={
        <>
          <Button kind="outlined" onClick={onClose}>
            <FormattedMessage id="family.step_down.stay" />
          </Button>
          <Button isBusy={leave.isPending} onClick={() => leave.mutate()}>
            <FormattedMessage id="family.guardians.leave" />
          </Button>
        </>
      }
    >
      <FormAlert
        problem={isShown ? formatErrorMessage(intl, leave.error) : undefined}
        failureCount={leave.failureCount}
      />
      {isLast ? (
        <>
          <p>
            <FormattedMessage id="family.step_down.only" values={values} />
          </p>
          <ul className="grid gap-2 mt-3 ps-5 list-disc">
            {['forms', 'shop', 'new'].map((effect) => (
              <li key={effect}>
                <FormattedMessage id={`family.step_down.${effect}` as MessageId} values={values} />
              </li>
            ))}
          </ul>
        </>
      ) : (
        <p>
          <FormattedMessage id="family.step_down.text" values={values} />
        </p>
      )}
    </Dialog>
  );
}
