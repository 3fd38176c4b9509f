import type { RefObject } from 'react';
import { FormattedMessage } from 'react-intl';
import { useTypedSearch } from '../../../platform/web/typed-search.ts';
import { Button } from '../../../ui/button.tsx';
import { Field } from '../../../ui/field.tsx';

/** As the address has it; nothing is everything. */
export interface AuditFilter {
  subject: string;
  actorId: string;
  action: string;
}

const noFilter: AuditFilter = { subject: '', actorId: '', action: '' };

export function readFilter(params: URLSearchParams): AuditFilter {
  return {
    subject: params.get('subject') ?? '',
    actorId: params.get('actorId') ?? '',
    action: params.get('action') ?? '',
  };
}

interface AuditFiltersProps {
  /** The first of them, where a key leads. */
  field: RefObject<HTMLInputElement | null>;
  filter: AuditFilter;
  onNarrow: (change: Partial<AuditFilter>) => void;
}

/** It is asked for when a word is typed, and the address can be sent to a colleague. */
export function AuditFilters({ field, filter, onNarrow }: AuditFiltersProps) {
  const isNarrow = Object.values(filter).some((value) => value !== '');
  return (
    <div className="trail-filters">
      <Narrowing
        ref={field}
        name="subject"
        placeholder="person:400001"
        maxLength={100}
        value={filter.subject}
        onChange={(subject) => onNarrow({ subject })}
      />
      <Narrowing
        name="actorId"
        placeholder="400008"
        inputMode="numeric"
        maxLength={15}
        value={filter.actorId}
        onChange={(actorId) => onNarrow({ actorId })}
      />
      <Narrowing
        name="action"
        placeholder="application"
        maxLength={60}
        value={filter.action}
        onChange={(action) => onNarrow({ action })}
      />
      {isNarrow && (
        <Button kind="quiet" size="fine" onClick={() => onNarrow(noFilter)}>
          <FormattedMessage id="association.audit.clear" />
        </Button>
      )}
    </div>
  );
}

interface NarrowingProps {
  name: keyof AuditFilter;
  placeholder: string;
  inputMode?: 'numeric';
  maxLength: number;
  value: string;
  onChange: (value: string) => void;
  ref?: RefObject<HTMLInputElement | null>;
}

function Narrowing({ name, value, onChange, ...input }: NarrowingProps) {
  const { typed, setTyped } = useTypedSearch(value, onChange);
  return (
    <Field
      {...input}
      size="fine"
      dir="ltr"
      autoComplete="off"
      spellCheck={false}
      label={<FormattedMessage id={`association.audit.filter_${name}`} />}
      value={typed}
      onChange={({ target }) => setTyped(target.value)}
    />
  );
}
