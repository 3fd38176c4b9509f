import type { Db } from '#platform/server/db/database.ts';
import { ids } from './world/people.ts';
import type { World } from './world/world.ts';

const locale = 'en-US';

/** One person accepts our emails, one also those of third parties; all others have no preferences. */
export async function seedDemoPreferences(db: Db, { timeline }: World): Promise<void> {
  await seedPreference(db, ids.diver, true, false, timeline.at(261, '08:15'));
  await seedPreference(db, ids.instructor, true, true, timeline.at(280, '17:40'));
}

async function seedPreference(
  db: Db,
  affiliateId: number,
  communications: boolean,
  thirdParty: boolean,
  at: Date,
): Promise<void> {
  const choices = { communications, third_party: thirdParty, communication_language: locale } as const;
  const effectiveAt = new Date(at.getTime() + 9 * 60_000);
  await db
    .insertInto('preference')
    .values({ affiliate_id: affiliateId, ...choices, updated_at: at })
    .execute();
  await db
    .insertInto('recipient')
    .values({ affiliate_id: affiliateId, ...choices, effective_at: effectiveAt })
    .execute();
  const consents = [
    { subject: 'communicationLanguage', value: locale },
    { subject: 'thirdParty', value: String(thirdParty) },
    { subject: 'communications', value: String(communications) },
  ] as const;
  await db
    .insertInto('consent_record')
    .values(
      consents.map((consent) => ({
        affiliate_id: affiliateId,
        at,
        actor_affiliate_id: affiliateId,
        ...consent,
        text_version: '2026-01-10',
        text_locale: locale,
        how: 'sign-up' as const,
        effective_at: effectiveAt,
      })),
    )
    .execute();
}
