import { FormattedMessage, useIntl } from 'react-intl';
import { useDebouncedSearch } from '#platform/web/hooks/use-debounced-search.ts';
import { Button } from '#ui/buttons/button.tsx';
import { Field } from '#ui/fields/field.tsx';
import { Switch } from '#ui/fields/switch.tsx';

/** The filter in the URL; empty fields match everything. */
export interface AuditFilter {
  subject: string;
  /** A name or a number. */
  actor: string;
  action: string;
  /** '1' also shows entries that only record an access. */
  readings: string;
}

const noFilter: AuditFilter = { subject: '', actor: '', action: '', readings: '' };

export function parseAuditFilter(params: URLSearchParams): AuditFilter {
  return {
    subject: params.get('subject') ?? '',
    // Links of earlier versions have a number here.
    actor: params.get('actor') ?? params.get('actorId') ?? '',
    action: params.get('action') ?? '',
    readings: params.get('readings') === '1' ? '1' : '',
  };
}

interface AuditFiltersProps {
  filter: AuditFilter;
  onNarrow: (change: Partial<AuditFilter>) => void;
}

/** The filters apply while typing and are stored in the URL, so a view can be shared. */
export function AuditFilters({ filter, onNarrow }: AuditFiltersProps) {
  const intl = useIntl();
  const isNarrow = Object.values(filter).some((value) => value !== '');
  return (
    <>
      <ActiveFilter
        name="subject"
        type="search"
        placeholder={intl.formatMessage({ id: 'association.audit.person' })}
        maxLength={100}
        value={filter.subject}
        onChange={(subject) => onNarrow({ subject })}
      />
      <ActiveFilter
        name="actor"
        placeholder={intl.formatMessage({ id: 'association.audit.person' })}
        maxLength={100}
        value={filter.actor}
        onChange={(actor) => onNarrow({ actor })}
      />
      <ActiveFilter
        name="action"
        placeholder="application"
        maxLength={60}
        value={filter.action}
        onChange={(action) => onNarrow({ action })}
      />
      {isNarrow && (
        <Button kind="quiet" size="sm" onClick={() => onNarrow(noFilter)}>
          <FormattedMessage id="association.audit.clear" />
        </Button>
      )}
      <div className="sm:col-span-full">
        <Switch
          className="justify-end text-sm [&>span]:flex-initial"
          label={<FormattedMessage id="association.audit.readings" />}
          checked={filter.readings === '1'}
          onChange={({ target }) => onNarrow({ readings: target.checked ? '1' : '' })}
        />
      </div>
    </>
  );
}

interface ActiveFilterProps {
  name: 'subject' | 'actor' | 'action';
  /** The slash key moves to a search field. */
  type?: 'search';
  placeholder: string;
  maxLength: number;
  value: string;
  onChange: (value: string) => void;
}

function ActiveFilter({ name, value, onChange, ...input }: ActiveFilterProps) {
  const { typed, setTyped, flush } = useDebouncedSearch(value, onChange);
  return (
    <Field
      {...input}
      name={name}
      size="sm"
      dir="auto"
      autoComplete="off"
      spellCheck={false}
      label={<FormattedMessage id={`association.audit.filter_${name}`} />}
      value={typed}
      onChange={({ target }) => setTyped(target.value)}
      onKeyDown={({ key }) => key === 'Enter' && flush()}
    />
  );
}
