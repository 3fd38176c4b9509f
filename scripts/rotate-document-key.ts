/** From now on another key signs documents; what the old one signed stays valid: `npm run -s rotate-document-key`. */
import { readBrand } from '../src/platform/server/brand.ts';
import { openDatabase } from '../src/platform/server/db.ts';
import { rotateDocumentKey } from '../src/platform/server/document-key.ts';
import { readEnv } from '../src/platform/server/env.ts';
import { findConnection, runCommand } from './connection.ts';

await runCommand(async () => {
  const env = readEnv(process.env);
  const settings = { env, owner: readBrand(env.BRAND_FILE).name, now: new Date() };
  const database = openDatabase({ connection: findConnection(), poolSize: 2 });
  try {
    const keyId = await database.inTransaction('rotate-document-key', (db) => rotateDocumentKey(db, settings));
    console.log(`documents are signed by ${keyId} now`);
  } finally {
    await database.close();
  }
});
