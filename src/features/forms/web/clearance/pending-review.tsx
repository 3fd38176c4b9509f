import { FormattedMessage, useIntl } from 'react-intl';
import { QueryView } from '#platform/web/client/query-view.tsx';
import { Callout } from '#ui/feedback/callout.tsx';
import { Skeleton, SkeletonGroup } from '#ui/feedback/skeleton.tsx';
import { ClearancePanel } from './clearance-panel.tsx';
import { CorrectionPanel } from './correction-panel.tsx';
import { useRecord } from '#features/forms/web/record/record-queries.ts';
import { ReviewPagePanel } from './review-page-panel.tsx';

interface PendingReviewProps {
  documentId: string;
  onDecided: () => void;
}

/** One record of the desk's queue with its decision panel. */
export function PendingReview({ documentId, onDecided }: PendingReviewProps) {
  const intl = useIntl();
  return (
    <QueryView
      query={useRecord(documentId)}
      skeleton={
        <SkeletonGroup label={intl.formatMessage({ id: 'forms.review.loading' })}>
          <Skeleton height={360} />
        </SkeletonGroup>
      }
      isCard
      level={3}
    >
      {(record) => <DecisionPanel record={record} onDecided={onDecided} />}
    </QueryView>
  );
}

interface DecisionPanelProps {
  record: NonNullable<ReturnType<typeof useRecord>['data']>;
  onDecided: () => void;
}

function DecisionPanel({ record, onDecided }: DecisionPanelProps) {
  const isCorrection = record.formData !== null && record.formData.correctionOf !== null;
  const isOpen = record.medicalStatus === 'review' || record.isConfirmationPending || isCorrection;
  if (record.formData === null || !isOpen)
    return (
      <Callout kind="wait">
        <FormattedMessage id="forms.review.over" />
      </Callout>
    );
  if (isCorrection) return <CorrectionPanel record={record} formData={record.formData} onDecided={onDecided} />;
  return (
    <>
      <ClearancePanel record={record} formData={record.formData} onDecided={onDecided} />
      <ReviewPagePanel record={record} formData={record.formData} onDecided={onDecided} />
    </>
  );
}
