import { CreditCard, ShoppingBag } from '#ui/icons/icons.ts';
import type { ReactNode } from 'react';
import { FormattedMessage } from 'react-intl';
import { PageColumns, PageSection } from '#ui/layout/page.tsx';
import { Rows } from '#ui/lists/row.tsx';
import { HeldCodes } from '#features/learning/web/codes/held-codes.tsx';
import { RedeemForm } from '#features/learning/web/codes/redeem-form.tsx';
import { DashboardHead } from './dashboard-head.tsx';
import { AllCourses } from './more-courses.tsx';
import { ActionRow } from './action-row.tsx';

export function StoreDashboard({ nextStep }: { nextStep: ReactNode }) {
  return (
    <>
      <DashboardHead end={nextStep} />
      <PageColumns className="mt-6">
        <div>
          <Rows>
            <ActionRow
              to="/training/shop/credit#buy"
              icon={ShoppingBag}
              title="learning.buy_codes"
              text="learning.buy_codes_text"
            />
            <ActionRow
              to="/training/shop/credit"
              icon={CreditCard}
              title="learning.credit"
              text="learning.credit_text"
            />
          </Rows>
          <HeldCodes />
          <AllCourses />
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
