/** Deletes everything in the demo's database and data folder and loads the demo again: `npm run demo:reset`. */
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { openConnection } from '#app/server/database-connection.ts';
import { openServices } from '#app/server/services.ts';
import { emptyOtherSchema } from '#demo/empty-other-schema.ts';
import { assertIsDemo, resetDemo } from '#demo/reset-demo.ts';
import { loadBrand } from '#platform/server/config/brand.ts';
import { readEnv } from '#platform/server/config/env.ts';
import { findRunningDatabase, runCommand } from './run-command.ts';

await runCommand(async () => {
  const env = readEnv(process.env);
  if (!env.DEMO) throw new Error('demo:reset: only available with DEMO=true');
  // Outside production DEMO is on unless it is set, for example in a shell with the DATABASE_URL of the real portal.
  const isNamed = env.DATABASE_URL !== undefined || env.S3_BUCKET !== undefined;
  if (isNamed && process.env['DEMO'] !== 'true')
    throw new Error('demo:reset: set DEMO=true to delete everything in the database of DATABASE_URL');
  if (env.OIDC_ISSUER !== undefined) throw new Error('demo:reset: not available with another OIDC_ISSUER');
  const { connection, stop } = (await findRunningDatabase(env)) ?? (await openConnection(env));
  try {
    await emptyOtherSchema(connection);
    const services = await openServices(env, loadBrand(env.BRAND_FILE), connection);
    try {
      await assertIsDemo(services.database.db);
      // Files in a bucket stay; they are encrypted and nothing refers to them any more.
      await rm(join(env.DATA_DIR, 'files'), { recursive: true, force: true });
      await resetDemo(services);
    } finally {
      await services.close();
    }
  } finally {
    await stop();
  }
  console.log('demo reset; pictures and documents are created by the running portal, or at its next start');
});
