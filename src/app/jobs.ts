import * as z from 'zod';
import { purgeExpired } from '../features/identity/server/public.ts';
import type { Services } from '../platform/server/context.ts';
import { defineJob, type Job } from '../platform/server/jobs.ts';

const purgeSignIns = defineJob('identity.purge', { schema: z.object({}), cron: '17 * * * *' }, async ({ database }) => {
  await purgeExpired(database.db);
});

/** Every kind of background work; each area adds its own here. */
export function jobsOf(services: Services): Job[] {
  return [services.mail.job, purgeSignIns] as unknown as Job[];
}
