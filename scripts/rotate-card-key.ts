/** From now on another key signs eCards; what the old one signed stays valid: `npm run -s rotate-card-key`. */
import { rotateKey } from '../src/features/certifications/server/keys.ts';
import { openDatabase } from '../src/platform/server/db.ts';
import { readEnv } from '../src/platform/server/env.ts';
import { findConnection, runCommand } from './connection.ts';

await runCommand(async () => {
  const { SECRET_KEYS } = readEnv(process.env);
  const database = openDatabase({ connection: findConnection(), poolSize: 2 });
  try {
    const keyId = await database.inTransaction('rotate-card-key', (db) => rotateKey(db, SECRET_KEYS));
    console.log(`cards are signed by ${keyId} now`);
  } finally {
    await database.close();
  }
});
