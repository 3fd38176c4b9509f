import type { JobContext } from '#platform/server/jobs/jobs.ts';
import type { Services } from '#platform/server/http/context.ts';
import { applyPreferences } from './apply-preferences.ts';

/** Runs the job as the queue would. */
export async function runApplyPreferences({ database }: Services, affiliateId: number): Promise<void> {
  await applyPreferences.run({ database } as JobContext, { affiliateId });
}

export async function listConsentRecords({ database }: Services, affiliateId: number) {
  return database.db
    .selectFrom('consent_record')
    .select(['subject', 'value', 'former_value', 'actor_affiliate_id', 'how', 'text_locale', 'text_version'])
    .select(['mailing_job', 'effective_at'])
    .where('affiliate_id', '=', affiliateId)
    .orderBy('seq')
    .execute();
}

export async function findGlobalUid({ database }: Services, email: string): Promise<string> {
  const { global_uuid: uid } = await database.db
    .selectFrom('person')
    .select('global_uuid')
    .where('email', '=', email)
    .executeTakeFirstOrThrow();
  return uid;
}

export async function countJobs({ database }: Services, affiliateId: number): Promise<number> {
  const { rows } = await database.pool.query<{ count: number }>(
    "select count(*)::int from pgboss.job where name = 'preferences.apply' and (data ->> 'affiliateId')::int = $1",
    [affiliateId],
  );
  return rows[0]?.count ?? 0;
}
