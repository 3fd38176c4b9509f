import { Inbox, Package, Receipt } from '#ui/icons/icons.ts';
import type { ReactNode } from 'react';
import { DashboardHead } from './dashboard-head.tsx';
import { AllCourses } from './more-courses.tsx';
import { Rows } from '#ui/lists/row.tsx';
import { ActionRow } from './action-row.tsx';

export function StaffDashboard({ nextStep }: { nextStep: ReactNode }) {
  return (
    <>
      <DashboardHead end={nextStep} />
      <Rows className="mt-6 mb-10">
        <ActionRow to="/desk" icon={Inbox} title="learning.staff.desk" text="learning.staff.desk_text" />
        <ActionRow to="/desk/courses" icon={Package} title="learning.desk.title" text="learning.staff.courses_text" />
        <ActionRow to="/desk/orders" icon={Receipt} title="learning.staff.orders" text="learning.staff.orders_text" />
      </Rows>
      <AllCourses />
    </>
  );
}
