import { Undo2 } from '#ui/icons/icons.ts';
import { useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { ApiError } from '#platform/web/client/client.ts';
import { formatErrorMessage } from '#platform/web/client/error-message.ts';
import { Button, LinkButton } from '#ui/buttons/button.tsx';
import { TextAreaField } from '#ui/fields/field.tsx';
import { FormAlert } from '#ui/feedback/form-alert.tsx';
import { showToast } from '#ui/overlays/toast-store.ts';
import { fieldName } from '#features/applications/shared/labels.ts';
import { applicationClient } from '#features/applications/web/client.ts';
import { fieldId, useReview } from './review-context.ts';
import { jumpTo } from './jump-to.ts';
import { toReasons } from './review-reasons.ts';
import { useReviewStep } from './use-review-step.ts';

const maxNoteLength = 1000;

/** The requested changes and a note, with the button to return the application. */
export function ReviewReturn({ onTried }: { onTried: () => void }) {
  const intl = useIntl();
  const { application, autosave, reasons } = useReview();
  const { id, applicant } = application;
  const name = applicant.name ?? '';
  const [problem, setProblem] = useState<string | null>(null);
  const [failureCount, setFailureCount] = useState(0);
  const [isTried, setIsTried] = useState(false);
  const requested = toReasons(reasons.byField);
  const showError = (text: string) => {
    setProblem(text);
    setFailureCount((count) => count + 1);
  };
  const step = useReviewStep({
    onTaken: () => {
      reasons.clear();
      showToast({ text: intl.formatMessage({ id: 'applications.review.returned_toast' }, { name }) });
    },
    onError: (error) => showError(formatErrorMessage(intl, error)),
  });
  const isNothing = requested.length === 0 && reasons.note.trim() === '';
  const send = () => {
    onTried();
    setIsTried(true);
    setProblem(null);
    const empty = requested.find(({ reason }) => reason === '');
    if (empty !== undefined) return jumpTo(`#${fieldId(empty.field)}`);
    if (isNothing) return jumpTo(`#${fieldId('note')}`);
    step.mutate(async (key) => {
      // Scores entered so far are saved with it.
      if (!(await autosave.flush())) throw new ApiError(0, [{ code: 'network.failed', message: 'not saved' }]);
      return applicationClient('POST Applications/{id}/return', {
        params: { id },
        body: { key, version: autosave.known().version, reasons: requested, note: reasons.note.trim() },
      });
    });
  };
  return (
    <div className="grid gap-4">
      {requested.length > 0 && (
        <div>
          <h3>
            <FormattedMessage id="applications.review.will_return" values={{ count: requested.length }} />
          </h3>
          <ul className="grid text-sm gap-2 mt-2 wrap-anywhere">
            {requested.map(({ field, reason }) => (
              <li key={field}>
                <LinkButton onClick={() => jumpTo(`#${fieldId(field)}`)}>{fieldName(intl, field)}</LinkButton>{' '}
                <span dir="auto">{reason}</span>
              </li>
            ))}
          </ul>
        </div>
      )}
      <TextAreaField
        id={fieldId('note')}
        dir="auto"
        maxLength={maxNoteLength}
        label={<FormattedMessage id="applications.review.note" values={{ name: <bdi>{name}</bdi> }} />}
        optional={requested.length > 0 && <FormattedMessage id="applications.review.optional" />}
        hint={<FormattedMessage id="applications.review.note_hint" />}
        wrong={isTried && isNothing && <FormattedMessage id="error.applications.reason_missing" />}
        value={reasons.note}
        onChange={({ target }) => reasons.setNote(target.value)}
      />
      <FormAlert problem={problem} failureCount={failureCount} />
      <Button size="lg" isBusy={step.isPending} onClick={send}>
        <Undo2 size={18} aria-hidden="true" className="flip" />
        <FormattedMessage id="applications.review.return_to" values={{ name: <bdi>{name}</bdi> }} />
      </Button>
    </div>
  );
}
