import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { readBrand } from '../platform/server/brand.ts';
import { readEnv, type Env } from '../platform/server/env.ts';
import { startJobs } from '../platform/server/jobs.ts';
import { startPostgres } from '../platform/server/postgres.ts';
import { buildWeb } from './build-web.ts';
import { demoTable, loadDemo } from './demo.ts';
import { jobsOf } from './jobs.ts';
import { createServer } from './server.ts';
import { openServices } from './services.ts';

/** Something outside the product keeps it from starting; the message says what. */
export class StartError extends Error {}

interface RunningPortal {
  address: string;
  stop(): Promise<void>;
}

/** Database, services, web, server: in this order up, and in the other order down. */
export async function startPortal(
  source: Record<string, string | undefined>,
  say: (line: string) => void,
): Promise<RunningPortal> {
  const env = readEnv(source);
  const brand = readBrand(env.BRAND_FILE);
  const undo: (() => Promise<void>)[] = [];
  const stop = async () => {
    for (const step of undo.toReversed()) await step();
  };
  try {
    const database = await openConnection(env);
    undo.push(database.stop);
    const services = await openServices(env, brand, database.connection);
    undo.push(() => services.close());
    if (env.DEMO && env.OIDC_ISSUER === undefined) await loadDemo(services);
    const dev = env.WEB_DEV ? await (await import('./web-dev.ts')).startWebDev() : undefined;
    if (dev) undo.push(dev.stop);
    else await buildWeb();
    const app = await createServer({ services, brand, ...(dev ? { makePage: dev.makePage } : {}) });
    if (dev) dev.attach(app);
    undo.push(() => app.close());
    if (env.SERVE !== 'sso' || env.OIDC_ISSUER === undefined) {
      const jobs = await startJobs(services, jobsOf(services));
      undo.push(() => jobs.stop());
    }
    await listen(() => app.listen({ port: env.PORT, host: env.HOST }), env);
    say(`ready at ${env.BASE_URL}`);
    if (env.DEMO) say(demoTable());
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
    if (code === 'EADDRINUSE')
      throw new StartError(`PORT=${PORT}: another process already listens there`, { cause: error });
    if (code === 'EACCES') throw new StartError(`PORT=${PORT}: not allowed to listen there`, { cause: error });
    if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND')
      throw new StartError(`HOST=${HOST}: not an address of this machine`, { cause: error });
    throw error;
  }
}

/** The configured database, or the embedded one. Where the embedded one is found stands in the data folder while it runs. */
async function openConnection(env: Env): Promise<{ connection: pg.ClientConfig; stop(): Promise<void> }> {
  if (env.DATABASE_URL !== undefined) {
    await tryConnection(env.DATABASE_URL);
    return { connection: { connectionString: env.DATABASE_URL }, stop: async () => undefined };
  }
  const postgres = await startPostgres({ dataDir: join(env.DATA_DIR, 'postgres') });
  const note = join(env.DATA_DIR, 'postgres.json');
  writeFileSync(note, JSON.stringify(postgres.connection), { mode: 0o600 });
  return {
    connection: postgres.connection,
    stop: async () => {
      rmSync(note, { force: true });
      await postgres.stop();
    },
  };
}

async function tryConnection(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000 });
  try {
    await client.connect();
    await client.end();
  } catch (error) {
    const { host } = new URL(url);
    const { code, message } = error as NodeJS.ErrnoException;
    throw new StartError(`DATABASE_URL: cannot connect to ${host} (${code ?? message})`, { cause: error });
  }
}
