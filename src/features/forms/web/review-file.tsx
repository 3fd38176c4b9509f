import { ExternalLink, FileText } from 'lucide-react';
import { FormattedMessage, useIntl } from 'react-intl';
import { useObjectUrl } from '../../../platform/web/object-url.ts';
import { buttonClass } from '../../../ui/button.tsx';
import { Skeleton, SkeletonGroup } from '../../../ui/skeleton.tsx';
import type { FormData, FormRecord } from '../shared/contract.ts';
import { momentText } from './forms-words.ts';
import { LoadFailure } from './load-failure.tsx';
import { useUploadedPage } from './physician-queries.ts';

/** The page that was uploaded: a photo is shown, a PDF is opened by the browser. */
export function ReviewedFile({ record, page }: { record: FormRecord; page: FormData['blobs'][number] }) {
  const intl = useIntl();
  const query = useUploadedPage(page.id);
  const { data: file, error, isPaused } = query;
  const url = useObjectUrl(file);
  if (file === undefined || url === undefined)
    return error === null && !isPaused ? (
      <SkeletonGroup label={intl.formatMessage({ id: 'forms.review.loading' })}>
        <Skeleton height={360} />
      </SkeletonGroup>
    ) : (
      <LoadFailure query={query} level={3} />
    );
  const isPhoto = file.type === 'image/jpeg';
  return (
    <figure className="review-file">
      {isPhoto ? (
        <img src={url} alt={intl.formatMessage({ id: 'forms.review.photo' }, { name: record.diverName })} />
      ) : (
        <span className="review-pdf">
          <FileText size={40} aria-hidden="true" />
          <FormattedMessage id="forms.review.pdf" />
        </span>
      )}
      <figcaption>
        <span>
          <FormattedMessage id="forms.review.uploaded" values={{ date: momentText(intl, page.createdDate) }} />
        </span>
        <a className={buttonClass({ kind: 'outlined', size: 'fine' })} href={url} target="_blank" rel="noreferrer">
          <ExternalLink size={16} aria-hidden="true" />
          <FormattedMessage id="forms.review.open" />
        </a>
      </figcaption>
    </figure>
  );
}
