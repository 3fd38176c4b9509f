/** Runs all verifications of the stored data: `npm run verify`. */
import { createFileStore } from '#platform/server/files/file-store.ts';
import { runOnDatabaseOrStart } from './run-command.ts';
import { printVerification } from './print-verification.ts';

await runOnDatabaseOrStart(async ({ database, connection, env }) => {
  await printVerification({ database, env, files: await createFileStore(env) }, connection);
});
