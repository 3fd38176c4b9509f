import { useEffect, useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import type { MessageId } from '#platform/shared/message-id.ts';
import type { ApiError } from '#platform/web/client/client.ts';
import { useForm } from '#platform/web/hooks/use-form.ts';
import { Button } from '#ui/buttons/button.tsx';
import { Field } from '#ui/fields/field.tsx';
import type { Interaction, RequiredFactor } from '#features/identity/shared/contract.ts';
import { AccountHead } from '#features/identity/web/account-frame.tsx';
import { identityClient } from '#features/identity/web/client.ts';
import { EnrollFactorForm } from './enroll-factor-form.tsx';
import { getFieldId, FormAlert } from '#features/identity/web/form-alert.tsx';
import { PasskeyButton } from './passkey-button.tsx';
import { findDemoCode } from '#features/identity/web/queries.ts';
import { RecoveryCodesStep } from './recovery-codes-step.tsx';
import { verbatim } from '#features/identity/web/rich-text.tsx';

export interface SecondFactorStepProps {
  uid: string;
  interaction: Interaction;
  requiredFactor: RequiredFactor;
  email: string;
  onFailure: (error: ApiError) => boolean;
}

/** The step after a correct password: a code, a passkey, or the setup of the first factor. */
export function SecondFactorStep(props: SecondFactorStepProps) {
  const [done, setDone] = useState<{ redirectTo: string; codes: string[] } | null>(null);
  if (done !== null)
    return <RecoveryCodesStep codes={done.codes} onContinue={() => location.assign(done.redirectTo)} />;
  if (props.requiredFactor.next === 'enroll-factor')
    return <EnrollFactorForm uid={props.uid} onFailure={props.onFailure} onDone={setDone} />;
  return props.requiredFactor.methods.includes('totp') ? <CodeForm {...props} /> : <PasskeyOnly {...props} />;
}

function CodeForm({ uid, interaction, requiredFactor, email, onFailure }: SecondFactorStepProps) {
  const intl = useIntl();
  const demoCode = findDemoCode(interaction, email);
  const { form, problems, formProblem, failureCount, showErrors, isBusy } = useForm<'code'>({
    retryField: 'code',
    onFailure,
    check: ({ code = '' }) => (code.trim() === '' ? { code: 'identity.code.missing' } : {}),
    send: async ({ code = '' }) => {
      const answer = await identityClient('POST interaction/{uid}/second-factor', { params: { uid }, body: { code } });
      location.assign(answer.redirectTo);
      return 'leaving';
    },
  });
  useEffect(
    () => form.ref.current?.querySelector<HTMLInputElement>('input[name=code]')?.focus({ preventScroll: true }),
    [form.ref],
  );

  return (
    <>
      <AccountHead
        title={intl.formatMessage({ id: 'identity.code.title' })}
        text={<FormattedMessage id="identity.code.text" />}
      />
      <form {...form} className="mt-7">
        <FormAlert formProblem={formProblem} failureCount={failureCount} />
        <div className="grid gap-4">
          <Field
            id={getFieldId('code')}
            name="code"
            dir="ltr"
            autoComplete="one-time-code"
            autoCapitalize="none"
            spellCheck={false}
            maxLength={64}
            required
            {...(demoCode !== null && { defaultValue: demoCode })}
            label={<FormattedMessage id="identity.code.label" />}
            hint={
              demoCode === null ? (
                <FormattedMessage id="identity.code.hint" />
              ) : (
                <FormattedMessage id="identity.code.demo" values={{ value: demoCode, code: verbatim }} />
              )
            }
            wrong={problems.code && <FormattedMessage id={problems.code} />}
          />
          <Button type="submit" size="lg" isWide isBusy={isBusy}>
            <FormattedMessage id="identity.code.submit" />
          </Button>
          {requiredFactor.methods.includes('passkey') && (
            <PasskeyButton
              uid={uid}
              isBusy={isBusy}
              onFailure={onFailure}
              onError={(problem) => showErrors({ problems: {}, formProblem: problem })}
            />
          )}
        </div>
      </form>
    </>
  );
}

function PasskeyOnly({ uid, onFailure }: SecondFactorStepProps) {
  const intl = useIntl();
  const [problem, setProblem] = useState<MessageId | null>(null);
  return (
    <>
      <AccountHead
        title={intl.formatMessage({ id: 'identity.passkey_step.title' })}
        text={<FormattedMessage id="identity.passkey_step.text" />}
        takesFocus
      />
      <div className="mt-7 grid gap-4">
        <FormAlert formProblem={problem} failureCount={0} />
        <PasskeyButton uid={uid} isBusy={false} isOnly onFailure={onFailure} onError={setProblem} />
      </div>
    </>
  );
}
