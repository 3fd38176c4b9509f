import { useIntl } from 'react-intl';
import { formatDateTime, formatDay, type DayFormat } from '#platform/shared/format-day.ts';

/** A day in the reader's language. A date without a time is the same day in every time zone. */
export function FormattedDay({ value, format = 'medium' }: { value: string; format?: DayFormat }) {
  return formatDay(useIntl(), value, format);
}

export function FormattedDateTime({ value }: { value: string }) {
  return formatDateTime(useIntl(), value);
}
