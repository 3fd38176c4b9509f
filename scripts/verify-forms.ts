/**
 * Verifies signed forms against their files and the log, after the checkpoint up to which they were verified before:
 * `npm run -s verify-forms`. With `--all`, verifies every form, and that none lacks an entry in the log.
 */
import { verifyForms } from '#features/forms/server/chain/verify-forms.ts';
import { describeVerification } from '#platform/server/chains/verify-log.ts';
import { createFileStore } from '#platform/server/files/file-store.ts';
import { formatProblems, runOnDatabase } from './run-command.ts';

const isComplete = process.argv.includes('--all');

await runOnDatabase(async ({ database, env }) => {
  const { entries, records, files, evaluations, problems, ...verified } = await verifyForms(
    { database, env, files: await createFileStore(env) },
    (problem) => console.error(`- ${problem}`),
    { isComplete },
  );
  const checked = `${entries} entries, ${records} records, ${files} files, ${evaluations} evaluations`;
  if (problems > 0) throw new Error(`signed forms verification failed: ${formatProblems(problems)} in ${checked}`);
  console.log(`signed forms are intact: ${checked}${describeVerification(verified)}`);
});
