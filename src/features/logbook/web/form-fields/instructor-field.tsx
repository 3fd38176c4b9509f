import { BadgeCheck } from '#ui/icons/icons.ts';
import { FormattedMessage, useIntl } from 'react-intl';
import { currentLocale } from '#platform/web/i18n/i18n.tsx';
import { instructorName } from '#features/logbook/shared/instructor-name.ts';
import { useInstructor } from '#features/logbook/web/queries.ts';
import { TextField } from './fields.tsx';
import { useFormState } from '#features/logbook/web/form/form-context.ts';
import { parseInstructorNumber } from '#features/logbook/web/form/log-values.ts';
import { useDebounced } from './use-debounced.ts';

/** Looks up the number while typing and shows the name below. */
export function InstructorField() {
  const intl = useIntl();
  const number = useFormState(({ values }) => parseInstructorNumber(values));
  const debounced = useDebounced(number, 300);
  const { data, isFetching } = useInstructor(debounced);
  const isKnown = number !== null && number === debounced;
  const isUnknown = isKnown && !isFetching && data === null;
  return (
    <TextField
      field="memsys_member_number"
      className="num"
      inputMode="numeric"
      maxLength={9}
      placeholder={intl.formatMessage({ id: 'logbook.form.instructor_placeholder' })}
      wrong={isUnknown && <FormattedMessage id="error.logbook.unknown_instructor" />}
      hint={
        isKnown && data ? (
          <span className="inline-flex items-center gap-1 text-accent-text">
            <BadgeCheck size={16} aria-hidden="true" />
            <bdi>{instructorName(data, currentLocale())}</bdi>
          </span>
        ) : number !== null && !isUnknown && isFetching ? (
          <FormattedMessage id="logbook.form.instructor_looking" />
        ) : null
      }
    />
  );
}
