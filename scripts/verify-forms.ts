/** Holds every signed form, its files and its chain against each other, and names what anybody changed. */
import { verifyForms } from '../src/features/forms/server/verify.ts';
import { createFiles } from '../src/platform/server/files.ts';
import { runOnDatabase } from './connection.ts';

await runOnDatabase(async ({ database, env }) => {
  const { entries, records, files, evaluations, problems } = await verifyForms(
    { database, env, files: createFiles(env) },
    (problem) => console.error(`- ${problem}`),
  );
  const checked = `${entries} entries, ${records} records, ${files} files, ${evaluations} evaluations`;
  if (problems > 0) throw new Error(`the signed forms are not as they were: ${problems} wrong of ${checked}`);
  console.log(`the signed forms are whole: ${checked}`);
});
