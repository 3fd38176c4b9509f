import { useState } from 'react';
import { FormattedMessage } from 'react-intl';
import type { MessageId } from '#platform/shared/message-id.ts';
import { Button } from '#ui/buttons/button.tsx';
import { Dialog } from '#ui/overlays/dialog.tsx';
import { FormAlert } from '#ui/feedback/form-alert.tsx';
import { showToast } from '#ui/overlays/toast-store.ts';
import type { Passkey } from '#features/account/shared/security-contract.ts';
import { toErrorMessageId } from '#features/account/web/error-message-id.ts';
import { useAccountCache } from './account-queries.ts';
import { securityClient } from '#features/account/web/client.ts';

interface PasskeyRemoveDialogProps {
  affiliateId: number;
  /** Null while the dialog is closed. */
  passkey: Passkey | null;
  onClose: () => void;
  onRemoved: () => void;
}

/** Asks for a confirmation, because a removed passkey can't be restored. */
export function PasskeyRemoveDialog({ affiliateId, passkey, onClose, onRemoved }: PasskeyRemoveDialogProps) {
  const { change } = useAccountCache(affiliateId);
  const [isBusy, setIsBusy] = useState(false);
  const [problem, setProblem] = useState<MessageId | null>(null);

  function close(): void {
    setProblem(null);
    onClose();
  }

  async function remove({ id }: Passkey): Promise<void> {
    setIsBusy(true);
    try {
      await securityClient('DELETE user/{affiliateId}/passkeys/{id}', { params: { affiliateId, id } });
      change((state) => ({ ...state, passkeys: state.passkeys.filter((passkey) => passkey.id !== id) }));
      showToast({ text: <FormattedMessage id="account.passkeys.removed" /> });
      close();
      onRemoved();
    } catch (error) {
      setProblem(toErrorMessageId(error));
    } finally {
      setIsBusy(false);
    }
  }

  return (
    <Dialog
      isOpen={passkey !== null}
      onOpenChange={close}
      title={<FormattedMessage id="account.passkeys.remove.title" />}
      actions={
        <>
          <Button kind="quiet" onClick={close}>
            <FormattedMessage id="account.cancel" />
          </Button>
          <Button isBusy={isBusy} onClick={() => passkey && void remove(passkey)}>
            <FormattedMessage id="account.passkeys.remove.submit" />
          </Button>
        </>
      }
    >
      <FormAlert problem={problem && <FormattedMessage id={problem} />} failureCount={0} />
      <p>
        <FormattedMessage id="account.passkeys.remove.text" values={{ name: <bdi>{passkey?.name}</bdi> }} />
      </p>
    </Dialog>
  );
}
