import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ClientConfig } from 'pg';
import { openServices } from '#app/server/services.ts';
import { loadBrand } from '#platform/server/config/brand.ts';
import type { Services } from '#platform/server/http/context.ts';
import { readEnv } from '#platform/server/config/env.ts';

/** Runs work with the portal's services in this process and a temporary file store. */
export async function withServices<Result>(
  connection: ClientConfig,
  secret: string,
  work: (services: Services) => Promise<Result>,
): Promise<Result> {
  const folder = await mkdtemp(join(tmpdir(), 'halocline-bench-files-'));
  const env = readEnv({
    DATA_DIR: folder,
    BASE_URL: 'https://portal.bluewater-divers.example',
    LOG_LEVEL: 'silent',
    SECRET_KEY: secret,
  });
  const services = await openServices(env, loadBrand(env.BRAND_FILE), connection);
  try {
    return await work(services);
  } finally {
    await services.close();
    await rm(folder, { recursive: true, force: true });
  }
}
