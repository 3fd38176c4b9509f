import type { Services } from '#platform/server/http/context.ts';
import type { Db } from '#platform/server/db/database.ts';
import { findApprovedPhoto } from '#features/account/server/public.ts';
import { notify } from '#features/notifications/server/public.ts';
import type { Level } from '#domain/certification-levels.ts';
import { certificationNotices } from '#features/certifications/shared/notices.ts';
import { pickCulture, formatLevelName } from './card-info.ts';

type NotificationServices = Pick<Services, 'env' | 'mail' | 'messages' | 'pubsub'>;

interface Certified {
  affiliateId: number;
  licenseID: number;
  level: Level;
  hasECard: boolean;
  /** The recipient's language. */
  language: string;
}

/** Notifies the diver of the certification, and that the card needs a photo if none is approved. */
export async function notifyCertified(services: NotificationServices, db: Db, certified: Certified): Promise<void> {
  const { affiliateId, licenseID, level, hasECard, language } = certified;
  const { cardIssued, certified: granted, photoNeeded } = certificationNotices;
  const values = { level: formatLevelName(services.messages, pickCulture(undefined, language), level) };
  await notify(services, db, {
    to: affiliateId,
    notice: hasECard ? cardIssued : granted,
    values,
    path: hasECard ? `/certifications/ecard/${licenseID}/${level.levelID}` : `/certifications/noecard/${level.levelID}`,
    key: `${licenseID}`,
  });
  const photo = hasECard ? await findApprovedPhoto.first(db, { affiliateId, photoId: null }) : { id: '' };
  if (photo === undefined)
    await notify(services, db, { to: affiliateId, notice: photoNeeded, values, path: '/profile', key: `${licenseID}` });
}

interface Revoked {
  affiliateId: number;
  licenseID: number;
  level: Level;
  language: string;
  reason: string;
}

export async function notifyRevoked(services: NotificationServices, db: Db, revoked: Revoked): Promise<void> {
  const { affiliateId, licenseID, level, language, reason } = revoked;
  await notify(services, db, {
    to: affiliateId,
    notice: certificationNotices.cardRevoked,
    values: { level: formatLevelName(services.messages, pickCulture(undefined, language), level), reason },
    path: '/certifications/list',
    key: `${licenseID}`,
  });
}
