import { CircleCheck } from 'lucide-react';
import { useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { PasswordField } from '../../../ui/password-field.tsx';
import { VisuallyHidden } from '../../../ui/visually-hidden.tsx';
import { passwordProblem } from '../shared/rules.ts';
import { fieldId } from './form-alert.tsx';

/** Says the rule from the start, and that it is met as soon as it is. */
export function NewPasswordField({ label, problem }: { label: string; problem: string | undefined }) {
  const intl = useIntl();
  const [isMet, setIsMet] = useState(false);
  return (
    <PasswordField
      id={fieldId('password')}
      name="password"
      autoComplete="new-password"
      required
      label={label}
      hint={isMet ? <RuleMet /> : <FormattedMessage id="identity.password.rule" />}
      wrong={problem && <FormattedMessage id={problem} />}
      onChange={(event) => setIsMet(passwordProblem(event.target.value) === null)}
      showLabel={intl.formatMessage({ id: 'identity.password.show' })}
      hideLabel={intl.formatMessage({ id: 'identity.password.hide' })}
    />
  );
}

/** The same words, so that nothing moves while typing. */
function RuleMet() {
  return (
    <span className="flex gap-1.5 text-accent-text">
      <CircleCheck size={16} aria-hidden="true" className="mt-[3px]" />
      <span>
        <VisuallyHidden>
          <FormattedMessage id="identity.password.met" />
        </VisuallyHidden>
        <FormattedMessage id="identity.password.rule" />
      </span>
    </span>
  );
}
