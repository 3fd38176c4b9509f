import { Download } from '#ui/icons/icons.ts';
import { useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { Link } from 'react-router';
import { formatErrorMessage } from '#platform/web/client/error-message.ts';
import { LoadMoreButton } from '#platform/web/client/load-more-button.tsx';
import { downloadFile } from '#platform/web/files/download-file.ts';
import { formatDay } from '#platform/shared/format-day.ts';
import { Button } from '#ui/buttons/button.tsx';
import { Disclosure } from '#ui/layout/disclosure.tsx';
import { PageSection } from '#ui/layout/page.tsx';
import { DividedList } from '#ui/lists/row.tsx';
import { showToast } from '#ui/overlays/toast-store.ts';
import type { DiveImport, ImportEntry } from '#features/logbook/shared/import-contract.ts';
import { fetchAllEntries, useImportEntries } from './import-queries.ts';
import { formatLoss, formatReportField, formatWarning } from './import-text.ts';
import { createReportCsv } from './report-csv.ts';

/** For each file and dive, what was kept, converted and left out. */
export function LossReport({ item }: { item: DiveImport }) {
  const intl = useIntl();
  const [isBusy, setIsBusy] = useState(false);
  const query = useImportEntries(item.id, true);
  const entries = query.data?.pages.flat() ?? [];

  async function download(): Promise<void> {
    setIsBusy(true);
    try {
      const csv = createReportCsv(intl, item, await fetchAllEntries(item.id));
      downloadFile(new Blob([csv], { type: 'text/csv;charset=utf-8' }), `import-${item.created_at.slice(0, 10)}.csv`);
    } catch (error) {
      showToast({ text: formatErrorMessage(intl, error) });
    }
    setIsBusy(false);
  }

  return (
    <PageSection
      className=""
      title={<FormattedMessage id="logbook.import.report" />}
      end={
        <Button kind="quiet" isBusy={isBusy} onClick={() => void download()}>
          <Download size={18} aria-hidden="true" />
          <FormattedMessage id="logbook.import.download" />
        </Button>
      }
    >
      <p className="mb-3 text-sm text-ink-2">
        <FormattedMessage id="logbook.import.report_text" />
      </p>
      {item.files.map(({ position, name, warnings }) => (
        <div key={position} className="mt-4">
          <h3 className="text-md wrap-anywhere">
            <bdi>{name}</bdi>
          </h3>
          <Notes notes={warnings.map((warning) => formatWarning(intl, warning))} />
          <DividedList>
            {entries
              .filter(({ file }) => file === position)
              .map((entry) => (
                <li key={entry.dive}>
                  <EntryReport entry={entry} />
                </li>
              ))}
          </DividedList>
        </div>
      ))}
      <LoadMoreButton query={query} rowSelector="li" />
    </PageSection>
  );
}

function EntryReport({ entry }: { entry: ImportEntry }) {
  const intl = useIntl();
  const { dive, action, dive_title: title, dive_date: date, log_id: logId, kept, entries, warnings } = entry;
  const fields = [...new Set(kept.map((field) => formatReportField(intl, field)))];
  const isEmpty = fields.length === 0 && entries.length === 0 && warnings.length === 0;
  const name = title ?? intl.formatMessage({ id: 'logbook.dive.number' }, { number: dive + 1 });
  const head = (
    <span className="flex flex-wrap items-baseline gap-x-3 py-2">
      {logId !== null && isEmpty ? (
        <Link to={`/logbook/dive/${logId}`} dir="auto">
          {name}
        </Link>
      ) : (
        <bdi>{name}</bdi>
      )}
      <span className="num text-sm font-text text-ink-2">
        {date !== null && `${formatDay(intl, date, 'medium')} · `}
        <FormattedMessage id={`logbook.import.action.${action}`} />
      </span>
    </span>
  );
  if (isEmpty) return <div className="flex min-h-14 items-center font-strong">{head}</div>;
  return (
    <Disclosure hasLine={false} title={head}>
      <Notes
        notes={[
          ...entries.map((item) => formatLoss(intl, item)),
          ...warnings.map((warning) => formatWarning(intl, warning)),
          ...(fields.length > 0
            ? [intl.formatMessage({ id: 'logbook.import.kept_fields' }, { fields: intl.formatList(fields) })]
            : []),
        ]}
      />
      {logId !== null && (
        <Link className="mt-2 inline-block text-sm" to={`/logbook/dive/${logId}`}>
          <FormattedMessage id="logbook.list.open" />
        </Link>
      )}
    </Disclosure>
  );
}

function Notes({ notes }: { notes: readonly string[] }) {
  if (notes.length === 0) return null;
  return (
    <ul className="grid gap-1 text-sm text-ink-2">
      {notes.map((note) => (
        <li key={note} className="line-clamp-4 wrap-anywhere" dir="auto">
          {note}
        </li>
      ))}
    </ul>
  );
}
