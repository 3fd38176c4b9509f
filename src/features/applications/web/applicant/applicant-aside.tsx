import { FormattedMessage, useIntl } from 'react-intl';
import { Callout } from '#ui/feedback/callout.tsx';
import { useApplicant } from './applicant-context.ts';
import { formatFee } from '#features/applications/web/fee-text.ts';
import { listMissingFields } from './applicant-sections.ts';
import { MissingFields } from './applicant-notices.tsx';

/** Lists the missing fields, or says that the form is complete and what happens next. */
export function ApplicantAside({ onJump }: { onJump: (field: string) => void }) {
  const intl = useIntl();
  const { application, filled } = useApplicant();
  const isComplete = listMissingFields(application, filled).length === 0;
  return (
    <>
      {isComplete ? (
        <Callout>
          <FormattedMessage id="applications.apply.complete" />
        </Callout>
      ) : (
        <MissingFields onJump={onJump} />
      )}
      <p className="text-sm text-ink-2">
        <FormattedMessage id="applications.apply.next" values={{ fee: formatFee(intl, application.fee) }} />
      </p>
    </>
  );
}
