import { statement } from '../../../platform/server/db.ts';
import { defineJob } from '../../../platform/server/jobs.ts';
import { passwordResets } from '../../identity/server/public.ts';
import { dayOf, isMinor } from '../shared/rules.ts';
import { notifyOfOwnChange } from './security-mail.ts';

interface PersonRow {
  affiliateId: number;
  givenName: string;
  birthdate: string | null;
}

const selectPerson = statement<PersonRow, [sub: string]>(`
  select affiliate_id::int as "affiliateId", given_name as "givenName", birthdate from person where sub = $1`);

/** A minor reset their own password by mail: every guardian is notified, as when a guardian changes it. */
export const notifyGuardiansOfReset = defineJob(
  passwordResets.name,
  passwordResets,
  async ({ services, database, now }, { sub }) => {
    await database.inTransaction(passwordResets.name, async (db) => {
      const [person] = await selectPerson(db, sub);
      if (person === undefined) return;
      await notifyOfOwnChange(services, db, { ...person, isMinor: isMinor(person.birthdate, dayOf(now)) });
    });
  },
);
