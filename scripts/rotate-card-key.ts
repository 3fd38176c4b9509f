/** From now on another key signs eCards; what the old one signed stays valid: `npm run -s rotate-card-key`. */
import { rotateKey } from '#features/certifications/server/credentials/signing-keys.ts';
import { runOnDatabase } from './run-command.ts';

await runOnDatabase(async ({ database, env }) => {
  const keyId = await database.inTransaction('rotate-card-key', (db) => rotateKey(db, env.SECRET_KEYS));
  console.log(`cards are signed by ${keyId} now`);
});
