import { useState } from 'react';
import { FormattedMessage } from 'react-intl';
import type { MessageId } from '#platform/shared/message-id.ts';
import { Button } from '#ui/buttons/button.tsx';
import { Dialog } from '#ui/overlays/dialog.tsx';
import { FormAlert } from '#ui/feedback/form-alert.tsx';
import { showToast } from '#ui/overlays/toast-store.ts';
import { toErrorMessageId } from '#features/account/web/error-message-id.ts';
import { useAccountCache } from '#features/account/web/account/account-queries.ts';
import { factorClient } from '#features/account/web/client.ts';

export function FactorRemoveDialog({ affiliateId, onClose }: { affiliateId: number; onClose: () => void }) {
  const { change } = useAccountCache(affiliateId);
  const [isBusy, setIsBusy] = useState(false);
  const [problem, setProblem] = useState<MessageId | null>(null);

  async function remove(): Promise<void> {
    setIsBusy(true);
    try {
      await factorClient('DELETE user/{affiliateId}/factor', { params: { affiliateId } });
      change((state) => ({ ...state, factor: null }));
      showToast({ text: <FormattedMessage id="account.factor.removed" /> });
      onClose();
    } catch (error) {
      setProblem(toErrorMessageId(error));
    } finally {
      setIsBusy(false);
    }
  }

  return (
    <Dialog
      isOpen
      onOpenChange={onClose}
      title={<FormattedMessage id="account.factor.remove.title" />}
      actions={
        <>
          <Button kind="quiet" onClick={onClose}>
            <FormattedMessage id="account.cancel" />
          </Button>
          <Button isBusy={isBusy} onClick={() => void remove()}>
            <FormattedMessage id="account.factor.remove.submit" />
          </Button>
        </>
      }
    >
      <FormAlert problem={problem && <FormattedMessage id={problem} />} failureCount={0} />
      <p>
        <FormattedMessage id="account.factor.remove.text" />
      </p>
    </Dialog>
  );
}
