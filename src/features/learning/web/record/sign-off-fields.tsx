import { FormattedMessage } from 'react-intl';
import { Field } from '#ui/fields/field.tsx';
import { today } from '#features/learning/web/format.ts';

export interface SignOffValues {
  signedOn: string;
  note: string;
}

export const createSignOffValues = (): SignOffValues => ({ signedOn: today(), note: '' });

export function isSignOffValid({ signedOn }: SignOffValues): boolean {
  return signedOn !== '' && signedOn <= today();
}

export function SignOffFields({
  values,
  onChange,
}: {
  values: SignOffValues;
  onChange: (values: SignOffValues) => void;
}) {
  return (
    <div className="sign-fields">
      <Field
        type="date"
        label={<FormattedMessage id="learning.sign.date" />}
        max={today()}
        value={values.signedOn}
        wrong={!isSignOffValid(values) && <FormattedMessage id="error.learning.future_date" />}
        onChange={({ target }) => onChange({ ...values, signedOn: target.value })}
      />
      <Field
        label={<FormattedMessage id="learning.sign.note" />}
        optional={<FormattedMessage id="learning.sign.optional" />}
        maxLength={500}
        value={values.note}
        onChange={({ target }) => onChange({ ...values, note: target.value })}
      />
    </div>
  );
}
