import { useId } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { useForm } from '#platform/web/hooks/use-form.ts';
import { Button } from '#ui/buttons/button.tsx';
import { classNames } from '#ui/styles/class-names.ts';
import { FieldMessage } from '#ui/fields/field.tsx';
import { getCodeErrorMessageId } from './code-error-message.ts';
import { useRedeem } from './use-redeem.tsx';

const maxCodeLength = 40;

export function RedeemForm({ kind = 'outlined' }: { kind?: 'filled' | 'outlined' }) {
  const intl = useIntl();
  const messageId = useId();
  const { redeem, dialog } = useRedeem();
  const { form, problems, isBusy, refuse } = useForm<'code'>({
    retryField: 'code',
    check: ({ code = '' }) => (/[a-z0-9]/i.test(code) ? {} : { code: 'learning.code.missing' }),
    send: ({ code = '' }) => redeem(code),
    onFailure: (error) => {
      refuse({ problems: { code: getCodeErrorMessageId(error) }, formProblem: null });
      return true;
    },
  });
  const wrong = problems.code;
  return (
    <>
      <form {...form} className={classNames('field', wrong && 'wrong')}>
        <div className="code-form">
          <div className="ctl">
            <input
              name="code"
              className="ltr"
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
