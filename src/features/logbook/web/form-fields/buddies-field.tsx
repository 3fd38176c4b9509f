import { FormattedMessage, useIntl } from 'react-intl';
import { NameListField } from '#ui/fields/name-list-field.tsx';
import { limits } from '#features/logbook/shared/rules.ts';
import { renderLabel, useFieldError } from './fields.tsx';
import { useLogField } from '#features/logbook/web/form/form-context.ts';

export function BuddiesField() {
  const intl = useIntl();
  const { id, value, set, isReadOnly } = useLogField('buddies');
  return (
    <NameListField
      id={id}
      label={renderLabel('buddies')}
      names={value}
      onChange={set}
      max={limits.buddies}
      maxLength={limits.name}
      addLabel={intl.formatMessage({ id: 'logbook.form.buddy_add' })}
      removeLabel={(name) => intl.formatMessage({ id: 'logbook.form.buddy_remove' }, { name })}
      full={intl.formatMessage({ id: 'logbook.form.buddies_full' })}
      hint={<FormattedMessage id="logbook.form.buddy_hint" />}
      isReadOnly={isReadOnly}
      wrong={useFieldError('buddies')}
    />
  );
}
