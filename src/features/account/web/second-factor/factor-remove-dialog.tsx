import { useState } from 'react';
import { FormattedMessage } from 'react-intl';
import { Button } from '../../../../ui/button.tsx';
import { Dialog } from '../../../../ui/dialog.tsx';
import { FormAlert } from '../../../../ui/form-alert.tsx';
import { showToast } from '../../../../ui/toast-store.ts';
import { messageOf } from '../account-failure.ts';
import { useAccountCache } from '../account-queries.ts';
import { factors } from '../client.ts';

export function FactorRemoveDialog({ affiliateId, onClose }: { affiliateId: number; onClose: () => void }) {
  const { change } = useAccountCache(affiliateId);
  const [isBusy, setIsBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);

  async function remove(): Promise<void> {
    setIsBusy(true);
    try {
      await factors('DELETE user/{affiliateId}/factor', { params: { affiliateId } });
      change((state) => ({ ...state, factor: null }));
      showToast({ text: <FormattedMessage id="account.factor.removed" /> });
      onClose();
    } catch (error) {
      setProblem(messageOf(error));
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
      <FormAlert problem={problem && <FormattedMessage id={problem} />} refusals={0} />
      <p>
        <FormattedMessage id="account.factor.remove.text" />
      </p>
    </Dialog>
  );
}
