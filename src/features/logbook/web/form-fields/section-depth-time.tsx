import type { ReactNode } from 'react';
import { FormattedMessage } from 'react-intl';
import { SuggestionButton } from '#ui/buttons/suggestion-button.tsx';
import { useFormState, useLogField } from '#features/logbook/web/form/form-context.ts';
import { getMinutesBetween } from '#features/logbook/web/form/log-changes.ts';
import { NumberField, TimeField } from './number-fields.tsx';
import { FieldRow } from '#ui/fields/field-row.tsx';

export function SectionDepthTime() {
  return (
    <>
      <FieldRow>
        <NumberField field="max_depth" isBig />
        <NumberField field="bottom_time" isBig />
      </FieldRow>
      <FieldRow>
        <TimeField field="time_in" />
        <TimeField field="time_out" />
      </FieldRow>
      <BottomTimeSuggestion />
    </>
  );
}

const bold = (chunks: ReactNode) => <b>{chunks}</b>;

/** Shown if the bottom time differs from the entry and exit times. */
function BottomTimeSuggestion() {
  const minutes = useFormState(({ values }) => getMinutesBetween(values));
  const { id, value, set, isReadOnly } = useLogField('bottom_time');
  if (minutes === null || isReadOnly || value.value === minutes) return null;
  const take = () => {
    set({ text: String(minutes), value: minutes, unit: null });
    // The suggestion disappears, so the field takes the focus.
    document.getElementById(id)?.focus();
  };
  return (
    <SuggestionButton onTake={take}>
      <FormattedMessage id="logbook.form.between" values={{ minutes, b: bold }} />
    </SuggestionButton>
  );
}
