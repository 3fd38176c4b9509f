import { useEffect, useId, type ReactNode } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { useForm, type FieldErrors, type FormValues } from '#platform/web/hooks/use-form.ts';
import { Button } from '#ui/buttons/button.tsx';
import { Dialog } from '#ui/overlays/dialog.tsx';
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
  send: (values: FormValues) => Promise<string | null>;
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
  const formId = useId();
  const { form, problems, formProblem, refusals, isBusy, refuse } = useForm<Field | 'password'>({
    retryField: 'password',
    check: (values) => ({
      ...(check?.(values) as FieldErrors<Field | 'password'>),
      ...(!isPasswordElsewhere && !values['password'] && { password: 'identity.password.invalid' }),
    }),
    send: async (values) => {
      const problem = await send(values);
      if (problem !== null) refuse({ problems: {}, formProblem: problem });
    },
  });
  useEffect(() => {
    form.ref.current?.querySelector<HTMLInputElement>('[name=password]')?.focus();
  }, [form.ref]);
  const wrong = (problems as FieldErrors<'password'>).password;
  return (
    <Dialog
      isOpen
      onOpenChange={onClose}
      title={title}
      actions={
        <>
          <Button kind="quiet" onClick={onClose}>
            <FormattedMessage id="account.cancel" />
          </Button>
          <Button type="submit" form={formId} isBusy={isBusy}>
            {submit}
          </Button>
        </>
      }
    >
      <form {...form} id={formId}>
        <FormAlert
          problem={
            formProblem !== null && (
              <>
                <FormattedMessage id={formProblem} /> {help?.[formProblem]}
              </>
            )
          }
          refusals={refusals}
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
      </form>
    </Dialog>
  );
}
