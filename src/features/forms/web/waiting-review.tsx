import { FormattedMessage, useIntl } from 'react-intl';
import { Callout } from '../../../ui/callout.tsx';
import { Skeleton, SkeletonGroup } from '../../../ui/skeleton.tsx';
import { ClearancePanel } from './clearance-panel.tsx';
import { LoadFailure } from './load-failure.tsx';
import { useRecord } from './record-queries.ts';
import { ReviewPage } from './review-page.tsx';

/** The page of one record with what is asked of who looks at it, for a list of such. */
export function WaitingReview({ documentId }: { documentId: string }) {
  const intl = useIntl();
  const query = useRecord(documentId);
  const { data: record, error } = query;
  if (record === undefined)
    return error === null ? (
      <SkeletonGroup label={intl.formatMessage({ id: 'forms.review.loading' })}>
        <Skeleton height={360} />
      </SkeletonGroup>
    ) : (
      <LoadFailure query={query} level={3} />
    );
  if (record.formData === null || (record.medicalStatus !== 'review' && !record.isConfirmationPending))
    return (
      <Callout kind="wait">
        <FormattedMessage id="forms.review.over" />
      </Callout>
    );
  return (
    <>
      <ClearancePanel record={record} formData={record.formData} />
      <ReviewPage record={record} formData={record.formData} />
    </>
  );
}
