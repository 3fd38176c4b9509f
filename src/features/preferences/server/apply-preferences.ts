import * as z from 'zod';
import { defineJob } from '#platform/server/jobs/jobs.ts';
import * as sql from './queries.ts';

/** Lets the mailing go by what a person has chosen last. Of several at once each takes its turn, so the newest holds. */
export const applyPreferences = defineJob(
  'preferences.apply',
  // Tried on for longer than the day that people are promised.
  { schema: z.object({ affiliateId: z.int() }), retryLimit: 40 },
  async ({ database }, { affiliateId }) => {
    await database.inTransaction('preferences.apply', async (db) => {
      await sql.lockPerson(db, affiliateId);
      await sql.applyChoices(db, affiliateId);
    });
  },
);
