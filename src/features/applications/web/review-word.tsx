import { useState } from 'react';
import { FormattedMessage } from 'react-intl';
import { PageSection } from '../../../ui/page.tsx';
import { TextAreaField } from '../../../ui/field.tsx';
import { SaidText } from './filled-values.tsx';
import { wordChange } from './review-autosave.ts';
import { useReview, useReviewed } from './review-context.ts';

const mostInWord = 1000;

/** What the instructor says to the association. */
export function ReviewWord() {
  const { application, canDecide } = useReview();
  if (!canDecide && application.recommendation === '') return null;
  return (
    <PageSection title={<FormattedMessage id="applications.review.word" />}>
      <div className="card pad">{canDecide ? <WordField /> : <SaidText text={application.recommendation} />}</div>
    </PageSection>
  );
}

function WordField() {
  const { autosave } = useReview();
  const { recommendation } = useReviewed(autosave);
  const [typed, setTyped] = useState(recommendation);
  return (
    <TextAreaField
      dir="auto"
      rows={4}
      maxLength={mostInWord}
      label={<FormattedMessage id="applications.review.word_label" />}
      optional={<FormattedMessage id="applications.review.optional" />}
      hint={<FormattedMessage id="applications.review.word_hint" />}
      // The account keeps it without the space that somebody has just typed.
      value={typed.trim() === recommendation.trim() ? typed : recommendation}
      onChange={({ target }) => {
        setTyped(target.value);
        autosave.set(wordChange(target.value));
      }}
    />
  );
}
