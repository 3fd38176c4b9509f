import { FormattedMessage, useIntl } from 'react-intl';
import type { MessageId } from '#platform/shared/message-id.ts';
import { NewPasswordField as Field } from '#ui/fields/new-password-field.tsx';
import { findPasswordProblem } from '#features/identity/shared/rules.ts';
import { getFieldId } from './form-alert.tsx';

export function NewPasswordField({ label, problem }: { label: string; problem: MessageId | undefined }) {
  const intl = useIntl();
  return (
    <Field
      id={getFieldId('password')}
      name="password"
      required
      label={label}
      rule={<FormattedMessage id="identity.password.rule" />}
      metLabel={<FormattedMessage id="identity.password.met" />}
      meetsRule={(password) => findPasswordProblem(password) === null}
      wrong={problem && <FormattedMessage id={problem} />}
      showLabel={intl.formatMessage({ id: 'identity.password.show' })}
      hideLabel={intl.formatMessage({ id: 'identity.password.hide' })}
    />
  );
}
