import { MapPin } from '#ui/icons/icons.ts';
import { useDeferredValue } from 'react';
import { useIntl } from 'react-intl';
import { AutocompleteField } from '#ui/fields/autocomplete-field.tsx';
import { useDiveSites } from '#features/logbook/web/queries.ts';
import { renderLabel, useFieldError } from './fields.tsx';
import { useLogField } from '#features/logbook/web/form/form-context.ts';
import { maxLengths } from '#features/logbook/web/form/log-validation.ts';
import { useDebounced } from './use-debounced.ts';

/** A known site, or a new one that is added on save. */
export function SiteField() {
  const intl = useIntl();
  const { id, value, set, isReadOnly } = useLogField('dive_location');
  const sites = useDiveSites(useDebounced(useDeferredValue(value.trim()), 150));
  const choices = (sites.data ?? []).filter(({ name }) => name !== value).map(({ id, name }) => ({ id, label: name }));
  return (
    <AutocompleteField
      id={id}
      label={renderLabel('dive_location')}
      value={value}
      onChange={(text) => text !== value && set(text)}
      choices={value.trim() === '' ? [] : choices}
      placeholder={intl.formatMessage({ id: 'logbook.form.site_placeholder' })}
      maxLength={maxLengths.dive_location}
      end={<MapPin size={18} aria-hidden="true" />}
      isReadOnly={isReadOnly}
      wrong={useFieldError('dive_location')}
    />
  );
}
