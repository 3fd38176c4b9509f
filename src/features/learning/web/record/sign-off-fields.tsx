import { clsx } from 'clsx';
import { FormattedMessage } from 'react-intl';
import { Field } from '#ui/fields/field.tsx';
import { getLocalIsoDate } from '#platform/shared/dates.ts';

export interface SignOffValues {
  signedOn: string;
  note: string;
}

export const createSignOffValues = (): SignOffValues => ({ signedOn: getLocalIsoDate(), note: '' });

export function isSignOffValid({ signedOn }: SignOffValues): boolean {
  return signedOn !== '' && signedOn <= getLocalIsoDate();
}

export function SignOffFields({
  values,
  onChange,
  className,
}: {
  values: SignOffValues;
  onChange: (values: SignOffValues) => void;
  className?: string;
}) {
  return (
    <div className={clsx('grid grid-cols-[repeat(auto-fit,minmax(min(200px,100%),1fr))] gap-3', className)}>
      <Field
        type="date"
        label={<FormattedMessage id="learning.sign.date" />}
        max={getLocalIsoDate()}
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
