/** Creates a key for signing documents. Older keys' documents stay valid: `npm run -s rotate-document-key`. */
import { loadBrand } from '#platform/server/config/brand.ts';
import { rotateDocumentKey } from '#platform/server/documents/document-key.ts';
import { runOnDatabase } from './run-command.ts';

await runOnDatabase(async ({ database, env }) => {
  const settings = { env, owner: loadBrand(env.BRAND_FILE).name, now: new Date() };
  const keyId = await database.inTransaction('rotate-document-key', (db) => rotateDocumentKey(db, settings));
  console.log(`new documents are signed with key ${keyId}`);
});
