import { FormattedMessage, useIntl } from 'react-intl';
import { NewPasswordField as Field } from '../../../ui/new-password-field.tsx';
import { passwordProblem } from '../shared/rules.ts';
import { fieldId } from './form-alert.tsx';

export function NewPasswordField({ label, problem }: { label: string; problem: string | undefined }) {
  const intl = useIntl();
  return (
    <Field
      id={fieldId('password')}
      name="password"
      required
      label={label}
      rule={<FormattedMessage id="identity.password.rule" />}
      metLabel={<FormattedMessage id="identity.password.met" />}
      meetsRule={(password) => passwordProblem(password) === null}
      wrong={problem && <FormattedMessage id={problem} />}
      showLabel={intl.formatMessage({ id: 'identity.password.show' })}
      hideLabel={intl.formatMessage({ id: 'identity.password.hide' })}
    />
  );
}
