import { Download } from 'lucide-react';
import { useIntl } from 'react-intl';
import { IconButton } from '../../../ui/icon-button.tsx';
import { Row, Rows } from '../../../ui/row.tsx';
import type { FormData, FormRecord } from '../shared/contract.ts';
import { useDownload } from './forms-download.tsx';
import { dayText } from './forms-words.ts';

/** What came to the form after it was signed: a physician's answer, pages that were uploaded. */
export function RecordFiles({ record, blobs }: { record: FormRecord; blobs: FormData['blobs'] }) {
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

function FileRow({ record, blob: { id, kind, createdDate } }: { record: FormRecord; blob: FormData['blobs'][number] }) {
  const intl = useIntl();
  const download = useDownload(record);
  const name = intl.formatMessage({ id: `forms.record.file.${kind}` });
  return (
    <Row
      title={name}
      text={dayText(intl, createdDate)}
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
