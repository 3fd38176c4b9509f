import { FormattedMessage, useIntl } from 'react-intl';
import { NameListField } from '../../../../ui/name-list-field.tsx';
import { limits } from '../../shared/rules.ts';
import { label, useWrong } from './fields.tsx';
import { useLogField } from './form-context.ts';

export function BuddiesField() {
  const intl = useIntl();
  const { id, value, set, isReadOnly } = useLogField('buddies');
  return (
    <NameListField
      id={id}
      label={label('buddies')}
      names={value}
      onChange={set}
      max={limits.buddies}
      maxLength={limits.name}
      addLabel={intl.formatMessage({ id: 'logbook.form.buddy_add' })}
      removeLabel={(name) => intl.formatMessage({ id: 'logbook.form.buddy_remove' }, { name })}
      full={intl.formatMessage({ id: 'logbook.form.buddies_full' })}
      hint={<FormattedMessage id="logbook.form.buddy_hint" />}
      isReadOnly={isReadOnly}
      wrong={useWrong('buddies')}
    />
  );
}
