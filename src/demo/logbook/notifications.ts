import { type Db, statement } from '#platform/server/db/database.ts';
import { type DemoNotification } from '#demo/notifications.ts';
import { logbookNotices } from '#features/logbook/shared/notices.ts';
import { demoInstructor } from './describe-dive.ts';

const dayMin = 24 * 60;
const diver = 400_001;
const student = 400_002;

const listIds = statement<{ affiliate_id: number; id: number; dive_title: string }, [instructor: number]>(`
  select affiliate_id, id, dive_title from dive_log
  where memsys_member_number = $1 and status <> 'Draft' and deleted_at is null order by id`);

/** Notifications about submitted, verified and returned demo dives. */
export async function listDemoLogbookNotifications(db: Db): Promise<DemoNotification[]> {
  const logs = await listIds(db, demoInstructor.memberNumber);
  const pathOf = (affiliateId: number, title: string) => {
    const log = logs.findLast((row) => row.affiliate_id === affiliateId && row.dive_title === title);
    return log === undefined ? '/logbook/list' : `/logbook/dive/${log.id}`;
  };
  const { name: instructor } = demoInstructor;
  return [
    {
      to: diver,
      notice: logbookNotices.returned,
      values: {
        instructor,
        title: 'Navigation dive',
        reason: 'Bottom time is longer than the time between in and out.',
      },
      path: pathOf(diver, 'Navigation dive'),
      minutesAgo: 95,
      isUnread: true,
    },
    {
      to: diver,
      notice: logbookNotices.verified,
      values: { instructor, title: 'Boat dive' },
      path: pathOf(diver, 'Boat dive'),
      minutesAgo: dayMin + 30,
    },
    {
      to: student,
      notice: logbookNotices.verified,
      values: { instructor, title: 'Open Water dive 1' },
      path: pathOf(student, 'Open Water dive 1'),
      minutesAgo: 6 * dayMin,
      isUnread: true,
    },
    {
      to: demoInstructor.affiliateId,
      notice: logbookNotices.submitted,
      values: { diver: 'Jonas Weber', title: 'Open Water dive 2', date: Date.now() },
      path: pathOf(student, 'Open Water dive 2'),
      minutesAgo: 40,
      isUnread: true,
    },
  ];
}
