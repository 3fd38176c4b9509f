import { FormattedMessage } from 'react-intl';
import { Field } from '../../../../ui/field.tsx';
import { today } from './record-words.ts';

export interface SignWords {
  signedOn: string;
  note: string;
}

/** As the date field has it on the day of signing. */
export const emptySignWords = (): SignWords => ({ signedOn: today(), note: '' });

export function isSignable({ signedOn }: SignWords): boolean {
  return signedOn !== '' && signedOn <= today();
}

/** When it was shown, and what is to be said about it. */
export function SignFields({ words, onChange }: { words: SignWords; onChange: (words: SignWords) => void }) {
  return (
    <div className="sign-fields">
      <Field
        type="date"
        label={<FormattedMessage id="learning.sign.date" />}
        max={today()}
        value={words.signedOn}
        wrong={!isSignable(words) && <FormattedMessage id="error.learning.future_date" />}
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
