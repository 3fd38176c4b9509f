import type { Services } from '../../../platform/server/context.ts';
import type { Db } from '../../../platform/server/db.ts';
import { findApprovedPhoto } from '../../account/server/public.ts';
import { notify } from '../../notifications/server/public.ts';
import type { Level } from '../shared/levels.ts';
import { certificationNotices } from '../shared/notices.ts';
import { cultureOf, levelNameIn } from './shape.ts';

type Telling = Pick<Services, 'env' | 'mail' | 'messages' | 'pubsub'>;

interface Certified {
  affiliateId: number;
  licenseID: number;
  level: Level;
  hasECard: boolean;
  /** Of the person. */
  language: string;
}

/** Tells somebody what they are certified for now; and, where their card has no photo to show, that it needs one. */
export async function tellCertified(services: Telling, db: Db, certified: Certified): Promise<void> {
  const { affiliateId, licenseID, level, hasECard, language } = certified;
  const { cardIssued, certified: granted, photoNeeded } = certificationNotices;
  const values = { level: levelNameIn(services.messages, cultureOf(undefined, language), level) };
  await notify(services, db, {
    to: affiliateId,
    notice: hasECard ? cardIssued : granted,
    values,
    path: hasECard ? `/certifications/ecard/${licenseID}/${level.levelID}` : `/certifications/noecard/${level.levelID}`,
    key: `${licenseID}`,
  });
  const [photo] = hasECard ? await findApprovedPhoto(db, affiliateId, null) : [{ id: '' }];
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

export async function tellRevoked(services: Telling, db: Db, revoked: Revoked): Promise<void> {
  const { affiliateId, licenseID, level, language, reason } = revoked;
  await notify(services, db, {
    to: affiliateId,
    notice: certificationNotices.cardRevoked,
    values: { level: levelNameIn(services.messages, cultureOf(undefined, language), level), reason },
    path: '/certifications/list',
    key: `${licenseID}`,
  });
}
