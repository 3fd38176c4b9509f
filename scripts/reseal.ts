/** Seals with the newest key of SECRET_KEY what an older one has sealed: `npm run -s reseal`. */
import { resealEverything } from '../src/app/resealing.ts';
import { createFiles } from '../src/platform/server/files.ts';
import { runOnDatabase } from './connection.ts';

await runOnDatabase(async ({ database, env }) => {
  const { resealed, current, lost } = await resealEverything(
    { database, env, files: createFiles(env) },
    ({ table, column }, done) => {
      if (done.resealed > 0) console.log(`- ${table}.${column}: ${done.resealed} sealed anew`);
      if (done.lost > 0) console.error(`- ${table}.${column}: ${done.lost} that none of the keys opens`);
    },
  );
  const said = `${resealed} sealed anew, ${current} were sealed by the newest key before`;
  if (lost > 0) throw new Error(`${said}, ${lost} are opened by none of the keys`);
  console.log(said);
});
