import { Download } from '#ui/icons/icons.ts';
import { useIntl } from 'react-intl';
import type { MessageId } from '#platform/shared/message-id.ts';
import { IconButton } from '#ui/buttons/icon-button.tsx';
import { Row, Rows } from '#ui/lists/row.tsx';
import type { FormRecordData, FormRecord } from '#features/forms/shared/contract.ts';
import { useBlobDownload } from '#features/forms/web/use-blob-download.tsx';
import { formatDay } from '#platform/shared/format-day.ts';

/** Files added after the signature: a physician's decision and uploaded pages. */
export function RecordFiles({ record, blobs }: { record: FormRecord; blobs: FormRecordData['blobs'] }) {
  return (
    <Rows>
      {blobs
        .filter(({ kind }) => kind !== 'document')
        .map((blob) => (
          <FileRow key={blob.id} record={record} blob={blob} />
        ))}
    </Rows>
  );
}

function FileRow({
  record,
  blob: { id, kind, createdDate },
}: {
  record: FormRecord;
  blob: FormRecordData['blobs'][number];
}) {
  const intl = useIntl();
  const download = useBlobDownload(record);
  const name = intl.formatMessage({ id: `forms.record.file.${kind}` as MessageId });
  return (
    <Row
      title={name}
      text={formatDay(intl, createdDate, 'medium')}
      end={
        <IconButton
          label={intl.formatMessage({ id: 'forms.list.download' }, { name })}
          aria-disabled={download.isPending || undefined}
          onClick={() => {
            if (!download.isPending) download.mutate(id);
          }}
        >
          <Download size={20} aria-hidden="true" />
        </IconButton>
      }
    />
  );
}
