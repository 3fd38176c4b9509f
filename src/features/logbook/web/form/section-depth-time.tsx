import type { ReactNode } from 'react';
import { FormattedMessage } from 'react-intl';
import { Suggestion } from '../../../../ui/suggestion.tsx';
import { useFormState, useLogField } from './form-context.ts';
import { minutesOf } from './log-changes.ts';
import { NumberField, TimeField } from './number-fields.tsx';

export function SectionDepthTime() {
  return (
    <>
      <div className="two">
        <NumberField field="max_depth" isBig />
        <NumberField field="bottom_time" isBig />
      </div>
      <div className="two">
        <TimeField field="time_in" />
        <TimeField field="time_out" />
      </div>
      <BetweenSuggestion />
    </>
  );
}

const bold = (chunks: ReactNode) => <b>{chunks}</b>;

/** Where the bottom time is another one than in and out say. */
function BetweenSuggestion() {
  const minutes = useFormState(({ values }) => minutesOf(values));
  const { id, value, set, isReadOnly } = useLogField('bottom_time');
  if (minutes === null || isReadOnly || value.value === minutes) return null;
  const take = () => {
    set({ text: String(minutes), value: minutes, unit: null });
    // There is nothing to suggest any more.
    document.getElementById(id)?.focus();
  };
  return (
    <Suggestion onTake={take}>
      <FormattedMessage id="logbook.form.between" values={{ minutes, b: bold }} />
    </Suggestion>
  );
}
