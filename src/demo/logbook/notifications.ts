import type { Db } from '#platform/server/db/database.ts';
import { type DemoNotification } from '#demo/notifications.ts';
import { toIsoDate } from '#platform/shared/dates.ts';
import { logbookNotices } from '#features/logbook/shared/notices.ts';
import { ids, tomas } from '#demo/world/people.ts';
import type { World } from '#demo/world/world.ts';

const dayMin = 24 * 60;
const { diver, student } = ids;

/** Notifications about submitted, verified and returned demo dives. */
export async function listDemoLogbookNotifications(db: Db, { timeline }: World): Promise<DemoNotification[]> {
  const logs = await db
    .selectFrom('dive_log')
    .select(['affiliate_id', 'id', 'dive_title', 'dive_date'])
    .where('memsys_member_number', '=', tomas.memberNumber)
    .where('status', '<>', 'Draft')
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .execute();
  const findLog = (affiliateId: number, title: string) =>
    logs.findLast((row) => row.affiliate_id === affiliateId && row.dive_title === title);
  const pathOf = (affiliateId: number, title: string) => {
    const log = findLog(affiliateId, title);
    return log === undefined ? '/logbook/list' : `/logbook/dive/${log.id}`;
  };
  const dateOf = (affiliateId: number, title: string) =>
    findLog(affiliateId, title)?.dive_date ?? toIsoDate(timeline.now);
  const { name: instructor } = tomas;
  return [
    {
      to: diver,
      notice: logbookNotices.returned,
      values: {
        instructor,
        title: 'Navigation dive',
        date: dateOf(diver, 'Navigation dive'),
        reason: 'Your bottom time is longer than the time from entry to exit.',
      },
      path: pathOf(diver, 'Navigation dive'),
      minutesAgo: 3 * dayMin,
      isUnread: true,
    },
    {
      to: diver,
      notice: logbookNotices.verified,
      values: { instructor, title: 'Boat dive', date: dateOf(diver, 'Boat dive') },
      path: pathOf(diver, 'Boat dive'),
      minutesAgo: 4 * dayMin,
    },
    {
      to: student,
      notice: logbookNotices.verified,
      values: { instructor, title: 'Open Water dive 1', date: dateOf(student, 'Open Water dive 1') },
      path: pathOf(student, 'Open Water dive 1'),
      minutesAgo: 9 * dayMin,
      isUnread: true,
    },
    {
      to: tomas.affiliateId,
      notice: logbookNotices.submitted,
      values: { diver: 'Jonas Weber', title: 'Open Water dive 2', date: toIsoDate(timeline.at(4)) },
      path: pathOf(student, 'Open Water dive 2'),
      minutesAgo: 4 * dayMin - 300,
      isUnread: true,
    },
  ];
}
