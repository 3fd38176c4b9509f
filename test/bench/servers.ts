import { fork, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import { Client, type ClientConfig } from 'pg';
import { affiliateType } from '#domain/roles.ts';
import { startPostgres } from '#platform/server/postgres/postgres.ts';
import { randomToken } from '#platform/server/crypto/secrets.ts';
import { createAccessTokens } from '#platform/server/auth/access-tokens.ts';
import { measuredCalls, type MeasuredCall } from './measured-calls.ts';
import { measuredAffiliateId } from './measured-person.ts';
import { findFreePort } from '#test/support/free-port.ts';

const main = join(import.meta.dirname, '../../src/main.ts');
/** Stops the portal when the benchmark is gone, however that ended. Plain JavaScript, because types would cost memory. */
const stopWithParent = `data:text/javascript,process.on('disconnect',()=>process.kill(process.pid,'SIGTERM'))`;

export interface Server {
  port: number;
  headers: Record<string, string>;
  pathOf(call: MeasuredCall): string;
  headersFor(call: MeasuredCall): Promise<Record<string, string>>;
  readCpuUs(): Promise<number>;
  /** Frees the server's database connections for the next one. */
  stop(): Promise<void>;
}

export interface Portal extends Server {
  /** Headers of another person than the measured one. */
  headersOf(affiliateId: number, affiliateTypeId?: number): Promise<Record<string, string>>;
  readMemoryBytes(): Promise<number>;
  /** The highest value since the start. */
  readPeakMemoryBytes(): Promise<number>;
}

export interface Servers {
  connection: ClientConfig;
  /** SECRET_KEY of all servers. */
  secret: string;
  /** Starts a portal in production mode on the shared database. */
  startPortal(nodeOptions?: string[], settings?: Record<string, string>): Promise<Portal>;
  startFloor(): Promise<Server>;
  /** Runs work with a portal of its own, which is stopped afterwards. */
  withPortal<Result>(work: (portal: Portal) => Promise<Result>, settings?: Record<string, string>): Promise<Result>;
  /** Makes sure that tables and demo data exist, which a portal creates when it first starts. */
  migrate(): Promise<void>;
  /** Inserts rows that several sections need. */
  fillOnce(name: string, fill: (connection: ClientConfig) => Promise<void>): Promise<void>;
  stop(): Promise<void>;
}

/** Database connections of the floor, and of the portal that is compared with it. */
export const comparedPoolSize = '6';

/** Starts a temporary database and the servers that use it. */
export async function openServers(): Promise<Servers> {
  const folder = await mkdtemp(join(tmpdir(), 'halocline-bench-'));
  const postgres = await startPostgres({ dataDir: join(folder, 'postgres') });
  const { host, user, database, port } = postgres.connection;
  const databaseUrl = `postgres://${user}@localhost:${port}/${database}?host=${encodeURIComponent(host)}`;
  const secret = randomToken();
  const children: ChildProcess[] = [];
  const filled = new Set<string>();
  const servers: Servers = {
    connection: postgres.connection,
    secret,

    async startPortal(nodeOptions = [], settings = {}) {
      const ownPort = await findFreePort();
      const baseUrl = `http://localhost:${ownPort}`;
      const child = spawn(process.execPath, [...nodeOptions, '--import', stopWithParent, main], {
        env: {
          PATH: process.env['PATH'],
          NODE_ENV: 'production',
          PORT: String(ownPort),
          HOST: '127.0.0.1',
          BASE_URL: baseUrl,
          // The default would be the origin at which the portal is measured.
          CONTENT_ORIGIN: `http://content.localhost:${ownPort}`,
          DATA_DIR: join(folder, `data-${ownPort}`),
          DATABASE_URL: databaseUrl,
          SECRET_KEY: secret,
          DEMO: 'true',
          // The portal runs over http with demo people and without a mail server.
          ALLOW_INSECURE: 'true',
          RATE_LIMIT_PER_MIN: '10000000',
          ...settings,
        },
        stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
      });
      children.push(child);
      const lines = createInterface(child.stdout as Readable);
      await Promise.race([
        once(lines, 'line'),
        once(child, 'exit').then(() => Promise.reject(new Error('portal exited before it was ready'))),
      ]);
      const tokens = createAccessTokens([secret], baseUrl);
      const headersOf = async (person: number, affiliateTypeId: number = affiliateType.diver) => {
        const principal = {
          sub: 'bench',
          affiliateId: person,
          affiliateTypeId,
          sessionId: crypto.randomUUID(),
          isEmailVerified: true,
          confirmedAtMs: Date.now(),
        };
        const { token } = await tokens.mint(principal, 3_600);
        return { authorization: `Bearer ${token}`, 'affiliate-id': String(person) };
      };
      const readMetric = async (name: string) => {
        const metrics = await (await fetch(`http://127.0.0.1:${ownPort}/metrics`)).text();
        return Number(new RegExp(`^${name} (\\S+)`, 'm').exec(metrics)?.[1]);
      };
      const headers = await headersOf(measuredAffiliateId);
      return {
        port: ownPort,
        headers,
        headersOf,
        headersFor: async ({ as }) => (as === undefined ? headers : headersOf(as.affiliateId, as.affiliateTypeId)),
        pathOf: ({ path }) => path,
        readCpuUs: async () => (await readMetric('process_cpu_seconds_total')) * 1e6,
        stop: () => stopChild(child),
        readMemoryBytes: () => readMetric('process_resident_memory_bytes'),
        readPeakMemoryBytes: async () => readPeakBytes(child.pid),
      };
    },

    async startFloor() {
      const env = { DATABASE_URL: databaseUrl, DATABASE_POOL: comparedPoolSize };
      const child = fork(join(import.meta.dirname, 'floor-server.ts'), { env });
      children.push(child);
      const [ownPort] = (await once(child, 'message')) as [number];
      return {
        port: ownPort,
        headers: { 'affiliate-id': String(measuredAffiliateId) },
        headersFor: async ({ as }) => ({ 'affiliate-id': String(as?.affiliateId ?? measuredAffiliateId) }),
        pathOf: (call) => `/${measuredCalls.indexOf(call)}`,
        readCpuUs: async () => Number(await (await fetch(`http://127.0.0.1:${ownPort}/cpu`)).text()),
        stop: () => stopChild(child),
      };
    },

    async withPortal(work, settings) {
      const portal = await servers.startPortal([], settings);
      try {
        return await work(portal);
      } finally {
        await portal.stop();
      }
    },

    async migrate() {
      await servers.fillOnce('demo', (connection) => servers.withPortal(() => waitForDemoJobs(connection)));
    },

    async fillOnce(name, fill) {
      if (filled.has(name)) return;
      await fill(postgres.connection);
      filled.add(name);
    },

    async stop() {
      await Promise.all(children.map(stopChild));
      await postgres.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
  return servers;
}

/** The first portal draws pictures and signs forms for the demo people, which later ones must not measure. */
async function waitForDemoJobs(connection: ClientConfig): Promise<void> {
  const client = new Client(connection);
  await client.connect();
  const countOpen = async () => {
    const { rows } = await client.query<{ count: number }>(
      `select count(*)::int as count from pgboss.job where name like '%.demo-%' and state in ('created', 'retry', 'active')`,
    );
    return rows[0]?.count ?? 0;
  };
  while ((await countOpen()) > 0) await delay(500);
  await client.end();
}

/** Linux records the peak; elsewhere the current value has to do. */
async function readPeakBytes(pid = 0): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  return Number(/^VmHWM:\s+(\d+)/m.exec(status)?.[1] ?? 0) * 1_024;
}

async function stopChild(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, 'exit');
  child.kill('SIGTERM');
  await exited;
}
