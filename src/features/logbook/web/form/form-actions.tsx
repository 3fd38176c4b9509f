import { FormattedMessage } from 'react-intl';
import type { MessageId } from '#platform/shared/message-id.ts';
import { Button, type ButtonLook } from '#ui/buttons/button.tsx';
import { Dialog } from '#ui/overlays/dialog.tsx';
import { getStatus, isOwn, useFormState, useLogForm } from './form-context.ts';
import type { FormActions as Actions } from './use-form-actions.tsx';

interface ActionsProps extends ButtonLook {
  actions: Actions;
  /** On phones the primary button comes last, within thumb reach; beside the form it comes first. */
  isFilledLast?: boolean;
}

/** The actions available in the current status. */
export function FormActions({ actions, isFilledLast = false, ...look }: ActionsProps) {
  const { type } = useLogForm();
  const status = useFormState(getStatus);
  const hasActions = useFormState(isOwn);
  if (!hasActions) return null;
  const button = (id: string, onClick: () => void, kind: ButtonLook['kind']) => (
    <Button key={id} {...look} kind={kind} isBusy={actions.isBusy} onClick={onClick}>
      <FormattedMessage id={`logbook.form.${id}` as MessageId} />
    </Button>
  );
  const { publish, saveDraft, saveChanges, withdraw } = actions;
  const buttons = {
    Draft: [button(type === 'Training' ? 'submit' : 'log', publish, 'filled'), button('draft', saveDraft, 'outlined')],
    Returned: [button('resubmit', publish, 'filled'), button('save', saveChanges, 'outlined')],
    Logged: [button('save', saveChanges, 'filled')],
    Pending: [button('withdraw', withdraw, 'outlined')],
    Verified: [button('save', saveChanges, 'filled')],
  }[status];
  return <>{isFilledLast ? buttons.toReversed() : buttons}</>;
}

/** The dive is still stored and can be sent again. */
export function PublishFailure({ actions }: { actions: Actions }) {
  return (
    <Dialog
      isAlert
      isOpen={actions.hasFailed}
      onOpenChange={actions.closeFailure}
      title={<FormattedMessage id="logbook.form.failed.title" />}
      actions={
        <>
          <Button kind="outlined" onClick={actions.closeFailure}>
            <FormattedMessage id="logbook.form.failed.close" />
          </Button>
          <Button isBusy={actions.isBusy} onClick={actions.publish}>
            <FormattedMessage id="logbook.form.failed.again" />
          </Button>
        </>
      }
    >
      <p>
        <FormattedMessage id="logbook.form.failed.text" />
      </p>
      <p className="mt-2 text-sm text-ink-2">
        <FormattedMessage id="logbook.form.failed.kept" />
      </p>
    </Dialog>
  );
}
