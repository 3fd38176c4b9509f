import { Download, FileCheck2 } from '#ui/icons/icons.ts';
import { FormattedMessage, useIntl } from 'react-intl';
import { LoadMoreButton } from '#platform/web/client/load-more-button.tsx';
import { Link } from 'react-router';
import { IconButton } from '#ui/buttons/icon-button.tsx';
import { PageSection } from '#ui/layout/page.tsx';
import { Disc, Rows, rowClass, rowText } from '#ui/lists/row.tsx';
import type { FormRecord } from '#features/forms/shared/contract.ts';
import { getDocumentId, useBlobDownload } from '#features/forms/web/use-blob-download.tsx';
import { FormProfessionals } from '#features/forms/web/form-professionals.tsx';
import { formatDay } from '#platform/shared/format-day.ts';
import type { useSignedRecords } from './list-queries.ts';
import { recordPath } from '#features/forms/web/queries.ts';
import { RecordStatus, medicalNote } from '#features/forms/web/record/record-status.tsx';
import { clsx } from 'clsx';

interface SignedFormsProps {
  records: readonly FormRecord[];
  query: ReturnType<typeof useSignedRecords>;
}

export function SignedForms({ records, query }: SignedFormsProps) {
  if (records.length === 0) return null;
  return (
    <PageSection title={<FormattedMessage id="forms.list.signed" />}>
      <Rows>
        {records.map((record) => (
          <li
            key={record.id}
            className={clsx(rowClass, 'group relative max-sm:flex-wrap max-sm:items-start max-sm:gap-y-0')}
          >
            <SignedRow record={record} />
          </li>
        ))}
      </Rows>
      <LoadMoreButton query={query} label="forms.list.more" />
    </PageSection>
  );
}

function SignedRow({ record }: { record: FormRecord }) {
  const intl = useIntl();
  const { id, name, medicalRequired, isValid, isRemoved, createdDate, validUntil, replacedBy } = record;
  const isInactive = isRemoved || !isValid || replacedBy !== null;
  const note = isInactive ? null : medicalNote(record);
  return (
    <>
      <Disc {...(isInactive ? {} : { tone: medicalRequired ? 'sand' : 'accent' })}>
        <FileCheck2 size={20} />
      </Disc>
      <span className={clsx(rowText, 'flex-1 wrap-anywhere')}>
        <b>
          {/* The link covers the row; the button lies above it. */}
          <Link
            className="text-inherit no-underline after:absolute after:inset-y-0 after:-inset-x-5 group-hover:underline"
            to={recordPath(id)}
          >
            <bdi>{name}</bdi>
          </Link>
        </b>
        <FormProfessionals form={record} />
        <span className="num">
          <FormattedMessage
            id={isValid ? 'forms.list.dates' : 'forms.list.dates_over'}
            values={{
              signed: <Day>{formatDay(intl, createdDate, 'medium')}</Day>,
              until: <Day>{formatDay(intl, validUntil, 'medium')}</Day>,
            }}
          />
        </span>
        {note && <span>{note}</span>}
      </span>
      <span className="flex flex-none items-center gap-2 max-sm:min-w-0 max-sm:flex-[1_1_100%] max-sm:justify-between max-sm:ps-15">
        <RecordStatus className="max-sm:shrink" record={record} />
        {!isRemoved && <DownloadButton record={record} />}
      </span>
    </>
  );
}

function DownloadButton({ record }: { record: FormRecord }) {
  const intl = useIntl();
  const document = getDocumentId(record);
  const download = useBlobDownload(record);
  const isWaiting = document === null || download.isPending;
  return (
    <IconButton
      className="relative z-1 -me-3 aria-disabled:opacity-50"
      label={intl.formatMessage(
        { id: document === null ? 'forms.list.making' : 'forms.list.download' },
        { name: record.name },
      )}
      aria-disabled={isWaiting || undefined}
      onClick={() => {
        if (!isWaiting) download.mutate(document);
      }}
    >
      <Download size={20} aria-hidden="true" />
    </IconButton>
  );
}

/** Keeps a date on one line. */
function Day({ children }: { children: string }) {
  return <bdi className="whitespace-nowrap">{children}</bdi>;
}
