/** Re-encrypts stored values with the newest key of SECRET_KEY: `npm run -s reencrypt`. */
import { reencryptAll } from '#app/server/reencrypt-all.ts';
import { createFileStore } from '#platform/server/files/file-store.ts';
import { runOnDatabase } from './run-command.ts';

await runOnDatabase(async ({ database, env }) => {
  const { reencrypted, current, lost } = await reencryptAll(
    { database, env, files: await createFileStore(env) },
    ({ table, column }, counts) => {
      if (counts.reencrypted > 0) console.log(`- ${table}.${column}: ${counts.reencrypted} re-encrypted`);
      if (counts.lost > 0) console.error(`- ${table}.${column}: ${counts.lost} not decryptable with any key`);
    },
  );
  const summary = `${reencrypted} re-encrypted, ${current} already encrypted with the newest key`;
  if (lost > 0) throw new Error(`${summary}, ${lost} not decryptable with any key`);
  console.log(summary);
});
