import { Fingerprint } from '#ui/icons/icons.ts';
import { useEffect, useState, type FormEvent } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import type { MessageId } from '#platform/shared/message-id.ts';
import { goToReauthenticate } from '#platform/web/session/session.ts';
import { useForm } from '#platform/web/hooks/use-form.ts';
import { supportsPasskeys } from '#platform/web/session/passkeys.ts';
import { Button } from '#ui/buttons/button.tsx';
import { FormDialog } from '#ui/overlays/form-dialog.tsx';
import { Field } from '#ui/fields/field.tsx';
import { FormAlert } from '#ui/feedback/form-alert.tsx';
import { PasswordField } from '#ui/fields/password-field.tsx';
import type { ConfirmOptions } from '#features/account/shared/factor-contract.ts';
import { toErrorMessageId } from '#features/account/web/error-message-id.ts';
import { factorClient } from '#features/account/web/client.ts';
import { getPasskeyResponse } from '#features/account/web/account/passkey-ceremony.ts';

interface ConfirmDialogProps {
  onDone: (isConfirmed: boolean) => void;
}

/**
 * Asks for a confirmation of the identity before an action that another person at an open page must not take. Mounted
 * only while it is open.
 */
export function ConfirmDialog({ onDone }: ConfirmDialogProps) {
  const [options, setOptions] = useState<ConfirmOptions | null>(null);
  const [problem, setProblem] = useState<MessageId | null>(null);
  useEffect(() => {
    factorClient('POST confirm-identity/options').then(setOptions, (error: unknown) =>
      setProblem(toErrorMessageId(error)),
    );
  }, []);
  if (options === null && problem === null) return null;
  return <ConfirmForm options={options} problem={problem} onProblem={setProblem} onDone={onDone} />;
}

function reauthenticate(event: FormEvent): void {
  event.preventDefault();
  goToReauthenticate();
}

interface ConfirmFormProps extends ConfirmDialogProps {
  options: ConfirmOptions | null;
  problem: MessageId | null;
  onProblem: (problem: MessageId | null) => void;
}

function ConfirmForm({ options, problem, onProblem, onDone }: ConfirmFormProps) {
  const intl = useIntl();
  const methods = options?.methods ?? [];
  const isElsewhere = methods.includes('elsewhere');
  const hasPassword = methods.includes('password');
  const hasCode = methods.includes('totp');
  const { form, problems, formProblem, failureCount, isBusy } = useForm<'password' | 'code'>({
    retryField: 'password',
    check: ({ password, code }) => ({
      ...(!password?.trim() && { password: 'identity.password.invalid' }),
      ...(hasCode && !code?.trim() && { code: 'account.factor.code.missing' }),
    }),
    send: async ({ password = '', code = '' }) => {
      await factorClient('POST confirm-identity', { body: hasCode ? { password, code } : { password } });
      onDone(true);
    },
  });

  async function confirmWithPasskey(): Promise<void> {
    if (!options?.passkey) return;
    const response = await getPasskeyResponse(options.passkey.options);
    if (response === null) return;
    try {
      await factorClient('POST confirm-identity', { body: { passkey: { ticket: options.passkey.ticket, response } } });
      onDone(true);
    } catch (error) {
      onProblem(toErrorMessageId(error));
    }
  }

  const shown = formProblem ?? problem;
  return (
    <FormDialog
      title={<FormattedMessage id="account.confirm.title" />}
      form={isElsewhere ? { onSubmit: reauthenticate } : form}
      focusField="password"
      cancelLabel={<FormattedMessage id="account.cancel" />}
      submitLabel={
        isElsewhere ? (
          <FormattedMessage id="account.confirm.elsewhere.submit" />
        ) : (
          hasPassword && <FormattedMessage id="account.confirm.submit" />
        )
      }
      isBusy={isBusy}
      onClose={() => onDone(false)}
    >
      <FormAlert problem={shown !== null && <FormattedMessage id={shown} />} failureCount={failureCount} />
      <div className="grid gap-4">
        <p className="text-sm text-ink-2">
          <FormattedMessage
            id={
              isElsewhere
                ? 'account.confirm.elsewhere'
                : methods.length === 0 && problem === null
                  ? 'account.confirm.none'
                  : hasCode
                    ? 'account.confirm.text.link'
                    : 'account.confirm.text'
            }
          />
        </p>
        {hasPassword && (
          <PasswordField
            name="password"
            required
            autoComplete="current-password"
            label={<FormattedMessage id="account.confirm.password" />}
            wrong={problems.password && <FormattedMessage id={problems.password} />}
            showLabel={intl.formatMessage({ id: 'identity.password.show' })}
            hideLabel={intl.formatMessage({ id: 'identity.password.hide' })}
          />
        )}
        {hasCode && (
          <Field
            name="code"
            dir="ltr"
            inputMode="numeric"
            autoComplete="one-time-code"
            maxLength={10}
            required
            label={<FormattedMessage id="account.factor.code" />}
            wrong={problems.code && <FormattedMessage id={problems.code} />}
          />
        )}
        {options?.passkey && supportsPasskeys() && (
          <Button kind="outlined" isWide onClick={() => void confirmWithPasskey()}>
            <Fingerprint size={22} aria-hidden="true" />
            <FormattedMessage id="account.confirm.passkey" />
          </Button>
        )}
      </div>
    </FormDialog>
  );
}
