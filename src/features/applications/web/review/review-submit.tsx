import { Send } from '#ui/icons/icons.ts';
import { useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { ApiError } from '#platform/web/client/client.ts';
import { formatErrorMessage } from '#platform/web/client/error-message.ts';
import { Button } from '#ui/buttons/button.tsx';
import { FormAlert } from '#ui/feedback/form-alert.tsx';
import { MissingSummary, type MissingItem } from '#ui/feedback/missing-summary.tsx';
import { showToast } from '#ui/overlays/toast-store.ts';
import { listOpenRequirements } from '#features/applications/shared/requirements.ts';
import { fieldName, formatRequirement } from '#features/applications/shared/labels.ts';
import { applicationClient } from '#features/applications/web/client.ts';
import { decisionId, fieldId, useReview } from './review-context.ts';
import { jumpTo } from './jump-to.ts';
import { SignatureForm } from '#features/applications/web/signature-form.tsx';
import { useSignature } from '#features/applications/web/use-signature.ts';
import { useReviewStep } from './use-review-step.ts';

const firstOpenSelector = '.open-summary [data-part=missing] a';

/** The open items and the signature, with the button to send it to the association. */
export function ReviewSubmit() {
  const intl = useIntl();
  const { application, autosave, reasons } = useReview();
  const { id, instructor, applicant } = application;
  const signing = useSignature();
  const [problem, setProblem] = useState<string | null>(null);
  const [failureCount, setFailureCount] = useState(0);
  const showError = (text: string) => {
    setProblem(text);
    setFailureCount((count) => count + 1);
  };
  const step = useReviewStep({
    onTaken: () => {
      reasons.clear();
      showToast({ text: intl.formatMessage({ id: 'applications.review.sent_toast' }, { name: applicant.name ?? '' }) });
    },
    onError: (error) => {
      if (signing.handleError(error)) return jumpTo('#signature');
      showError(formatErrorMessage(intl, error));
      // The refreshed application lists the open requirements.
      if (error instanceof ApiError && error.code === 'applications.incomplete') jumpTo(firstOpenSelector);
    },
  });
  const missing = useOpenItems();
  const send = () => {
    setProblem(null);
    const signature = signing.give();
    if (missing.length > 0) return jumpTo(firstOpenSelector);
    if (signature === null) return jumpTo(`#${signing.missing ?? 'signature'}`);
    step.mutate(async (key) => {
      if (!(await autosave.flush())) throw new ApiError(0, [{ code: 'network.failed', message: 'not saved' }]);
      return applicationClient('POST Applications/{id}/submit-to-association', {
        params: { id },
        body: { key, version: autosave.known().version, signature },
      });
    });
  };
  return (
    <div className="grid gap-4 [&>.signature]:mt-2 [&>.signature]:max-w-100">
      <div className="open-summary">
        <MissingSummary title={<FormattedMessage id="applications.review.before_send" />} items={missing} />
      </div>
      <SignatureForm
        name={instructor?.name ?? ''}
        role={<FormattedMessage id="applications.sign.role.instructor" />}
        signing={signing}
        acknowledgement={<FormattedMessage id="applications.review.acknowledgement" />}
      />
      <FormAlert problem={problem} failureCount={failureCount} />
      <Button size="lg" isBusy={step.isPending} onClick={send}>
        <Send size={18} aria-hidden="true" className="flip" />
        <FormattedMessage id="applications.review.send" />
      </Button>
      <p className="text-sm text-ink-2">
        <FormattedMessage id="applications.review.send_note" />
      </p>
    </div>
  );
}

/** The open requirements, and requested changes that weren't returned yet. */
function useOpenItems(): MissingItem[] {
  const intl = useIntl();
  const { application, reasons } = useReview();
  const requested = Object.keys(reasons.byField);
  return [
    ...listOpenRequirements(application.requirements).map((point) => ({
      fieldId: point.kind === 'exercises' ? fieldId('score') : fieldId(point.id),
      section: fieldName(intl, point.id),
      text: formatRequirement(intl, point),
    })),
    ...(requested.length === 0
      ? []
      : [
          {
            fieldId: decisionId,
            section: <FormattedMessage id="applications.review.asked" />,
            text: <FormattedMessage id="applications.review.asked_text" values={{ count: requested.length }} />,
          },
        ]),
  ];
}
