import { FormattedMessage, useIntl, type IntlShape } from 'react-intl';
import { Link, useLocation } from 'react-router';
import { LinkButton } from '#ui/buttons/button.tsx';
import { CopyButton } from '#ui/buttons/copy-button.tsx';
import type { AuditEntry } from '#features/association/shared/contract.ts';
import type { AuditFilter } from './audit-filters.tsx';
import { formatAction } from './format-action.ts';
import { Fact } from '#features/association/web/facts.tsx';
import { LogCode, LogEntry } from '#features/association/web/log-page.tsx';

interface AuditEntryRowProps {
  entry: AuditEntry;
  onNarrow: (change: Partial<AuditFilter>) => void;
}

/** One audit entry as a sentence, with its details. */
export function AuditEntryRow({ entry, onNarrow }: AuditEntryRowProps) {
  const intl = useIntl();
  const { date, action, actorId, subject, correlationId, data, seq, hash } = entry;
  return (
    <LogEntry date={date} person={<bdi>{formatActor(intl, entry)}</bdi>} event={formatAction(intl, entry)} data={data}>
      <Fact name={<FormattedMessage id="association.audit.subject" />}>
        <SubjectLink subject={subject} />
        <FilterButton onClick={() => onNarrow({ subject })} />
      </Fact>
      {actorId !== null && (
        <Fact name={<FormattedMessage id="association.audit.actor" />}>
          <Link to={`/desk/people/${actorId}`}>{actorId}</Link>
          <FilterButton onClick={() => onNarrow({ actor: String(actorId) })} />
        </Fact>
      )}
      <Fact name={<FormattedMessage id="association.audit.action" />}>
        <LogCode>{action}</LogCode>
        <FilterButton onClick={() => onNarrow({ action })} />
      </Fact>
      <Fact name={<FormattedMessage id="association.audit.correlation" />}>
        <LogCode>{correlationId}</LogCode>
        <CopyButton
          text={correlationId}
          label={intl.formatMessage({ id: 'association.audit.copy' })}
          copied={intl.formatMessage({ id: 'association.look.copied' })}
          notCopied={intl.formatMessage({ id: 'association.look.not_copied' })}
        />
      </Fact>
      <Fact name={<FormattedMessage id="association.audit.chain" />}>
        <LogCode>
          {seq} {hash.slice(0, 16)}…
        </LogCode>
      </Fact>
    </LogEntry>
  );
}

function FilterButton({ onClick }: { onClick: () => void }) {
  return (
    <LinkButton className="ms-auto min-h-7 text-(length:--t-xs)" onClick={onClick}>
      <FormattedMessage id="association.audit.only" />
    </LinkButton>
  );
}

/** Automatic actions have no actor, and erased persons have no name. */
function formatActor(intl: IntlShape, { actorId, actorName }: AuditEntry): string {
  if (actorId === null) return intl.formatMessage({ id: 'association.audit.portal' });
  return actorName ?? String(actorId);
}

function SubjectLink({ subject }: { subject: string }) {
  const { pathname, search } = useLocation();
  const [, kind, id] = /^(person|application):(\d+)$/.exec(subject) ?? [];
  if (id === undefined) return <LogCode>{subject}</LogCode>;
  return (
    <Link
      to={kind === 'person' ? `/desk/people/${id}` : `/applications/${id}`}
      state={{ from: `${pathname}${search}` }}
    >
      {subject}
    </Link>
  );
}
