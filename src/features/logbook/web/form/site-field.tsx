import { MapPin } from 'lucide-react';
import { useDeferredValue } from 'react';
import { useIntl } from 'react-intl';
import { SuggestField } from '../../../../ui/suggest-field.tsx';
import { useSites } from '../queries.ts';
import { label, useWrong } from './fields.tsx';
import { useLogField } from './form-context.ts';
import { mostLetters } from './log-checks.ts';
import { useQuiet } from './use-quiet.ts';

/** Where it was: a site somebody has been to before, or a new one, which is added by saving it. */
export function SiteField() {
  const intl = useIntl();
  const { id, value, set, isReadOnly } = useLogField('dive_location');
  const sites = useSites(useQuiet(useDeferredValue(value.trim()), 150));
  const choices = (sites.data ?? []).filter(({ name }) => name !== value).map(({ id, name }) => ({ id, label: name }));
  return (
    <SuggestField
      id={id}
      label={label('dive_location')}
      value={value}
      onChange={(text) => text !== value && set(text)}
      choices={value.trim() === '' ? [] : choices}
      placeholder={intl.formatMessage({ id: 'logbook.form.site_placeholder' })}
      maxLength={mostLetters.dive_location}
      end={<MapPin size={18} aria-hidden="true" />}
      isReadOnly={isReadOnly}
      wrong={useWrong('dive_location')}
    />
  );
}
