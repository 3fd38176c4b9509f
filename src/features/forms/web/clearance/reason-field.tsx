import type { ReactNode } from 'react';
import { FormattedMessage } from 'react-intl';
import { TextAreaField } from '#ui/fields/field.tsx';

interface ReasonFieldProps {
  value: string;
  onChange: (value: string) => void;
  isMissing: boolean;
  hint?: ReactNode;
}

/** The required reason for a decision about a medical form. */
export function ReasonField({ value, onChange, isMissing, hint }: ReasonFieldProps) {
  return (
    <TextAreaField
      dir="auto"
      required
      maxLength={500}
      label={<FormattedMessage id="forms.confirm.reason" />}
      hint={hint}
      value={value}
      onChange={({ target }) => onChange(target.value)}
      wrong={isMissing && <FormattedMessage id="forms.confirm.reason_missing" />}
    />
  );
}
