import * as z from 'zod';
import { defineJob } from '#platform/server/jobs/jobs.ts';
import { addDemoClearance } from './clearance.ts';
import { signDemoForm } from './sign-demo-form.ts';

/** Students of the demo instructor who have signed the forms of their course, and answered every question with no. */
const course = { packet: 'course', store: null } as const;
const signers = [
  { ...course, affiliateId: 400_050, name: 'Keiko Arai', birthdate: '1991-04-12', signedOn: '09-05' },
  { ...course, affiliateId: 400_052, name: 'Clara Novak', birthdate: '1985-12-30', signedOn: '08-09' },
];

/** A job, because the documents take a moment to make. Signing them again changes nothing. */
export const signDemoForms = defineJob(
  'forms.demo-records',
  { schema: z.object({ year: z.int() }) },
  async ({ services, database }, { year }) => {
    for (const signer of signers)
      await database.inTransaction('demo forms', (db) =>
        signDemoForm(services, db, signer, new Date(`${year}-${signer.signedOn}T15:20:00Z`)),
      );
    await database.inTransaction('demo clearance', (db) => addDemoClearance(services, db));
  },
);
