import { FormattedMessage } from 'react-intl';
import { PageSection } from '#ui/layout/page.tsx';
import { RedeemForm } from '#features/learning/web/codes/redeem-form.tsx';
import { UnredeemedCodes } from '#features/learning/web/codes/unredeemed-codes.tsx';
import { LastDive } from './last-dive.tsx';

interface DashboardAsideProps {
  hasRedeemForm: boolean;
  hasUnredeemedCodes: boolean;
}

/** The last dive and access codes. */
export function DashboardAside({ hasRedeemForm, hasUnredeemedCodes }: DashboardAsideProps) {
  return (
    <>
      <LastDive />
      {hasRedeemForm && (
        <PageSection title={<FormattedMessage id="learning.code.title" />}>
          <RedeemForm />
        </PageSection>
      )}
      {hasUnredeemedCodes && <UnredeemedCodes />}
    </>
  );
}
