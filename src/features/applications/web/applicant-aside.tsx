import { FormattedMessage, useIntl } from 'react-intl';
import { Callout } from '../../../ui/callout.tsx';
import { useApplicant } from './applicant-context.ts';
import { feeText } from './fee-text.ts';
import { missingFields } from './applicant-sections.ts';
import { Missing } from './applicant-notices.tsx';

/** Beside the form: what is missing, or that nothing is, and what happens next. */
export function ApplicantAside({ onJump }: { onJump: (field: string) => void }) {
  const intl = useIntl();
  const { application, filled } = useApplicant();
  const isComplete = missingFields(application, filled).length === 0;
  return (
    <>
      {isComplete ? (
        <Callout>
          <FormattedMessage id="applications.apply.complete" />
        </Callout>
      ) : (
        <Missing onJump={onJump} />
      )}
      <p className="text-sm text-ink-2">
        <FormattedMessage id="applications.apply.next" values={{ fee: feeText(intl, application.fee) }} />
      </p>
    </>
  );
}
