import { FormattedMessage, useIntl } from 'react-intl';
import { useApplicant } from './applicant-context.ts';
import { feeText } from './fee-text.ts';
import { SignBlock } from './sign-block.tsx';
import type { Submission } from './use-submission.ts';

/** The fee, and the signature with what it says. */
export function SectionSign({ submission }: { submission: Submission }) {
  const intl = useIntl();
  const { application } = useApplicant();
  const { fee, applicant } = application;
  return (
    <>
      <p className="text-sm">
        <FormattedMessage id="applications.apply.fee" values={{ fee: <b className="num">{feeText(intl, fee)}</b> }} />
      </p>
      <SignBlock
        name={applicant.name ?? ''}
        role={<FormattedMessage id="applications.sign.role.applicant" />}
        signing={submission.signing}
        acknowledgement={<FormattedMessage id="applications.apply.acknowledgement" />}
      />
    </>
  );
}
