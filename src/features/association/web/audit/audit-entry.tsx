import { FormattedDate, FormattedMessage, useIntl, type IntlShape } from 'react-intl';
import { Link, useLocation } from 'react-router';
import type { MessageId } from '#platform/shared/message-id.ts';
import { LinkButton } from '#ui/buttons/button.tsx';
import { CopyButton } from '#ui/buttons/copy-button.tsx';
import type { AuditEntry } from '#features/association/shared/contract.ts';
import type { AuditFilter } from './audit-filters.tsx';
import { detailData, Fact, Facts } from '#features/association/web/facts.tsx';

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
      <details className="group/entry">
        <summary className="grid text-sm grid-cols-[minmax(0,1fr)_auto] gap-y-0 gap-x-4 items-center min-h-10.5 py-1.5 px-gutter border-b border-line cursor-pointer list-none lg:grid-cols-[176px_minmax(0,1fr)_minmax(0,2.6fr)] lg:px-4 [&::-webkit-details-marker]:hidden group-open/entry:bg-accent-soft group-open/entry:shadow-[inset_calc(3px*var(--flow))_0_0_var(--accent)] group-not-open/entry:hover:bg-hover focus-visible:-outline-offset-3">
          <time className="min-w-0 wrap-anywhere text-ink-2 text-(length:--t-xs) tabular-nums" dateTime={date}>
            <FormattedDate value={date} dateStyle="short" timeStyle="medium" />
          </time>
          <b className="min-w-0 wrap-anywhere row-1 col-1 lg:row-[auto] lg:col-[auto]">
            <bdi>{formatActor(intl, entry)}</bdi>
          </b>
          <span className="min-w-0 wrap-anywhere">{formatAction(intl, entry)}</span>
        </summary>
        <Facts className="max-w-190 px-gutter pt-2 pb-4 lg:px-4">
          <Fact name={<FormattedMessage id="association.audit.subject" />}>
            <SubjectLink subject={subject} />
            <LinkButton className="ms-auto min-h-7 text-(length:--t-xs)" onClick={() => onNarrow({ subject })}>
              <FormattedMessage id="association.audit.only" />
            </LinkButton>
          </Fact>
          {actorId !== null && (
            <Fact name={<FormattedMessage id="association.audit.actor" />}>
              <Link to={`/desk/people/${actorId}`}>{actorId}</Link>
              <LinkButton
                className="ms-auto min-h-7 text-(length:--t-xs)"
                onClick={() => onNarrow({ actorId: String(actorId) })}
              >
                <FormattedMessage id="association.audit.only" />
              </LinkButton>
            </Fact>
          )}
          <Fact name={<FormattedMessage id="association.audit.action" />}>
            <code className="text-xs [font-family:inherit] tabular-nums">{action}</code>
            <LinkButton className="ms-auto min-h-7 text-(length:--t-xs)" onClick={() => onNarrow({ action })}>
              <FormattedMessage id="association.audit.only" />
            </LinkButton>
          </Fact>
          <Fact name={<FormattedMessage id="association.audit.correlation" />}>
            <code className="text-xs [font-family:inherit] tabular-nums">{correlationId}</code>
            <CopyButton
              text={correlationId}
              label={intl.formatMessage({ id: 'association.audit.copy' })}
              copied={intl.formatMessage({ id: 'association.look.copied' })}
              notCopied={intl.formatMessage({ id: 'association.look.not_copied' })}
            />
          </Fact>
          <Fact name={<FormattedMessage id="association.audit.chain" />}>
            <code className="text-xs [font-family:inherit] tabular-nums">
              {seq} {hash.slice(0, 16)}…
            </code>
          </Fact>
          <Fact name={<FormattedMessage id="association.audit.data" />}>
            {/* Focusable, so long data can be scrolled with the keyboard. */}
            {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
            <pre className={detailData} dir="ltr" tabIndex={0}>
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
  const id = `association.deed.${action.replaceAll(/[.-]/g, '_')}` as MessageId;
  const name = subjectName ?? subject;
  // The isolate keeps the name's own text direction.
  if (id in intl.messages) return intl.formatMessage({ id }, { name: `\u2068${name}\u2069` });
  return `${action} \u2068${name}\u2069`;
}

function SubjectLink({ subject }: { subject: string }) {
  const { pathname, search } = useLocation();
  const [, kind, id] = /^(person|application):(\d+)$/.exec(subject) ?? [];
  if (id === undefined) return <code className="text-xs [font-family:inherit] tabular-nums">{subject}</code>;
  return (
    <Link
      to={kind === 'person' ? `/desk/people/${id}` : `/applications/${id}`}
      state={{ from: `${pathname}${search}` }}
    >
      {subject}
    </Link>
  );
}
