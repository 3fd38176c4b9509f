import type { RefObject } from 'react';
import { FormattedMessage } from 'react-intl';
import { useDebouncedSearch } from '#platform/web/hooks/use-debounced-search.ts';
import { Button } from '#ui/buttons/button.tsx';
import { Field } from '#ui/fields/field.tsx';
import { logFilters } from '#features/association/web/log-page.tsx';

/** The filter in the URL; empty fields match everything. */
export interface AuditFilter {
  subject: string;
  actorId: string;
  action: string;
}

const noFilter: AuditFilter = { subject: '', actorId: '', action: '' };

export function parseAuditFilter(params: URLSearchParams): AuditFilter {
  return {
    subject: params.get('subject') ?? '',
    actorId: params.get('actorId') ?? '',
    action: params.get('action') ?? '',
  };
}

interface AuditFiltersProps {
  /** The first field, which a shortcut focuses. */
  field: RefObject<HTMLInputElement | null>;
  filter: AuditFilter;
  onNarrow: (change: Partial<AuditFilter>) => void;
}

/** The filters apply while typing and are stored in the URL, so a view can be shared. */
export function AuditFilters({ field, filter, onNarrow }: AuditFiltersProps) {
  const isNarrow = Object.values(filter).some((value) => value !== '');
  return (
    <div className={logFilters}>
      <ActiveFilter
        ref={field}
        name="subject"
        placeholder="person:400001"
        maxLength={100}
        value={filter.subject}
        onChange={(subject) => onNarrow({ subject })}
      />
      <ActiveFilter
        name="actorId"
        placeholder="400008"
        inputMode="numeric"
        maxLength={15}
        value={filter.actorId}
        onChange={(actorId) => onNarrow({ actorId })}
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
    </div>
  );
}

interface ActiveFilterProps {
  name: keyof AuditFilter;
  placeholder: string;
  inputMode?: 'numeric';
  maxLength: number;
  value: string;
  onChange: (value: string) => void;
  ref?: RefObject<HTMLInputElement | null>;
}

function ActiveFilter({ name, value, onChange, ...input }: ActiveFilterProps) {
  const { typed, setTyped } = useDebouncedSearch(value, onChange);
  return (
    <Field
      {...input}
      size="sm"
      dir="ltr"
      autoComplete="off"
      spellCheck={false}
      label={<FormattedMessage id={`association.audit.filter_${name}`} />}
      value={typed}
      onChange={({ target }) => setTyped(target.value)}
    />
  );
}
