import { useState } from 'react';
import { FormattedMessage } from 'react-intl';
import { Card } from '#ui/layout/card.tsx';
import { PageSection } from '#ui/layout/page.tsx';
import { TextAreaField } from '#ui/fields/field.tsx';
import { FreeText } from '#features/applications/web/detail-values.tsx';
import { recommendationChange } from './review-autosave.ts';
import { useReview, useReviewState } from './review-context.ts';

const maxRecommendationLength = 1000;

/** The instructor's recommendation to the association. */
export function ReviewRecommendation() {
  const { application, canDecide } = useReview();
  if (!canDecide && application.recommendation === '') return null;
  return (
    <PageSection title={<FormattedMessage id="applications.review.word" />}>
      <Card>{canDecide ? <RecommendationField /> : <FreeText text={application.recommendation} />}</Card>
    </PageSection>
  );
}

function RecommendationField() {
  const { autosave } = useReview();
  const { recommendation } = useReviewState(autosave);
  const [typed, setTyped] = useState(recommendation);
  return (
    <TextAreaField
      dir="auto"
      rows={4}
      maxLength={maxRecommendationLength}
      label={<FormattedMessage id="applications.review.word_label" />}
      optional={<FormattedMessage id="applications.review.optional" />}
      hint={<FormattedMessage id="applications.review.word_hint" />}
      // The server trims the text, so a space typed last is kept locally.
      value={typed.trim() === recommendation.trim() ? typed : recommendation}
      onChange={({ target }) => {
        setTyped(target.value);
        autosave.set(recommendationChange(target.value));
      }}
    />
  );
}
