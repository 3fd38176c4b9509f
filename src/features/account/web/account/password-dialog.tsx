import type { ReactNode } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import type { MessageId } from '#platform/shared/message-id.ts';
import { useForm, type FieldErrors, type FormValues } from '#platform/web/hooks/use-form.ts';
import { FormDialog } from '#ui/overlays/form-dialog.tsx';
import { FormAlert } from '#ui/feedback/form-alert.tsx';
import { PasswordField } from '#ui/fields/password-field.tsx';

interface PasswordDialogProps<Field extends string> {
  title: ReactNode;
  submit: ReactNode;
  onClose: () => void;
  /** An external issuer manages the passwords, so a recent sign-in replaces the password. */
  isPasswordElsewhere?: boolean;
  /** Checks the fields other than the password. */
  check?: (values: FormValues) => FieldErrors<Field>;
  /** Returns the message id of an error in the browser itself, or null. */
  send: (values: FormValues) => Promise<MessageId | null>;
  /** Links that help with an error, by the error's message id. */
  help?: Record<string, ReactNode>;
  /** The description, and more fields. */
  children: (problems: FieldErrors<Field | 'password'>) => ReactNode;
}

/**
 * Asks for the caller's password before an action that another person at an open page must not take. Mounted only while
 * it is open.
 */
export function PasswordDialog<Field extends string = never>(props: PasswordDialogProps<Field>) {
  const { title, submit, onClose, isPasswordElsewhere = false, check, send, help, children } = props;
  const intl = useIntl();
  const { form, problems, formProblem, failureCount, isBusy, showErrors } = useForm<Field | 'password'>({
    retryField: 'password',
    check: (values) => ({
      ...(check?.(values) as FieldErrors<Field | 'password'>),
      ...(!isPasswordElsewhere && !values['password'] && { password: 'identity.password.invalid' }),
    }),
    send: async (values) => {
      const problem = await send(values);
      if (problem !== null) showErrors({ problems: {}, formProblem: problem });
    },
  });
  const wrong = (problems as FieldErrors<'password'>).password;
  return (
    <FormDialog
      title={title}
      form={form}
      focusField="password"
      cancelLabel={<FormattedMessage id="account.cancel" />}
      submitLabel={submit}
      isBusy={isBusy}
      onClose={onClose}
    >
      <FormAlert
        problem={
          formProblem !== null && (
            <>
              <FormattedMessage id={formProblem} /> {help?.[formProblem]}
            </>
          )
        }
        failureCount={failureCount}
      />
      <div className="grid gap-4">
        {children(problems)}
        {!isPasswordElsewhere && (
          <PasswordField
            name="password"
            required
            autoComplete="current-password"
            label={<FormattedMessage id="account.password.own" />}
            wrong={wrong && <FormattedMessage id={wrong} />}
            showLabel={intl.formatMessage({ id: 'identity.password.show' })}
            hideLabel={intl.formatMessage({ id: 'identity.password.hide' })}
          />
        )}
      </div>
    </FormDialog>
  );
}
