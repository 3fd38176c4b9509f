import { FormattedMessage } from 'react-intl';
import { Field } from '#ui/fields/field.tsx';

interface StartFieldProps {
  start: string | null;
  /** The start is UTC, and the time at the site is unknown. */
  isUtc: boolean;
  onStart: (start: string | null) => void;
}

/** Asks when a dive started, if its file doesn't say it. */
export function StartField({ start, isUtc, onStart }: StartFieldProps) {
  const shown = start?.slice(0, 16) ?? '';
  return (
    <Field
      className="mt-2 max-w-80"
      type="datetime-local"
      label={<FormattedMessage id="logbook.import.start" />}
      {...(isUtc && { hint: <FormattedMessage id="logbook.import.warning.utc-only" /> })}
      defaultValue={shown}
      // Checked when the field is left, because the row moves to another group once it has a date.
      onBlur={({ target: { value } }) => {
        if (value !== shown) onStart(value === '' ? null : `${value}:00`);
      }}
    />
  );
}
