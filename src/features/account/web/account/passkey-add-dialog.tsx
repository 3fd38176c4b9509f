import { FormattedMessage, useIntl } from 'react-intl';
import type { MessageId } from '#platform/shared/message-id.ts';
import type { FormValues } from '#platform/web/hooks/use-form.ts';
import { Field } from '#ui/fields/field.tsx';
import { showToast } from '#ui/overlays/toast-store.ts';
import { useAccountCache } from './account-queries.ts';
import { securityClient } from '#features/account/web/client.ts';
import { PasswordDialog } from './password-dialog.tsx';
import { registerPasskey } from './passkey-ceremony.ts';

const nameMaxLength = 60;

interface PasskeyAddDialogProps {
  affiliateId: number;
  suggestedName: string;
  onClose: () => void;
}

export function PasskeyAddDialog({ affiliateId, suggestedName, onClose }: PasskeyAddDialogProps) {
  const intl = useIntl();
  const { change } = useAccountCache(affiliateId);
  const params = { affiliateId };

  async function add({ name = '' }: FormValues): Promise<MessageId | null> {
    const { ticket, options } = await securityClient('POST user/{affiliateId}/passkeys/options', { params });
    const made = await registerPasskey(options);
    if (made === 'cancelled') return null;
    if (made === 'known') return 'account.passkeys.known';
    if (made === 'failed') return 'account.passkeys.failed';
    const body = { ticket, name, response: made };
    const passkey = await securityClient('POST user/{affiliateId}/passkeys', { params, body });
    change((state) => ({ ...state, passkeys: [...state.passkeys, passkey] }));
    showToast({ text: intl.formatMessage({ id: 'account.passkeys.added' }) });
    onClose();
    return null;
  }

  return (
    <PasswordDialog<'name'>
      title={<FormattedMessage id="account.passkeys.add.title" />}
      submit={<FormattedMessage id="account.passkeys.add.submit" />}
      onClose={onClose}
      isPasswordElsewhere
      check={({ name = '' }) => (name.trim() === '' ? { name: 'account.passkeys.name.missing' } : {})}
      send={add}
    >
      {(problems) => (
        <>
          <p className="text-sm text-ink-2">
            <FormattedMessage id="account.passkeys.add.text" />
          </p>
          <Field
            name="name"
            required
            maxLength={nameMaxLength}
            autoComplete="off"
            defaultValue={suggestedName}
            label={<FormattedMessage id="account.passkeys.name" />}
            hint={<FormattedMessage id="account.passkeys.name.hint" />}
            wrong={problems.name && <FormattedMessage id={problems.name} />}
          />
        </>
      )}
    </PasswordDialog>
  );
}
