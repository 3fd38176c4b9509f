import { FormattedMessage, useIntl } from 'react-intl';
import type { MessageId } from '#platform/shared/message-id.ts';
import { DateFields } from '#ui/fields/date-fields.tsx';
import { dateParts } from './parse-birthdate.ts';
import { getFieldId } from '#features/identity/web/form-alert.tsx';

interface BirthdateFieldsProps {
  problem: MessageId | undefined;
  isOptional?: boolean;
}

export function BirthdateFields({ problem, isOptional = true }: BirthdateFieldsProps) {
  const intl = useIntl();
  return (
    <DateFields
      name="birthdate"
      legend={<FormattedMessage id="identity.birthdate.label" />}
      {...(isOptional && { optional: <FormattedMessage id="identity.optional" /> })}
      tag={intl.locale}
      labels={{
        day: <FormattedMessage id="identity.birthdate.day" />,
        month: <FormattedMessage id="identity.birthdate.month" />,
        year: <FormattedMessage id="identity.birthdate.year" />,
      }}
      input={(part, index) => ({ name: part, ...(index === 0 && { id: getFieldId('birthdate') }) })}
      wrongParts={problem === undefined ? [] : dateParts}
      wrong={problem && <FormattedMessage id={problem} />}
    />
  );
}
