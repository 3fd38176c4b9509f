import { fillApplication, openApplicant, submitApplication, type Applicant } from '#test/support/e2e/applicants.ts';
import { runSql } from '#test/support/e2e/database.ts';

export const listPath = '/pro/applications';

export const stateOf = async (id: number) => {
  const [row] = await runSql<{ state: string }>('select state from application where id = $1', [id]);
  return row?.state;
};

/** An application submitted to the demo instructor, complete except for the exercises. */
export async function openSubmitted(
  givenName: string,
  changes: object = {},
): Promise<{ applicant: Applicant; id: number }> {
  const applicant = await openApplicant(givenName);
  const id = await fillApplication(applicant, changes);
  await submitApplication(applicant, id);
  return { applicant, id };
}
