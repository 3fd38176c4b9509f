import { FormattedMessage, useIntl } from 'react-intl';
import type { MessageId } from '#platform/shared/message-id.ts';
import { securityEventKinds } from '#platform/shared/security-events.ts';
import { useDebouncedSearch } from '#platform/web/hooks/use-debounced-search.ts';
import { Button } from '#ui/buttons/button.tsx';
import { Field, FieldFrame } from '#ui/fields/field.tsx';

/** The filter in the URL; empty fields match everything. */
export interface SecurityFilter {
  /** A person number or an email address. */
  person: string;
  kind: string;
  day: string;
}

const noFilter: SecurityFilter = { person: '', kind: '', day: '' };

export function parseSecurityFilter(params: URLSearchParams): SecurityFilter {
  return { person: params.get('person') ?? '', kind: params.get('kind') ?? '', day: params.get('day') ?? '' };
}

interface SecurityFiltersProps {
  filter: SecurityFilter;
  onNarrow: (change: Partial<SecurityFilter>) => void;
}

export function SecurityFilters({ filter, onNarrow }: SecurityFiltersProps) {
  const intl = useIntl();
  const { typed, setTyped, flush } = useDebouncedSearch(filter.person, (person) => onNarrow({ person }));
  const isNarrow = Object.values(filter).some((value) => value !== '');
  return (
    <>
      <Field
        name="person"
        type="search"
        size="sm"
        dir="ltr"
        autoComplete="off"
        spellCheck={false}
        maxLength={254}
        placeholder="400008"
        label={<FormattedMessage id="association.security.filter_person" />}
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
        onKeyDown={({ key }) => key === 'Enter' && flush()}
      />
      <FieldFrame size="sm" label={<FormattedMessage id="association.security.filter_kind" />}>
        {(control) => (
          <select {...control} value={filter.kind} onChange={({ target }) => onNarrow({ kind: target.value })}>
            <option value="">{intl.formatMessage({ id: 'association.security.all_kinds' })}</option>
            {securityEventKinds.map((kind) => (
              <option key={kind} value={kind}>
                {intl.formatMessage({ id: `association.security.kind.${kind.replaceAll('.', '_')}` as MessageId })}
              </option>
            ))}
          </select>
        )}
      </FieldFrame>
      <Field
        size="sm"
        type="date"
        label={<FormattedMessage id="association.security.filter_day" />}
        value={filter.day}
        onChange={({ target }) => onNarrow({ day: target.value })}
      />
      {isNarrow && (
        <Button kind="quiet" size="sm" onClick={() => onNarrow(noFilter)}>
          <FormattedMessage id="association.audit.clear" />
        </Button>
      )}
    </>
  );
}
