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
  /** Where another issuer keeps the passwords, a sign-in of late stands for it. */
  isPasswordElsewhere?: boolean;
  /** What is wrong with the fields beside the password. */
  check?: (values: FormValues) => FieldErrors<Field>;
  /** Answers the message of what went wrong in the browser itself, or null. */
  send: (values: FormValues) => Promise<string | null>;
  /** Links to where the error can be solved, by the error's message. */
  help?: Record<string, ReactNode>;
  /** Says what it is about; more fields stand here too. */
  children: (problems: FieldErrors<Field | 'password'>) => ReactNode;
}

/** Asks for one's own password before something that a passer-by at an open page must not do. Drawn while it is open. */
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
