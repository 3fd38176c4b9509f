import { useIntl } from 'react-intl';
import { showToast } from '#ui/overlays/toast-store.ts';
import type { AccessCode } from '#features/learning/shared/codes-contract.ts';
import { codeClient } from '#features/learning/web/client.ts';
import { refreshLearning } from '#features/learning/web/queries.ts';
import { OneFieldDialog } from './one-field-dialog.tsx';

export function StoreDialog({ code, onClose }: { code: AccessCode; onClose: () => void }) {
  const intl = useIntl();
  return (
    <OneFieldDialog
      title="learning.store.title"
      text={{ id: 'learning.store.text' }}
      action="learning.store.save"
      field={{
        name: 'storeNumber',
        label: 'learning.store.number',
        className: 'num',
        inputMode: 'numeric',
        maxLength: 9,
      }}
      missing="learning.store.missing"
      isUsable={(typed) => /^\s*[1-9]\d{0,8}\s*$/.test(typed)}
      send={async (storeNumber) => {
        const { name } = await codeClient('POST codes/{code}/affiliate', {
          params: { code: code.couponCode },
          body: { storeNumber: Number(storeNumber) },
        });
        refreshLearning();
        showToast({ text: intl.formatMessage({ id: 'learning.store.named' }, { name }) });
      }}
      isOfField={(error) => error.code === 'learning.unknown_store'}
      onClose={onClose}
    />
  );
}
