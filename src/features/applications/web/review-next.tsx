import { FormattedMessage, useIntl } from 'react-intl';
import { failureText } from '../../../platform/web/failure-text.ts';
import { Button } from '../../../ui/button.tsx';
import { Callout } from '../../../ui/callout.tsx';
import { showToast } from '../../../ui/toast-store.ts';
import { canTake } from '../shared/steps.ts';
import { applications } from './client.ts';
import { decisionId, useReview, useReviewed } from './review-context.ts';
import { ReviewSaveLine } from './review-head.tsx';
import { jumpTo } from './review-jump.ts';
import { useReviewStep } from './use-review-step.ts';

/** In a sentence: whose turn it is, and the one thing to press. */
export function WhatNext() {
  const { application, canDecide, autosave } = useReview();
  const { state, role, applicant, reasons } = application;
  const { loss } = useReviewed(autosave);
  const isOpen = state === 'SubmittedToInstructor' || state === 'MemberReview';
  const hasOwn = role === 'instructor' ? '' : role === 'store' && isOpen ? '_store' : '_others';
  return (
    <div className="what-next">
      {loss !== null && (
        <Callout kind="alert">
          <FormattedMessage id="applications.review.lost" />
        </Callout>
      )}
      <Callout kind={state === 'Returned' ? 'wait' : 'note'}>
        <FormattedMessage
          id={`applications.review.next.${state}${hasOwn}`}
          values={{ name: <bdi>{applicant.name}</bdi>, count: reasons.length }}
        />
      </Callout>
      {canDecide && (
        <div className="only-wide">
          <ReviewSaveLine />
        </div>
      )}
      {canTake('open', role, state) && (
        <div className="only-wide">
          <BeginButton />
        </div>
      )}
    </div>
  );
}

function BeginButton() {
  const intl = useIntl();
  const { application } = useReview();
  const step = useReviewStep({
    onTaken: () => undefined,
    onRefused: (error) => showToast({ text: failureText(intl, error) }),
  });
  return (
    <Button
      size="tall"
      isBusy={step.isPending}
      onClick={() =>
        step.mutate((key) =>
          applications('POST Applications/{id}/open', { params: { id: application.id }, body: { key } }),
        )
      }
    >
      <FormattedMessage id="applications.review.begin" />
    </Button>
  );
}

/** Under the thumb: begin, or on to the decision. */
export function PhoneBar() {
  const { application, canReturn } = useReview();
  if (canTake('open', application.role, application.state))
    return (
      <div className="action-bar only-phone">
        <BeginButton />
      </div>
    );
  if (!canReturn) return null;
  return (
    <div className="action-bar only-phone">
      <Button size="tall" kind="outlined" onClick={() => jumpTo(`#${decisionId}`)}>
        <FormattedMessage id="applications.review.to_decision" />
      </Button>
    </div>
  );
}
