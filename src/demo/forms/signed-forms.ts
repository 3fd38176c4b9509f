import * as z from 'zod';
import { defineJob } from '#platform/server/jobs/jobs.ts';
import { addDemoClearance } from './clearance.ts';
import { signDemoForm } from './sign-demo-form.ts';

/** The demo instructor's students who signed their course's forms with no medical issues. */
const course = { packet: 'course', store: null } as const;
const signers = [
  { ...course, affiliateId: 400_050, name: 'Keiko Arai', birthdate: '1991-04-12', signedOn: '09-05' },
  { ...course, affiliateId: 400_052, name: 'Clara Novak', birthdate: '1985-12-30', signedOn: '08-09' },
];

/** A job, because rendering the documents is slow. Signing again changes nothing. */
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
