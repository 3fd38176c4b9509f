import { FormattedMessage } from 'react-intl';
import { PageColumns, PageSection } from '../../../../ui/page.tsx';
import { HeldCodes } from '../codes/held-codes.tsx';
import { RedeemForm } from '../codes/redeem-form.tsx';
import { DashboardHead } from './dashboard-head.tsx';
import { EveryCourse } from './more.tsx';

/** A store gives codes away; what the courses are it can look at. */
export function StoreDashboard() {
  return (
    <>
      <DashboardHead />
      <PageColumns className="mt-6">
        <div>
          <HeldCodes />
          <EveryCourse />
        </div>
        <aside>
          <PageSection title={<FormattedMessage id="learning.code.title" />}>
            <RedeemForm />
          </PageSection>
        </aside>
      </PageColumns>
    </>
  );
}
