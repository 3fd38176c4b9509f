import { FormattedMessage, useIntl } from 'react-intl';
import { useApplicant } from '#features/applications/web/applicant/applicant-context.ts';
import { formatFee } from '#features/applications/web/fee-text.ts';
import { SignatureForm } from '#features/applications/web/signature-form.tsx';
import type { Submission } from '#features/applications/web/applicant/use-submission.ts';

export function SectionSign({ submission }: { submission: Submission }) {
  const intl = useIntl();
  const { application } = useApplicant();
  const { fee, applicant } = application;
  return (
    <>
      <p className="text-sm">
        <FormattedMessage id="applications.apply.fee" values={{ fee: <b className="num">{formatFee(intl, fee)}</b> }} />
      </p>
      <SignatureForm
        name={applicant.name ?? ''}
        role={<FormattedMessage id="applications.sign.role.applicant" />}
        signing={submission.signing}
        acknowledgement={<FormattedMessage id="applications.apply.acknowledgement" />}
      />
    </>
  );
}
