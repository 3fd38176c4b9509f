import { type Db, statement } from '#platform/server/db/database.ts';

const insertDemo = statement<unknown, [affiliateId: number, communications: boolean, thirdParty: boolean, at: string]>(`
  with chosen as (
    insert into preference (affiliate_id, communications, third_party, communication_language, updated_at)
    values ($1, $2, $3, 'en-US', $4::timestamptz) on conflict do nothing returning *
  ), effective as (
    insert into recipient (affiliate_id, communications, third_party, communication_language, effective_at)
    select affiliate_id, communications, third_party, communication_language, updated_at + interval '9 minutes'
    from chosen
  )
  insert into consent_record (affiliate_id, at, actor_affiliate_id, subject, value, text_version, text_locale, how,
    effective_at)
  select affiliate_id, updated_at, affiliate_id, subject, value, '2026-01-10', 'en-US', 'sign-up',
    updated_at + interval '9 minutes'
  from chosen, lateral (values ('communicationLanguage', communication_language), ('thirdParty', third_party::text),
    ('communications', communications::text)) as choice (subject, value)`);

/** One person accepts our emails, one also those of third parties; all others have no preferences. */
export async function seedDemoPreferences(db: Db): Promise<void> {
  await insertDemo(db, 400_001, true, false, '2026-03-02T08:15:00Z');
  await insertDemo(db, 400_005, true, true, '2026-02-11T17:40:00Z');
}
