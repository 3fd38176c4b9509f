import { FormattedMessage, useIntl } from 'react-intl';
import { useObjectUrl } from '#platform/web/files/use-object-url.ts';
import { FilePreview } from '#ui/display/file-preview.tsx';
import { Skeleton, SkeletonGroup } from '#ui/feedback/skeleton.tsx';
import type { FormRecordData, FormRecord } from '#features/forms/shared/contract.ts';
import { formatDateTime } from '#features/forms/web/format-date.ts';
import { LoadFailure } from '#features/forms/web/load-failure.tsx';
import { useUploadedPage } from '#features/forms/web/physician/physician-queries.ts';

export function UploadedPageView({ record, page }: { record: FormRecord; page: FormRecordData['blobs'][number] }) {
  const intl = useIntl();
  const query = useUploadedPage(page.id);
  const { data: file, error } = query;
  const url = useObjectUrl(file);
  if (file === undefined || url === undefined)
    return error === null ? (
      <SkeletonGroup label={intl.formatMessage({ id: 'forms.review.loading' })}>
        <Skeleton height={360} />
      </SkeletonGroup>
    ) : (
      <LoadFailure query={query} level={3} />
    );
  return (
    <FilePreview
      url={url}
      isPdf={file.type !== 'image/jpeg'}
      title={intl.formatMessage({ id: 'forms.review.photo' }, { name: record.diverName })}
      caption={
        <FormattedMessage id="forms.review.uploaded" values={{ date: formatDateTime(intl, page.createdDate) }} />
      }
      openLabel={<FormattedMessage id="forms.review.open" />}
      closedText={<FormattedMessage id="forms.review.pdf" />}
    />
  );
}
