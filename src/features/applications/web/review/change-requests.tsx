import { MessageSquareText } from '#ui/icons/icons.ts';
import { useEffect, useRef } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { LinkButton } from '#ui/buttons/button.tsx';
import { TextAreaField } from '#ui/fields/field.tsx';
import { fieldName } from '#features/applications/shared/labels.ts';
import { ReasonText } from '#features/applications/web/requirement-row.tsx';
import { fieldId, useReview } from './review-context.ts';
import { getPreviousReasons } from './review-reasons.ts';

const maxReasonLength = 500;

/** The button at the end of a row, below the text on phones. */
export const rowButtonClass = 'min-h-tap -my-3 text-(length:--t-sm) max-sm:basis-full max-sm:text-start';

export function RequestChangeButton({ field, className }: { field: string; className?: string }) {
  const intl = useIntl();
  const { canReturn, reasons } = useReview();
  if (!canReturn || field in reasons.byField) return null;
  return (
    <LinkButton
      id={fieldId(field)}
      className={className}
      aria-label={intl.formatMessage({ id: 'applications.review.ask_for' }, { field: fieldName(intl, field) })}
      onClick={() => reasons.ask(field, '')}
    >
      <FormattedMessage id="applications.review.ask" />
    </LinkButton>
  );
}

/** The change requested now, the previous one, and the reason of a return. */
export function ChangeRequests({ field }: { field: string }) {
  const { application, canReturn, reasons } = useReview();
  const returned = application.reasons.find((reason) => reason.field === field)?.reason;
  const before = getPreviousReasons(application)[field];
  return (
    <>
      {returned !== undefined && <ReasonText reason={returned} />}
      {before !== undefined && (
        <p className="flex gap-2 items-start mt-1 text-sm text-ink-2">
          <MessageSquareText className="mt-0.5" size={16} aria-hidden="true" />
          <span>
            <FormattedMessage id="applications.review.asked_before" values={{ reason: <bdi>{before}</bdi> }} />
          </span>
        </p>
      )}
      {canReturn && field in reasons.byField && <ReasonField field={field} />}
    </>
  );
}

function ReasonField({ field }: { field: string }) {
  const intl = useIntl();
  const { reasons, isReturnTried } = useReview();
  const reason = reasons.byField[field] ?? '';
  const area = useRef<HTMLTextAreaElement>(null);
  const wasEmpty = useRef(reason === '');
  useEffect(() => {
    // Only a newly opened field takes the focus.
    if (wasEmpty.current) area.current?.focus();
  }, []);
  const takeBack = () => {
    reasons.takeBack(field);
    requestAnimationFrame(() => document.getElementById(fieldId(field))?.focus());
  };
  return (
    <TextAreaField
      ref={area}
      id={fieldId(field)}
      className="mt-3"
      dir="auto"
      rows={2}
      maxLength={maxReasonLength}
      label={<FormattedMessage id="applications.review.reason" values={{ field: fieldName(intl, field) }} />}
      labelEnd={
        <LinkButton
          aria-label={intl.formatMessage({ id: 'applications.review.take_back_of' }, { field: fieldName(intl, field) })}
          onClick={takeBack}
        >
          <FormattedMessage id="applications.review.take_back" />
        </LinkButton>
      }
      wrong={isReturnTried && reason.trim() === '' && <FormattedMessage id="applications.review.reason_missing" />}
      value={reason}
      onChange={({ target }) => reasons.ask(field, target.value)}
    />
  );
}
