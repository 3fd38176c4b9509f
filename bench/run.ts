/**
 * `npm run bench`: what an authenticated read costs the server, beside a bare node:http server that runs the same SQL on
 * the same database in the same minute. The ratio of CPU time is what counts: it does not depend on the machine, nor on
 * what else the machine has to do. Then: how soon all open pages of a person hear of something, and what they weigh.
 */
import { Client, type ClientConfig } from 'pg';
import { fanOut, limits } from './fan-out.ts';
import { load, type Target } from './load.ts';
import { affiliateId, measured, type Measured } from './measured.ts';
import { openServers, type Server } from './servers.ts';

const allowedRatio = 1.5;
const rounds = 15;
const requests = 3_000;
const connections = 8;
// `npm run bench -- --profile` leaves a CPU profile of the portal in the working folder.
const nodeOptions = process.argv.includes('--profile') ? ['--cpu-prof'] : [];

const servers = await openServers();
try {
  const portal = await servers.startPortal(nodeOptions);
  const bare = await servers.startBare();
  await fillDatabase(servers.connection);
  for (const call of measured) {
    const ratio = await compare(call, bare, portal);
    report(`${call.name}: ratio of CPU per request ${ratio.toFixed(2)}`, ratio, allowedRatio);
  }
  // On one that has done nothing yet, so that all that it grows by is theirs.
  const { slowestMs, grownMb, streams } = await fanOut(await servers.startPortal());
  report(`one event to ${streams} open streams: all have it after ${slowestMs.toFixed(0)} ms`, slowestMs, limits.ms);
  report(`${streams} open streams: ${grownMb.toFixed(0)} MB`, grownMb, limits.mb);
} finally {
  await servers.stop();
}

function report(line: string, value: number, limit: number): void {
  console.log(`${line} (at most ${limit})`);
  if (!(value <= limit)) process.exitCode = 1;
}

/** The cheapest of many short rounds, of both in turn: what else the machine does can only make one dearer. */
async function compare(call: Measured, bare: Server, portal: Server): Promise<number> {
  for (const server of [bare, portal]) await load(targetOf(call, server), 3 * requests, connections);
  const [floor, own] = [[Infinity], [Infinity]];
  for (let round = 1; round <= rounds; round++) {
    floor.push(await measure(call, bare));
    own.push(await measure(call, portal));
  }
  return Math.min(...own) / Math.min(...floor);
}

/** Microseconds of CPU that one request took. */
async function measure(call: Measured, server: Server): Promise<number> {
  const before = await server.readCpuUs();
  const { seconds } = await load(targetOf(call, server), requests, connections);
  const cpuUs = ((await server.readCpuUs()) - before) / requests;
  console.log(
    `  ${server.name}  ${Math.round(requests / seconds)} requests/s  ${cpuUs.toFixed(1)} µs of CPU a request`,
  );
  return cpuUs;
}

function targetOf({ path, body }: Measured, { port, headers }: Server): Target {
  return { port, path, headers, ...(body === undefined ? {} : { body }) };
}

async function fillDatabase(connection: ClientConfig): Promise<void> {
  const client = new Client(connection);
  await client.connect();
  await client.query("insert into dsd_checkpoint (affiliate_id, store_number, status) values ($1, 20001, 'welcome')", [
    affiliateId,
  ]);
  await client.query(
    `insert into notification (affiliate_id, timestamp, read, name, url, message, kind, locale)
     select $1, now() - make_interval(mins => n), n > 40, 'Photo approved', '/profile',
       'Your photo number ' || n || ' can be used on your cards.', 'account.photo_approved', 'en-US'
     from generate_series(1, 10000) n`,
    [affiliateId],
  );
  await client.query('vacuum analyze');
  await client.end();
}
