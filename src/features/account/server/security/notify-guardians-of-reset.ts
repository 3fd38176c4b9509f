import { defineJob } from '#platform/server/jobs/jobs.ts';
import { passwordResetJob } from '#features/identity/server/public.ts';
import { toIsoDate } from '#platform/shared/dates.ts';
import { isMinor } from '#domain/age.ts';
import { findPersonBySub } from '#features/account/server/people/queries.ts';
import { notifyGuardiansOfOwnChange } from './notifications.ts';

/** Notifies every guardian that a minor reset their password by mail. */
export const notifyGuardiansOfReset = defineJob(
  passwordResetJob.name,
  passwordResetJob,
  async ({ services, database, now }, { sub }) => {
    await database.inTransaction(passwordResetJob.name, async (db) => {
      const person = await findPersonBySub.first(db, { sub });
      if (person === undefined) return;
      await notifyGuardiansOfOwnChange(services, db, {
        affiliateId: person.affiliate_id,
        givenName: person.given_name,
        isMinor: isMinor(person.birthdate, toIsoDate(now)),
      });
    });
  },
);
