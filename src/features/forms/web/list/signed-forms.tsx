import { Download, FileCheck2 } from 'lucide-react';
import { FormattedMessage, useIntl } from 'react-intl';
import { Link } from 'react-router';
import { Button } from '#ui/buttons/button.tsx';
import { loadMoreAndFocus } from '#ui/lists/load-more.ts';
import { IconButton } from '#ui/buttons/icon-button.tsx';
import { PageSection } from '#ui/layout/page.tsx';
import { Disc, Rows } from '#ui/lists/row.tsx';
import type { FormRecord } from '#features/forms/shared/contract.ts';
import { getDocumentId, useBlobDownload } from '#features/forms/web/use-blob-download.tsx';
import { FormProfessionals } from '#features/forms/web/form-professionals.tsx';
import { formatDay, formatPlainDate } from '#features/forms/web/format-date.ts';
import type { useSignedRecords } from './list-queries.ts';
import { recordPath } from '#features/forms/web/queries.ts';
import { RecordStatus, medicalNote } from '#features/forms/web/record/record-status.tsx';

interface SignedFormsProps {
  records: readonly FormRecord[];
  query: ReturnType<typeof useSignedRecords>;
}

export function SignedForms({ records, query: { hasNextPage, isFetchingNextPage, fetchNextPage } }: SignedFormsProps) {
  if (records.length === 0) return null;
  return (
    <PageSection title={<FormattedMessage id="forms.list.signed" />}>
      <Rows>
        {records.map((record) => (
          <li key={record.id} className="row signed-row">
            <SignedRow record={record} />
          </li>
        ))}
      </Rows>
      {hasNextPage && (
        <Button
          kind="outlined"
          className="mt-4"
          isBusy={isFetchingNextPage}
          onClick={({ currentTarget }) => void loadMoreAndFocus(currentTarget, fetchNextPage)}
        >
          <FormattedMessage id="forms.list.more" />
        </Button>
      )}
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
      <span className="grow">
        <b>
          <Link to={recordPath(id)}>
            <bdi>{name}</bdi>
          </Link>
        </b>
        <FormProfessionals form={record} />
        <span className="num">
          <FormattedMessage
            id={isValid ? 'forms.list.dates' : 'forms.list.dates_over'}
            values={{
              signed: <Day>{formatDay(intl, createdDate)}</Day>,
              until: <Day>{formatPlainDate(intl, validUntil)}</Day>,
            }}
          />
        </span>
        {note && <span>{note}</span>}
      </span>
      <span className="signed-end">
        <RecordStatus record={record} />
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
