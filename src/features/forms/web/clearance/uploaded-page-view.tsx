import { FormattedMessage, useIntl } from 'react-intl';
import { useObjectUrl } from '#platform/web/files/use-object-url.ts';
import { mapQuery } from '#platform/web/client/query-state.ts';
import { QueryView } from '#platform/web/client/query-view.tsx';
import { FilePreview } from '#ui/display/file-preview.tsx';
import { Skeleton, SkeletonGroup } from '#ui/feedback/skeleton.tsx';
import type { FormRecordData, FormRecord } from '#features/forms/shared/contract.ts';
import { formatDateTime } from '#platform/shared/format-day.ts';
import { useUploadedPage } from '#features/forms/web/physician/physician-queries.ts';

export function UploadedPageView({ record, page }: { record: FormRecord; page: FormRecordData['blobs'][number] }) {
  const intl = useIntl();
  const query = useUploadedPage(page.id);
  const url = useObjectUrl(query.data);
  return (
    <QueryView
      query={mapQuery(query, ({ type }) => (url === undefined ? undefined : { url, isPdf: type !== 'image/jpeg' }))}
      skeleton={
        <SkeletonGroup label={intl.formatMessage({ id: 'forms.review.loading' })}>
          <Skeleton height={360} />
        </SkeletonGroup>
      }
      isCard
      level={3}
    >
      {(file) => (
        <FilePreview
          {...file}
          title={intl.formatMessage({ id: 'forms.review.photo' }, { name: record.diverName })}
          caption={
            <FormattedMessage id="forms.review.uploaded" values={{ date: formatDateTime(intl, page.createdDate) }} />
          }
          openLabel={<FormattedMessage id="forms.review.open" />}
          closedText={<FormattedMessage id="forms.review.pdf" />}
        />
      )}
    </QueryView>
  );
}
