import { statement } from '#platform/server/db/database.ts';
import { defineJob } from '#platform/server/jobs/jobs.ts';
import { passwordResetJob } from '#features/identity/server/public.ts';
import { toIsoDate } from '#platform/shared/dates.ts';
import { isMinor } from '#domain/age.ts';
import { notifyGuardiansOfOwnChange } from './notifications.ts';

interface PersonRow {
  affiliateId: number;
  givenName: string;
  birthdate: string | null;
}

const selectPerson = statement<PersonRow, [sub: string]>(`
  select affiliate_id::int as "affiliateId", given_name as "givenName", birthdate from person where sub = $1`);

/** Notifies every guardian that a minor reset their password by mail. */
export const notifyGuardiansOfReset = defineJob(
  passwordResetJob.name,
  passwordResetJob,
  async ({ services, database, now }, { sub }) => {
    await database.inTransaction(passwordResetJob.name, async (db) => {
      const [person] = await selectPerson(db, sub);
      if (person === undefined) return;
      await notifyGuardiansOfOwnChange(services, db, { ...person, isMinor: isMinor(person.birthdate, toIsoDate(now)) });
    });
  },
);
