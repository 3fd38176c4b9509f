import { FormattedMessage, useIntl } from 'react-intl';
import type { MessageId } from '#platform/shared/message-id.ts';
import { formatErrorMessage } from '#platform/web/client/error-message.ts';
import { Button } from '#ui/buttons/button.tsx';
import { Callout } from '#ui/feedback/callout.tsx';
import { showToast } from '#ui/overlays/toast-store.ts';
import { canTakeStep } from '#features/applications/shared/policy.ts';
import { applicationClient } from '#features/applications/web/client.ts';
import { decisionId, useReview, useReviewState } from './review-context.ts';
import { ReviewSaveStatus } from './review-head.tsx';
import { jumpTo } from './jump-to.ts';
import { useReviewStep } from './use-review-step.ts';
import { ActionBar } from '#ui/layout/action-bar.tsx';

/** The current holder, and the next action. */
export function ReviewNextStep() {
  const { application, canDecide, autosave } = useReview();
  const { state, role, applicant, reasons } = application;
  const { loss } = useReviewState(autosave);
  const isOpen = state === 'SubmittedToInstructor' || state === 'MemberReview';
  const hasOwn = role === 'instructor' ? '' : role === 'store' && isOpen ? '_store' : '_others';
  return (
    <div className="grid gap-4">
      {loss !== null && (
        <Callout kind="alert">
          <FormattedMessage id="applications.review.lost" />
        </Callout>
      )}
      <Callout kind={state === 'Returned' ? 'wait' : 'note'}>
        <FormattedMessage
          id={`applications.review.next.${state}${hasOwn}` as MessageId}
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
      size="lg"
      isBusy={step.isPending}
      onClick={() =>
        step.mutate((key) =>
          applicationClient('POST Applications/{id}/open', { params: { id: application.id }, body: { key } }),
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
      <ActionBar className="only-phone">
        <StartReviewButton />
      </ActionBar>
    );
  if (!canReturn) return null;
  return (
    <ActionBar className="only-phone">
      <Button size="lg" kind="outlined" onClick={() => jumpTo(`#${decisionId}`)}>
        <FormattedMessage id="applications.review.to_decision" />
      </Button>
    </ActionBar>
  );
}
