import { FormattedMessage, useIntl } from 'react-intl';
import { useObjectUrl } from '../../../platform/web/object-url.ts';
import { FileView } from '../../../ui/file-view.tsx';
import { Skeleton, SkeletonGroup } from '../../../ui/skeleton.tsx';
import type { FormData, FormRecord } from '../shared/contract.ts';
import { momentText } from './forms-words.ts';
import { LoadFailure } from './load-failure.tsx';
import { useUploadedPage } from './physician-queries.ts';

/** The page that was uploaded. */
export function ReviewedFile({ record, page }: { record: FormRecord; page: FormData['blobs'][number] }) {
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
    <FileView
      url={url}
      isPdf={file.type !== 'image/jpeg'}
      title={intl.formatMessage({ id: 'forms.review.photo' }, { name: record.diverName })}
      caption={<FormattedMessage id="forms.review.uploaded" values={{ date: momentText(intl, page.createdDate) }} />}
      openLabel={<FormattedMessage id="forms.review.open" />}
      closedText={<FormattedMessage id="forms.review.pdf" />}
    />
  );
}
