import type { Db } from '#platform/server/db/database.ts';

const locale = 'en-US';

/** One person accepts our emails, one also those of third parties; all others have no preferences. */
export async function seedDemoPreferences(db: Db): Promise<void> {
  await seedPreference(db, 400_001, true, false, '2026-03-02T08:15:00Z');
  await seedPreference(db, 400_005, true, true, '2026-02-11T17:40:00Z');
}

async function seedPreference(
  db: Db,
  affiliateId: number,
  communications: boolean,
  thirdParty: boolean,
  at: string,
): Promise<void> {
  const choices = { communications, third_party: thirdParty, communication_language: locale } as const;
  const effectiveAt = new Date(Date.parse(at) + 9 * 60_000);
  const inserted = await db
    .insertInto('preference')
    .values({ affiliate_id: affiliateId, ...choices, updated_at: at })
    .onConflict((conflict) => conflict.doNothing())
    .returning('affiliate_id')
    .execute();
  if (inserted.length === 0) return;
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
