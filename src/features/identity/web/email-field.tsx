import { FormattedMessage } from 'react-intl';
import type { MessageId } from '#platform/shared/message-id.ts';
import { Field } from '#ui/fields/field.tsx';
import { getFieldId } from './form-alert.tsx';

interface EmailFieldProps {
  value: string;
  onChange?: (value: string) => void;
  problem: MessageId | undefined;
  /** Lets the browser offer passkeys among the addresses it stores. */
  offersPasskeys?: boolean;
}

/** An address is always written left to right, and aligned with the page's direction. */
export function EmailField({ value, onChange, problem, offersPasskeys = false }: EmailFieldProps) {
  return (
    <Field
      id={getFieldId('email')}
      name="email"
      type="email"
      dir="ltr"
      autoComplete={offersPasskeys ? 'username webauthn' : 'username'}
      autoCapitalize="none"
      spellCheck={false}
      required
      defaultValue={value}
      onChange={(event) => onChange?.(event.target.value)}
      label={<FormattedMessage id="identity.email.label" />}
      wrong={problem && <FormattedMessage id={problem} />}
    />
  );
}
