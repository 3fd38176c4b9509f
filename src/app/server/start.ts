import { realpathSync } from 'node:fs';
import { join } from 'node:path';
import { validateForms } from '#features/forms/server/public.ts';
import { validateCourses } from '#features/learning/server/public.ts';
import { syncCatalogue } from '#features/shop/server/public.ts';
import { loadBrand } from '#platform/server/config/brand.ts';
import { readEnv, type Env } from '#platform/server/config/env.ts';
import { closeHttpServer } from '#platform/server/http/server.ts';
import { assertSecureSettings } from '#platform/server/config/insecure-settings.ts';
import { startJobWorkers } from '#platform/server/jobs/jobs.ts';
import { startTracing } from '#platform/server/observability/tracing.ts';
import { buildWeb } from './build-web.ts';
import { collectGarbage } from './collect-garbage.ts';
import { openConnection, StartError } from './database-connection.ts';
import { formatDemoAccounts, enqueueDemoJobs, loadDemo } from '#demo/load-demo.ts';
import { listJobs } from './jobs.ts';
import { createServer } from './server.ts';
import { openServices } from './services.ts';
import { assetStoreFolder, storeAssets } from './web/asset-store.ts';
import { webFolder } from './web-page.ts';

interface RunningPortal {
  address: string;
  stop(): Promise<void>;
}

/** Starts database, services, web and server in this order, and stops them in reverse. */
export async function startPortal(
  source: Record<string, string | undefined>,
  print: (line: string) => void,
  onLost: (line: string) => void,
  warn: (line: string) => void,
): Promise<RunningPortal> {
  const env = readEnv(source);
  assertSecureSettings(env, warn);
  const brand = loadBrand(env.BRAND_FILE);
  const stopSteps: (() => Promise<void>)[] = [];
  const stop = async () => {
    for (const step of stopSteps.toReversed()) await step();
  };
  try {
    const hasPortal = env.SERVE === 'all' || env.SERVE === 'portal';
    if (hasPortal) {
      validateCourses();
      validateForms();
    }
    if (env.OTEL_EXPORTER_OTLP_ENDPOINT !== undefined)
      stopSteps.push(await startTracing(env.OTEL_EXPORTER_OTLP_ENDPOINT));
    const database = await openConnection(env, onLost);
    stopSteps.push(database.stop);
    const services = await openServices(env, brand, database.connection);
    stopSteps.push(() => services.close());
    const hasDemo = env.DEMO && env.OIDC_ISSUER === undefined && env.SERVE !== 'files';
    // The demo's orders and payment requests are for products.
    if (hasPortal || hasDemo) await syncCatalogue(services);
    const isNewDemo = hasDemo && (await loadDemo(services));
    const dev = env.WEB_DEV ? await (await import('./web/vite-dev-server.ts')).startViteDevServer(env) : undefined;
    if (dev) stopSteps.push(dev.stop);
    else if (env.SERVE !== 'files') await buildWeb();
    const app = await createServer({ services, brand, ...(dev ? { makePage: dev.makePage } : {}) });
    if (dev) dev.attach(app);
    const jobs = await startJobWorkers(services, listJobs(services), app.log);
    stopSteps.push(() => jobs.stop());
    if (isNewDemo) await enqueueDemoJobs(services);
    // The server stops accepting requests before the jobs finish.
    stopSteps.push(() => closeHttpServer(app));
    // Tests and development start many builds, whose pages nobody has open.
    if (env.isProduction)
      await storeAssets(join(realpathSync(webFolder), 'assets'), assetStoreFolder(env.DATA_DIR), new Date());
    collectGarbage();
    await listen(() => app.listen({ port: env.PORT, host: env.HOST }), env);
    print(`ready at ${env.BASE_URL}`);
    if (env.DEMO) print(formatDemoAccounts());
    return { address: env.BASE_URL, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function listen(start: () => Promise<unknown>, { PORT, HOST }: Env): Promise<void> {
  try {
    await start();
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EADDRINUSE') throw new StartError(`PORT=${PORT}: port is already in use`, { cause: error });
    if (code === 'EACCES') throw new StartError(`PORT=${PORT}: no permission to listen on this port`, { cause: error });
    if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND')
      throw new StartError(`HOST=${HOST}: not an address of this machine`, { cause: error });
    throw error;
  }
}
