/**
 * `npm run bench`: what an authenticated read costs the server, beside a bare node:http server that runs the same SQL on
 * the same database in the same minute. The ratio of CPU time is what counts: it does not depend on the machine, nor on
 * what else the machine has to do.
 */
import { fork, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { Client } from 'pg';
import { startPostgres } from '../src/platform/server/postgres.ts';
import { randomToken } from '../src/platform/server/secrets.ts';
import { createTokens } from '../src/platform/server/token.ts';
import { load, type Target } from './load.ts';
import { measuredPath } from './measured.ts';

const allowedRatio = 1.5;
const rounds = 5;
const requests = 12_000;
const connections = 8;
const main = join(import.meta.dirname, '../src/main.ts');
const affiliateId = 400_001;

interface Server {
  name: string;
  target: Target;
  readCpuUs(): Promise<number>;
}

const folder = await mkdtemp(join(tmpdir(), 'halocline-bench-'));
const postgres = await startPostgres({ dataDir: join(folder, 'postgres') });
const { host, user, database, port } = postgres.connection;
const databaseUrl = `postgres://${user}@localhost:${port}/${database}?host=${encodeURIComponent(host)}`;
const children: ChildProcess[] = [];
try {
  const real = await startReal();
  const bare = await startBare();
  await load(bare.target, requests, connections);
  await load(real.target, requests, connections);
  const ratios: number[] = [];
  for (let round = 1; round <= rounds; round++) {
    const floor = await measure(bare);
    const ours = await measure(real);
    ratios.push(ours / floor);
  }
  const ratio = ratios.toSorted((a, b) => a - b)[Math.floor(rounds / 2)] ?? Infinity;
  console.log(`ratio of CPU per request: ${ratio.toFixed(2)} (at most ${allowedRatio})`);
  process.exitCode = ratio <= allowedRatio ? 0 : 1;
} finally {
  for (const child of children) {
    child.kill('SIGTERM');
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
  }
  await postgres.stop();
  await rm(folder, { recursive: true, force: true });
}

/** Microseconds of CPU that one request took. */
async function measure({ name, target, readCpuUs }: Server): Promise<number> {
  const before = await readCpuUs();
  const { seconds } = await load(target, requests, connections);
  const cpuUs = ((await readCpuUs()) - before) / requests;
  console.log(`${name}  ${Math.round(requests / seconds)} requests/s  ${cpuUs.toFixed(1)} µs of CPU a request`);
  return cpuUs;
}

async function startReal(): Promise<Server> {
  const ownPort = await findFreePort();
  const baseUrl = `http://localhost:${ownPort}`;
  const secret = randomToken();
  const server = spawn(process.execPath, [...profiling(), main], {
    env: {
      PATH: process.env['PATH'],
      NODE_ENV: 'production',
      PORT: String(ownPort),
      HOST: '127.0.0.1',
      BASE_URL: baseUrl,
      DATA_DIR: join(folder, 'data'),
      DATABASE_URL: databaseUrl,
      SECRET_KEY: secret,
      DEMO: 'true',
      RATE_LIMIT_PER_MIN: '10000000',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  children.push(server);
  const lines = createInterface(server.stdout);
  await Promise.race([once(lines, 'line'), once(server, 'exit').then(() => Promise.reject(new Error('it ended')))]);
  await putCheckpoint();
  const { token } = await createTokens([secret], baseUrl).mint(
    { sub: 'bench', affiliateId, affiliateTypeId: 1, sessionId: crypto.randomUUID() },
    3_600,
  );
  return {
    name: 'portal',
    target: {
      port: ownPort,
      path: measuredPath,
      headers: { authorization: `Bearer ${token}`, 'affiliate-id': String(affiliateId) },
    },
    readCpuUs: async () => {
      const metrics = await (await fetch(`http://127.0.0.1:${ownPort}/metrics`)).text();
      return Number(/^process_cpu_seconds_total (\S+)/m.exec(metrics)?.[1]) * 1e6;
    },
  };
}

async function startBare(): Promise<Server> {
  const server = fork(join(import.meta.dirname, 'bare.ts'), { env: { DATABASE_URL: databaseUrl } });
  children.push(server);
  const [ownPort] = (await once(server, 'message')) as [number];
  return {
    name: 'bare  ',
    target: { port: ownPort, path: measuredPath, headers: { 'affiliate-id': String(affiliateId) } },
    readCpuUs: async () => Number(await (await fetch(`http://127.0.0.1:${ownPort}/cpu`)).text()),
  };
}

async function putCheckpoint(): Promise<void> {
  const client = new Client(postgres.connection);
  await client.connect();
  await client.query("insert into dsd_checkpoint (affiliate_id, store_number, status) values ($1, 20001, 'welcome')", [
    affiliateId,
  ]);
  await client.end();
}

async function findFreePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port: free } = probe.address() as AddressInfo;
  probe.close();
  return free;
}

/** `npm run bench -- --profile` leaves a CPU profile of the portal in the working folder. */
function profiling(): string[] {
  return process.argv.includes('--profile') ? ['--cpu-prof'] : [];
}
