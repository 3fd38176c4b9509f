import './physician.css';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { ApiError } from '../../../platform/web/client.ts';
import { failureText } from '../../../platform/web/failure-text.ts';
import { sortFailure } from '../../../platform/web/failure.ts';
import { Button } from '../../../ui/button.tsx';
import { TextAreaField } from '../../../ui/field.tsx';
import { PageSection } from '../../../ui/page.tsx';
import { Segmented } from '../../../ui/segmented.tsx';
import { showToast } from '../../../ui/toast-store.ts';
import type { FormData, FormRecord } from '../shared/contract.ts';
import { physicians } from './client.ts';
import { refreshForms } from './queries.ts';
import { ReviewedFile } from './review-file.tsx';

const decisions = ['approved', 'refused', 'unclear'] as const;
type Decision = (typeof decisions)[number];

/** For whom a form names, and for staff: what does the page say that the diver has uploaded? */
export function ReviewPage({ record, formData }: { record: FormRecord; formData: FormData }) {
  const page = formData.blobs
    .filter(({ kind }) => kind === 'page')
    .toSorted((a, b) => b.createdDate.localeCompare(a.createdDate))[0];
  if (record.medicalStatus !== 'review' || page === undefined) return null;
  return (
    <PageSection title={<FormattedMessage id="forms.review.title" />}>
      <div className="card pad review">
        <ReviewedFile record={record} page={page} />
        <ReviewAnswer key={page.id} record={record} pageId={page.id} />
      </div>
    </PageSection>
  );
}

function ReviewAnswer({ record: { id, diverName }, pageId }: { record: FormRecord; pageId: string }) {
  const intl = useIntl();
  const [decision, setDecision] = useState<Decision | null>(null);
  const [reason, setReason] = useState('');
  const [problem, setProblem] = useState<'decision' | 'reason' | null>(null);
  const decide = useMutation({
    mutationFn: (said: Decision) =>
      physicians('POST Records/{id}/review', { params: { id }, body: { pageId, decision: said, reason } }),
    onSuccess: (_, said) => {
      showToast({ text: intl.formatMessage({ id: `forms.review.done_${said}` }, { name: diverName }) });
      return refreshForms();
    },
    onError: (error) => {
      const isReason =
        error instanceof ApiError && sortFailure(error, (path) => path === 'reason').formProblem === null;
      if (isReason) setProblem('reason');
      else showToast({ text: failureText(intl, error) });
      // Somebody else may have decided meanwhile.
      if (error instanceof ApiError && error.status === 409) void refreshForms();
    },
  });
  const send = () => {
    if (decision === null) setProblem('decision');
    else if (decision === 'unclear' && reason.trim() === '') setProblem('reason');
    else decide.mutate(decision);
  };
  const wrong = (which: typeof problem, message: string) => problem === which && <FormattedMessage id={message} />;
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
      <Segmented
        label={<FormattedMessage id="forms.review.says" />}
        options={decisions.map((value) => ({ value, label: <FormattedMessage id={`forms.review.${value}`} /> }))}
        value={decision ?? undefined}
        onChange={(value) => {
          setDecision(value);
          setProblem(null);
        }}
        wrong={wrong('decision', 'forms.review.decision_missing')}
      />
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
        wrong={wrong('reason', 'forms.review.reason_missing')}
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
