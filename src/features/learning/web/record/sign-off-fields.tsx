import { FormattedMessage } from 'react-intl';
import { Field } from '#ui/fields/field.tsx';
import { today } from './record-format.ts';

export interface SignOffValues {
  signedOn: string;
  note: string;
}

export const createSignOffValues = (): SignOffValues => ({ signedOn: today(), note: '' });

export function isSignOffValid({ signedOn }: SignOffValues): boolean {
  return signedOn !== '' && signedOn <= today();
}

export function SignOffFields({ words, onChange }: { words: SignOffValues; onChange: (words: SignOffValues) => void }) {
  return (
    <div className="sign-fields">
      <Field
        type="date"
        label={<FormattedMessage id="learning.sign.date" />}
        max={today()}
        value={words.signedOn}
        wrong={!isSignOffValid(words) && <FormattedMessage id="error.learning.future_date" />}
        onChange={({ target }) => onChange({ ...words, signedOn: target.value })}
      />
      <Field
        label={<FormattedMessage id="learning.sign.note" />}
        optional={<FormattedMessage id="learning.sign.optional" />}
        maxLength={500}
        value={words.note}
        onChange={({ target }) => onChange({ ...words, note: target.value })}
      />
    </div>
  );
}
