import { CreditCard, ShoppingBag } from 'lucide-react';
import { FormattedMessage } from 'react-intl';
import { PageColumns, PageSection } from '../../../../ui/page.tsx';
import { Rows } from '../../../../ui/row.tsx';
import { HeldCodes } from '../codes/held-codes.tsx';
import { RedeemForm } from '../codes/redeem-form.tsx';
import { DashboardHead } from './dashboard-head.tsx';
import { EveryCourse } from './more.tsx';
import { WayRow } from './way-row.tsx';

/** A store gives codes away; what the courses are it can look at. */
export function StoreDashboard() {
  return (
    <>
      <DashboardHead />
      <PageColumns className="mt-6">
        <div>
          <Rows>
            <WayRow
              to="/training/shop/credit#buy"
              icon={ShoppingBag}
              title="learning.buy_codes"
              text="learning.buy_codes_text"
            />
            <WayRow to="/training/shop/credit" icon={CreditCard} title="learning.credit" text="learning.credit_text" />
          </Rows>
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
