import { FormattedDate, FormattedMessage, useIntl, type IntlShape } from 'react-intl';
import { Link, useLocation } from 'react-router';
import { LinkButton } from '#ui/buttons/button.tsx';
import { CopyButton } from '#ui/buttons/copy-button.tsx';
import type { AuditEntry } from '#features/association/shared/contract.ts';
import type { AuditFilter } from './audit-filters.tsx';
import { Fact, Facts } from '#features/association/web/facts.tsx';

interface AuditEntryRowProps {
  entry: AuditEntry;
  onNarrow: (change: Partial<AuditFilter>) => void;
}

/** One audit entry as a sentence, with its details. */
export function AuditEntryRow({ entry, onNarrow }: AuditEntryRowProps) {
  const intl = useIntl();
  const { date, action, actorId, subject, correlationId, data, seq, hash } = entry;
  return (
    <li>
      <details>
        <summary>
          <time dateTime={date}>
            <FormattedDate value={date} dateStyle="short" timeStyle="medium" />
          </time>
          <b>
            <bdi>{formatActor(intl, entry)}</bdi>
          </b>
          <span>{formatAction(intl, entry)}</span>
        </summary>
        <Facts>
          <Fact name={<FormattedMessage id="association.audit.subject" />}>
            <SubjectLink subject={subject} />
            <LinkButton className="end" onClick={() => onNarrow({ subject })}>
              <FormattedMessage id="association.audit.only" />
            </LinkButton>
          </Fact>
          {actorId !== null && (
            <Fact name={<FormattedMessage id="association.audit.actor" />}>
              <Link to={`/desk/people/${actorId}`}>{actorId}</Link>
              <LinkButton className="end" onClick={() => onNarrow({ actorId: String(actorId) })}>
                <FormattedMessage id="association.audit.only" />
              </LinkButton>
            </Fact>
          )}
          <Fact name={<FormattedMessage id="association.audit.action" />}>
            <code>{action}</code>
            <LinkButton className="end" onClick={() => onNarrow({ action })}>
              <FormattedMessage id="association.audit.only" />
            </LinkButton>
          </Fact>
          <Fact name={<FormattedMessage id="association.audit.correlation" />}>
            <code>{correlationId}</code>
            <CopyButton
              text={correlationId}
              label={intl.formatMessage({ id: 'association.audit.copy' })}
              copied={intl.formatMessage({ id: 'association.look.copied' })}
              notCopied={intl.formatMessage({ id: 'association.look.not_copied' })}
            />
          </Fact>
          <Fact name={<FormattedMessage id="association.audit.chain" />}>
            <code>
              {seq} {hash.slice(0, 16)}…
            </code>
          </Fact>
          <Fact name={<FormattedMessage id="association.audit.data" />}>
            {/* Focusable, so long data can be scrolled with the keyboard. */}
            {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
            <pre dir="ltr" tabIndex={0}>
              {JSON.stringify(data, null, 2)}
            </pre>
          </Fact>
        </Facts>
      </details>
    </li>
  );
}

/** Automatic actions have no actor, and erased persons have no name. */
function formatActor(intl: IntlShape, { actorId, actorName }: AuditEntry): string {
  if (actorId === null) return intl.formatMessage({ id: 'association.audit.portal' });
  return actorName ?? String(actorId);
}

/** Actions without a message are shown by their name. */
function formatAction(intl: IntlShape, { action, subject, subjectName }: AuditEntry): string {
  const id = `association.deed.${action.replaceAll(/[.-]/g, '_')}`;
  const name = subjectName ?? subject;
  // The isolate keeps the name's own text direction.
  if (id in intl.messages) return intl.formatMessage({ id }, { name: `\u2068${name}\u2069` });
  return `${action} \u2068${name}\u2069`;
}

function SubjectLink({ subject }: { subject: string }) {
  const { pathname, search } = useLocation();
  const [, kind, id] = /^(person|application):(\d+)$/.exec(subject) ?? [];
  if (id === undefined) return <code>{subject}</code>;
  return (
    <Link
      to={kind === 'person' ? `/desk/people/${id}` : `/applications/${id}`}
      state={{ from: `${pathname}${search}` }}
    >
      {subject}
    </Link>
  );
}
