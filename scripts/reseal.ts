/** Seals with the newest key of SECRET_KEY what an older one has sealed: `npm run -s reseal`. */
import { reencryptAll } from '#app/server/reencrypt-all.ts';
import { createFileStore } from '#platform/server/files/file-store.ts';
import { runOnDatabase } from './run-command.ts';

await runOnDatabase(async ({ database, env }) => {
  const { resealed, current, lost } = await reencryptAll(
    { database, env, files: createFileStore(env) },
    ({ table, column }, done) => {
      if (done.resealed > 0) console.log(`- ${table}.${column}: ${done.resealed} sealed anew`);
      if (done.lost > 0) console.error(`- ${table}.${column}: ${done.lost} that none of the keys opens`);
    },
  );
  const said = `${resealed} sealed anew, ${current} were sealed by the newest key before`;
  if (lost > 0) throw new Error(`${said}, ${lost} are opened by none of the keys`);
  console.log(said);
});
