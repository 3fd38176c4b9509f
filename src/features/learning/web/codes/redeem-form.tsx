import { useId } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { useForm } from '#platform/web/hooks/use-form.ts';
import { Button } from '#ui/buttons/button.tsx';
import { clsx } from 'clsx';
import { FieldMessage, controlClass, controlInput } from '#ui/fields/field.tsx';
import { getCodeErrorMessageId } from './code-error-message.ts';
import { useRedeem } from './use-redeem.tsx';

const maxCodeLength = 40;

export function RedeemForm({ kind = 'outlined' }: { kind?: 'filled' | 'outlined' }) {
  const intl = useIntl();
  const messageId = useId();
  const { redeem, dialog } = useRedeem();
  const { form, problems, isBusy, showErrors } = useForm<'code'>({
    retryField: 'code',
    check: ({ code = '' }) => (/[a-z0-9]/i.test(code) ? {} : { code: 'learning.code.missing' }),
    send: ({ code = '' }) => redeem(code),
    onFailure: (error) => {
      showErrors({ problems: { code: getCodeErrorMessageId(error) }, formProblem: null });
      return true;
    },
  });
  const wrong = problems.code;
  return (
    <>
      <form {...form}>
        <div className="flex gap-2">
          <div
            className={clsx(
              controlClass({ size: 'button', state: wrong === undefined ? undefined : 'wrong' }),
              'min-w-0 flex-1',
            )}
          >
            <input
              name="code"
              className={clsx(controlInput(), 'ltr uppercase')}
              placeholder="XXXX-XXXX-XXXX"
              aria-label={intl.formatMessage({ id: 'learning.code.label' })}
              aria-describedby={messageId}
              aria-invalid={wrong ? true : undefined}
              autoComplete="off"
              autoCapitalize="characters"
              spellCheck={false}
              maxLength={maxCodeLength}
            />
          </div>
          <Button kind={kind} type="submit" isBusy={isBusy}>
            <FormattedMessage id="learning.code.redeem" />
          </Button>
        </div>
        <FieldMessage id={messageId} state={wrong ? 'wrong' : undefined}>
          {wrong && <FormattedMessage id={wrong} />}
        </FieldMessage>
      </form>
      {dialog}
    </>
  );
}
