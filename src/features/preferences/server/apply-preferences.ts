import * as z from 'zod';
import { defineJob } from '#platform/server/jobs/jobs.ts';
import * as queries from './queries.ts';

/** Applies a person's newest choices to the mailing list. The lock serializes concurrent jobs. */
export const applyPreferences = defineJob(
  'preferences.apply',
  // Retries last longer than the promised 24 hours.
  { schema: z.object({ affiliateId: z.int() }), retryLimit: 40 },
  async ({ database }, { affiliateId }) => {
    await database.inTransaction('preferences.apply', async (db) => {
      await queries.lockPerson(db, { affiliateId });
      await queries.applyChoices(db, { affiliateId });
    });
  },
);
