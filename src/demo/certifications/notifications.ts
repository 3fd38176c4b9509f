import { findLevel } from '#domain/certification-levels.ts';
import type { Messages } from '#platform/server/i18n/messages.ts';
import { type DemoNotification } from '#demo/notifications.ts';
import { ids } from '#demo/world/people.ts';
import type { World } from '#demo/world/world.ts';
import { formatLevelName } from '#features/certifications/server/public.ts';
import { certificationNotices } from '#features/certifications/shared/notices.ts';
import { listDemoCertifications } from './certifications.ts';

const noticedDays = 200;
const unreadDays = 7;

/** Notices of the cards that the accounts got lately. */
export function listDemoCertificationNotifications(messages: Messages, world: World): DemoNotification[] {
  const { timeline } = world;
  return listDemoCertifications(world)
    .filter(({ affiliateId, daysAgo }) => affiliateId < ids.store && daysAgo < noticedDays)
    .flatMap(({ affiliateId: to, licenseID, levelID, daysAgo, eCard }) => {
      const level = findLevel(levelID);
      if (level === undefined) return [];
      const issuedAt = timeline.at(daysAgo, eCard === null ? '16:00' : '18:30');
      return [
        {
          to,
          notice: eCard === null ? certificationNotices.certified : certificationNotices.cardIssued,
          values: { level: formatLevelName(messages, 'en-US', level) },
          path: eCard === null ? `/certifications/noecard/${levelID}` : `/certifications/ecard/${licenseID}/${levelID}`,
          minutesAgo: (timeline.now.getTime() - issuedAt.getTime()) / 60_000,
          isUnread: daysAgo < unreadDays,
        },
      ];
    });
}
