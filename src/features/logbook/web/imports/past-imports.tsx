import { ChevronRight, FileText } from '#ui/icons/icons.ts';
import { FormattedMessage, useIntl } from 'react-intl';
import { Link } from 'react-router';
import type { MessageId } from '#platform/shared/message-id.ts';
import { formatDateTime } from '#platform/shared/format-day.ts';
import { PageSection } from '#ui/layout/page.tsx';
import { Disc, RowContent, rowClass, Rows } from '#ui/lists/row.tsx';
import type { DiveImport } from '#features/logbook/shared/import-contract.ts';
import { useImports } from './import-queries.ts';

/** Earlier imports and a running one, each with its report. */
export function PastImports() {
  const { data: imports = [] } = useImports();
  if (imports.length === 0) return null;
  return (
    <PageSection title={<FormattedMessage id="logbook.import.past" />} className="mt-4">
      <Rows>
        {imports.map((item) => (
          <li key={item.id}>
            <PastImport item={item} />
          </li>
        ))}
      </Rows>
    </PageSection>
  );
}

function PastImport({ item }: { item: DiveImport }) {
  const intl = useIntl();
  const { id, status, files, added, attached, created_at: createdAt } = item;
  const [first] = files;
  return (
    <Link className={rowClass} to={`/logbook/import/${id}`}>
      <RowContent
        start={
          <Disc {...(status === 'failed' && { tone: 'coral' as const })}>
            <FileText size={20} />
          </Disc>
        }
        title={
          <>
            <bdi>{first?.name}</bdi>
            {files.length > 1 && <bdi> +{intl.formatNumber(files.length - 1)}</bdi>}
          </>
        }
        text={
          <>
            {formatDateTime(intl, createdAt)} ·{' '}
            {status === 'done' ? (
              <FormattedMessage id="logbook.import.added" values={{ count: added + attached }} />
            ) : (
              <FormattedMessage id={`logbook.import.state.${status}` as MessageId} />
            )}
          </>
        }
        end={<ChevronRight className="flip text-ink-2" size={20} aria-hidden="true" />}
      />
    </Link>
  );
}
