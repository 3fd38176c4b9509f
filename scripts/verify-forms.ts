/** Holds every signed form, its files and its chain against each other, and names what anybody changed. */
import { verifyForms } from '#features/forms/server/chain/verify-forms.ts';
import { createFileStore } from '#platform/server/files/file-store.ts';
import { runOnDatabase } from './run-command.ts';

await runOnDatabase(async ({ database, env }) => {
  const { entries, records, files, evaluations, problems } = await verifyForms(
    { database, env, files: createFileStore(env) },
    (problem) => console.error(`- ${problem}`),
  );
  const checked = `${entries} entries, ${records} records, ${files} files, ${evaluations} evaluations`;
  if (problems > 0) throw new Error(`the signed forms are not as they were: ${problems} wrong of ${checked}`);
  console.log(`the signed forms are whole: ${checked}`);
});
