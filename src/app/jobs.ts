import * as z from 'zod';
import { checkIssuer, deleteOldSessions } from '../features/account/server/public.ts';
import { purgeExpired } from '../features/identity/server/public.ts';
import type { Services } from '../platform/server/context.ts';
import { defineJob, type Job } from '../platform/server/jobs.ts';
import { purgeMails } from '../platform/server/mail.ts';

const purgeSignIns = defineJob('identity.purge', { schema: z.object({}), cron: '17 * * * *' }, async ({ database }) => {
  await purgeExpired(database.db);
});

const purgeMail = defineJob('mail.purge', { schema: z.object({}), cron: '27 3 * * *' }, async ({ database }) => {
  await purgeMails(database.db);
});

const purgeSessions = defineJob('account.purge', { schema: z.object({}), cron: '37 3 * * *' }, async ({ database }) => {
  await deleteOldSessions(database.db);
});

/** Every kind of background work; each area adds its own here. What asks the account service needs a portal to ask for. */
export function jobsOf(services: Services): Job[] {
  const everywhere = [services.mail.job, purgeSignIns, purgeMail, purgeSessions];
  return (services.env.SERVE === 'sso' ? everywhere : [...everywhere, checkIssuer]) as unknown as Job[];
}
