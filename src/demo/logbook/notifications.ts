import type { Db } from '#platform/server/db/database.ts';
import { type DemoNotification } from '#demo/notifications.ts';
import { logbookNotices } from '#features/logbook/shared/notices.ts';
import { demoInstructor } from './describe-dive.ts';

const dayMin = 24 * 60;
const diver = 400_001;
const student = 400_002;

/** Notifications about submitted, verified and returned demo dives. */
export async function listDemoLogbookNotifications(db: Db): Promise<DemoNotification[]> {
  const logs = await db
    .selectFrom('dive_log')
    .select(['affiliate_id', 'id', 'dive_title'])
    .where('memsys_member_number', '=', demoInstructor.memberNumber)
    .where('status', '<>', 'Draft')
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .execute();
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
