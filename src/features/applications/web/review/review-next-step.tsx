import { FormattedMessage, useIntl } from 'react-intl';
import { formatErrorMessage } from '#platform/web/client/error-message.ts';
import { Button } from '#ui/buttons/button.tsx';
import { Callout } from '#ui/feedback/callout.tsx';
import { showToast } from '#ui/overlays/toast-store.ts';
import { canTakeStep } from '#features/applications/shared/steps.ts';
import { applications } from '#features/applications/web/client.ts';
import { decisionId, useReview, useReviewState } from './review-context.ts';
import { ReviewSaveStatus } from './review-head.tsx';
import { jumpTo } from './jump-to.ts';
import { useReviewStep } from './use-review-step.ts';

/** The current holder, and the next action. */
export function ReviewNextStep() {
  const { application, canDecide, autosave } = useReview();
  const { state, role, applicant, reasons } = application;
  const { loss } = useReviewState(autosave);
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
          <ReviewSaveStatus />
        </div>
      )}
      {canTakeStep('open', role, state) && (
        <div className="only-wide">
          <StartReviewButton />
        </div>
      )}
    </div>
  );
}

function StartReviewButton() {
  const intl = useIntl();
  const { application } = useReview();
  const step = useReviewStep({
    onTaken: () => undefined,
    onError: (error) => showToast({ text: formatErrorMessage(intl, error) }),
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

/** The main action on phones: start the review or jump to the decision. */
export function PhoneBar() {
  const { application, canReturn } = useReview();
  if (canTakeStep('open', application.role, application.state))
    return (
      <div className="action-bar only-phone">
        <StartReviewButton />
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
