/** From now on another key signs documents; what the old one signed stays valid: `npm run -s rotate-document-key`. */
import { readBrand } from '../src/platform/server/brand.ts';
import { rotateDocumentKey } from '../src/platform/server/document-key.ts';
import { runOnDatabase } from './connection.ts';

await runOnDatabase(async ({ database, env }) => {
  const settings = { env, owner: readBrand(env.BRAND_FILE).name, now: new Date() };
  const keyId = await database.inTransaction('rotate-document-key', (db) => rotateDocumentKey(db, settings));
  console.log(`documents are signed by ${keyId} now`);
});
