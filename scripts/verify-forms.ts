/** Holds every signed form, its files and its chain against each other, and names what anybody changed. */
import { verifyForms } from '../src/features/forms/server/verify.ts';
import { openDatabase } from '../src/platform/server/db.ts';
import { readEnv } from '../src/platform/server/env.ts';
import { createFiles } from '../src/platform/server/files.ts';
import { findConnection, runCommand } from './connection.ts';

await runCommand(async () => {
  const env = readEnv(process.env);
  const database = openDatabase({ connection: findConnection(), poolSize: 2 });
  try {
    const { entries, records, files, evaluations, problems } = await verifyForms(
      { database, env, files: createFiles(env) },
      (problem) => console.error(`- ${problem}`),
    );
    const checked = `${entries} entries, ${records} records, ${files} files, ${evaluations} evaluations`;
    if (problems > 0) throw new Error(`the signed forms are not as they were: ${problems} wrong of ${checked}`);
    console.log(`the signed forms are whole: ${checked}`);
  } finally {
    await database.close();
  }
});
