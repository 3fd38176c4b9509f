import { useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { Card } from '#ui/layout/card.tsx';
import { PageSection } from '#ui/layout/page.tsx';
import { SegmentedControl } from '#ui/fields/segmented-control.tsx';
import { decisionId, useReview } from './review-context.ts';
import { ReviewReturn } from './review-return.tsx';
import { ReviewSubmit } from './review-submit.tsx';

export function ReviewDecision({ onReturnTried }: { onReturnTried: () => void }) {
  const intl = useIntl();
  const { reasons, canDecide } = useReview();
  const [picked, setPicked] = useState<'send' | 'return' | null>(null);
  // Requesting a change implies a return.
  const decision = picked ?? (Object.keys(reasons.byField).length > 0 ? 'return' : 'send');
  // Stores may only return it; the instructor signs.
  if (!canDecide)
    return (
      <PageSection title={<FormattedMessage id="applications.review.return" />}>
        <div className="card p-5 lg:p-6 grid gap-5" id={decisionId} tabIndex={-1}>
          <ReviewReturn onTried={onReturnTried} />
        </div>
      </PageSection>
    );
  return (
    <PageSection title={<FormattedMessage id="applications.review.decision" />}>
      <Card className="grid gap-5">
        <SegmentedControl
          isWide
          id={decisionId}
          label={intl.formatMessage({ id: 'applications.review.decision' })}
          isLabelHidden
          options={[
            { value: 'send', label: <FormattedMessage id="applications.review.accept" /> },
            { value: 'return', label: <FormattedMessage id="applications.review.return" /> },
          ]}
          value={decision}
          onChange={setPicked}
        />
        {decision === 'send' ? <ReviewSubmit /> : <ReviewReturn onTried={onReturnTried} />}
      </Card>
    </PageSection>
  );
}
