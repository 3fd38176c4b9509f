/** Verifies every signed form against its files and its hash chain: `npm run -s verify-forms`. */
import { verifyForms } from '#features/forms/server/chain/verify-forms.ts';
import { createFileStore } from '#platform/server/files/file-store.ts';
import { runOnDatabase } from './run-command.ts';

await runOnDatabase(async ({ database, env }) => {
  const { entries, records, files, evaluations, problems } = await verifyForms(
    { database, env, files: createFileStore(env) },
    (problem) => console.error(`- ${problem}`),
  );
  const checked = `${entries} entries, ${records} records, ${files} files, ${evaluations} evaluations`;
  if (problems > 0) throw new Error(`signed forms verification failed: ${problems} problems in ${checked}`);
  console.log(`signed forms are intact: ${checked}`);
});
