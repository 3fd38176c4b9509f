import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import type { MessageId } from '#platform/shared/message-id.ts';
import { ApiError } from '#platform/web/client/client.ts';
import { formatErrorMessage } from '#platform/web/client/error-message.ts';
import { toFormErrors } from '#platform/web/client/api-errors.ts';
import { Card } from '#ui/layout/card.tsx';
import { Button } from '#ui/buttons/button.tsx';
import { Field, TextAreaField } from '#ui/fields/field.tsx';
import { PageSection } from '#ui/layout/page.tsx';
import { SegmentedControl } from '#ui/fields/segmented-control.tsx';
import { showToast } from '#ui/overlays/toast-store.ts';
import { physicianClient } from '#features/forms/web/client.ts';
import { refreshForms } from '#features/forms/web/queries.ts';
import type { DecisionPanelProps } from './decision-panel-props.ts';
import { UploadedPageView } from './uploaded-page-view.tsx';

const decisions = ['approved', 'refused', 'unclear'] as const;
type Decision = (typeof decisions)[number];

const missingTexts = {
  decision: 'forms.review.decision_missing',
  signedOn: 'forms.review.signed_on_missing',
  reason: 'forms.review.reason_missing',
} as const;
type ReviewField = keyof typeof missingTexts;
const isField = (name: string): name is ReviewField => name in missingTexts;

interface Problem {
  field: ReviewField;
  text: MessageId;
}

/** The first missing field: an unclear page needs only a reason. */
function missingField(decision: Decision | null, signedOn: string, reason: string): ReviewField | null {
  if (decision === null) return 'decision';
  if (decision === 'unclear') return reason.trim() === '' ? 'reason' : null;
  return signedOn === '' ? 'signedOn' : null;
}

/** Shown to those named on a form and to staff, to review an uploaded page. */
export function ReviewPagePanel({ record, formData, onDecided }: DecisionPanelProps) {
  const page = formData.blobs
    .filter(({ kind }) => kind === 'page')
    .toSorted((a, b) => b.createdDate.localeCompare(a.createdDate))[0];
  if (record.medicalStatus !== 'review' || record.isConfirmationPending || page === undefined) return null;
  return (
    <PageSection title={<FormattedMessage id="forms.review.title" />}>
      <Card className="grid gap-6 lg:grid-cols-[minmax(0,5fr)_minmax(0,7fr)]">
        <UploadedPageView record={record} page={page} />
        <ReviewForm key={page.id} record={record} pageId={page.id} onDecided={onDecided} />
      </Card>
    </PageSection>
  );
}

type ReviewFormProps = Pick<DecisionPanelProps, 'record' | 'onDecided'> & { pageId: string };

function ReviewForm({ record: { id, diverName }, pageId, onDecided }: ReviewFormProps) {
  const intl = useIntl();
  const [decision, setDecision] = useState<Decision | null>(null);
  const [signedOn, setSignedOn] = useState('');
  const [reason, setReason] = useState('');
  const [problem, setProblem] = useState<Problem | null>(null);
  const decide = useMutation({
    mutationFn: (value: Decision) =>
      physicianClient('POST Records/{id}/review', {
        params: { id },
        body: { pageId, decision: value, signedOn: value === 'unclear' ? null : signedOn, reason },
      }),
    onSuccess: (_, value) => {
      showToast({ text: intl.formatMessage({ id: `forms.review.done_${value}` }, { name: diverName }) });
      onDecided?.();
      return refreshForms();
    },
    onError: (error) => {
      const problems = error instanceof ApiError ? toFormErrors(error, isField).problems : {};
      const field = Object.keys(problems).find(isField);
      if (field !== undefined) setProblem({ field, text: problems[field] ?? 'GeneralError' });
      else showToast({ text: formatErrorMessage(intl, error) });
      // Another reviewer may have decided in the meantime.
      if (error instanceof ApiError && error.status === 409) void refreshForms();
    },
  });
  const send = () => {
    const missing = missingField(decision, signedOn, reason);
    if (missing !== null) setProblem({ field: missing, text: missingTexts[missing] });
    else if (decision !== null) decide.mutate(decision);
  };
  const wrong = (field: ReviewField) => problem?.field === field && <FormattedMessage id={problem.text} />;
  return (
    <form
      noValidate
      className="grid content-start gap-5"
      onSubmit={(event) => {
        event.preventDefault();
        if (!decide.isPending) send();
      }}
    >
      <p className="text-sm text-ink-2">
        <FormattedMessage id="forms.review.text" values={{ name: <bdi>{diverName}</bdi> }} />
      </p>
      <SegmentedControl
        isWide
        label={<FormattedMessage id="forms.review.says" />}
        options={decisions.map((value) => ({ value, label: <FormattedMessage id={`forms.review.${value}`} /> }))}
        value={decision ?? undefined}
        onChange={(value) => {
          setDecision(value);
          setProblem(null);
        }}
        wrong={wrong('decision')}
      />
      {decision !== 'unclear' && (
        <Field
          type="date"
          required
          className="num"
          label={<FormattedMessage id="forms.review.signed_on" />}
          value={signedOn}
          onChange={({ target }) => {
            setSignedOn(target.value);
            setProblem(null);
          }}
          wrong={wrong('signedOn')}
        />
      )}
      <TextAreaField
        dir="auto"
        maxLength={500}
        label={<FormattedMessage id="forms.review.reason" />}
        optional={decision === 'unclear' ? undefined : <FormattedMessage id="forms.physician.optional" />}
        hint={<FormattedMessage id="forms.review.reason_hint" values={{ name: <bdi>{diverName}</bdi> }} />}
        value={reason}
        onChange={({ target }) => {
          setReason(target.value);
          setProblem(null);
        }}
        wrong={wrong('reason')}
      />
      <div className="grid gap-3">
        <Button type="submit" isBusy={decide.isPending}>
          <FormattedMessage id="forms.review.submit" />
        </Button>
        <p className="text-sm text-ink-2">
          <FormattedMessage id="forms.review.final" />
        </p>
      </div>
    </form>
  );
}
