import { Inbox, Package } from 'lucide-react';
import { FormattedMessage } from 'react-intl';
import { Disc } from '../../../../ui/row.tsx';
import { LinkRow } from '../link-row.tsx';
import { DashboardHead } from './dashboard-head.tsx';
import { EveryCourse } from './more.tsx';

/** Staff work at the desk; here they see what learners see. */
export function StaffDashboard() {
  return (
    <>
      <DashboardHead />
      <ul className="rows card mt-6 mb-10 px-5">
        <LinkRow
          to="/desk"
          start={
            <Disc tone="accent">
              <Inbox size={20} />
            </Disc>
          }
          title={<FormattedMessage id="learning.staff.desk" />}
          text={<FormattedMessage id="learning.staff.desk_text" />}
        />
        <LinkRow
          to="/desk/courses"
          start={
            <Disc tone="accent">
              <Package size={20} />
            </Disc>
          }
          title={<FormattedMessage id="learning.desk.title" />}
          text={<FormattedMessage id="learning.staff.courses_text" />}
        />
      </ul>
      <EveryCourse />
    </>
  );
}
