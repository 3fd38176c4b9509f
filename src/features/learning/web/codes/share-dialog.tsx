import { useIntl } from 'react-intl';
import { looksLikeEmail } from '#platform/shared/mailbox.ts';
import { showToast } from '#ui/overlays/toast-store.ts';
import type { AccessCode } from '#features/learning/shared/codes-contract.ts';
import { codeClient } from '#features/learning/web/client.ts';
import { refreshLearning } from '#features/learning/web/queries.ts';
import { OneFieldDialog } from './one-field-dialog.tsx';

type SharedCode = Pick<AccessCode, 'couponCode' | 'certificationName'>;

export function ShareDialog({ code, onClose }: { code: SharedCode; onClose: () => void }) {
  const intl = useIntl();
  const { couponCode, certificationName } = code;
  return (
    <OneFieldDialog
      title="learning.share.title"
      text={{ id: 'learning.share.text', values: { course: <b dir="auto">{certificationName}</b> } }}
      action="learning.share.send"
      field={{ name: 'email', label: 'learning.share.email', type: 'email', dir: 'ltr', maxLength: 254 }}
      missing="learning.share.email_missing"
      isUsable={looksLikeEmail}
      send={async (email) => {
        await codeClient('POST codes/{code}/share', {
          params: { code: couponCode },
          body: { email, certificationName },
        });
        refreshLearning();
        showToast({ text: intl.formatMessage({ id: 'learning.share.sent' }, { email }) });
      }}
      isOfField={(error) => error.code === 'learning.share_to_self' || error.entries[0]?.path === 'email'}
      onClose={onClose}
    />
  );
}
