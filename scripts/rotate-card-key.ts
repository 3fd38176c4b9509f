/** Creates a new key for signing eCards. Cards signed with older keys stay valid: `npm run -s rotate-card-key`. */
import { rotateKey } from '#features/certifications/server/credentials/signing-keys.ts';
import { runOnDatabase } from './run-command.ts';

await runOnDatabase(async ({ database, env }) => {
  const keyId = await database.inTransaction('rotate-card-key', (db) => rotateKey(db, env.SECRET_KEYS));
  console.log(`new cards are signed with key ${keyId}`);
});
