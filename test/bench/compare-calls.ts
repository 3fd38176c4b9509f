import { Client, type ClientConfig } from 'pg';
import { generateLoad, type Target } from './generate-load.ts';
import { measuredCalls, type MeasuredCall } from './measured-calls.ts';
import { report } from './report.ts';
import { comparedPoolSize, type Server, type Servers } from './servers.ts';

const rounds = 4;
const requests = 2_000;
/** Requests until hot code is compiled. The floor has less of it. */
const warmUps = { floor: 2_000, portal: 6_000 };
const connections = 32;

/**
 * Compares the CPU time per request of the portal and the floor in the same run, so the ratio depends neither on the machine
 * nor on its other load. Only calls whose name contains all filters are measured.
 */
export async function compareCalls(
  servers: Servers,
  nodeOptions: string[],
  settings: Record<string, string>,
  filters: readonly string[],
): Promise<void> {
  const portal = await servers.startPortal(nodeOptions, { ...settings, DATABASE_POOL: comparedPoolSize });
  const floor = await servers.startFloor();
  const idleMb = (await portal.readMemoryBytes()) / 1e6;
  report(`memory of the idle portal: ${idleMb.toFixed(0)} MB`, idleMb, maxIdleMb);
  for (const call of measuredCalls.filter(({ name }) => filters.every((filter) => name.includes(filter)))) {
    const [floorUs, portalUs] = await compare(call, floor, portal, servers.connection);
    const ratio = portalUs / floorUs;
    report(
      `${call.name}: ${ratio.toFixed(2)} times the floor (${portalUs.toFixed(0)} of ${floorUs.toFixed(0)} µs CPU)`,
      ratio,
      call.maxRatio,
    );
  }
  const peakMb = (await portal.readPeakMemoryBytes()) / 1e6;
  report(`peak memory of the portal: ${peakMb.toFixed(0)} MB`, peakMb, maxPeakMb);
  await Promise.all([portal.stop(), floor.stop()]);
}

const maxIdleMb = 200;
/** Measured on a busy machine: 582 MB, most of it garbage of the old generation. Lower it with the work on the hot calls. */
const maxPeakMb = 600;

/** The fastest of short, alternating rounds counts, because other load only slows rounds down. */
async function compare(
  call: MeasuredCall,
  floor: Server,
  portal: Server,
  connection: ClientConfig,
): Promise<[floorUs: number, portalUs: number]> {
  const count = call.requests ?? requests;
  for (const [server, warmUp] of [
    [floor, warmUps.floor],
    [portal, warmUps.portal],
  ] as const) {
    const target = await targetOf(call, server);
    for (let done = 0; done < warmUp; done += count) {
      await generateLoad(target, count, connections);
      await cleanUp(call, connection);
    }
  }
  const [floorUs, portalUs] = [[Infinity], [Infinity]];
  for (let round = 1; round <= rounds; round++) {
    floorUs.push(await measure(call, floor, connection));
    portalUs.push(await measure(call, portal, connection));
  }
  return [Math.min(...floorUs), Math.min(...portalUs)];
}

/** CPU microseconds per request. */
async function measure(call: MeasuredCall, server: Server, connection: ClientConfig): Promise<number> {
  const count = Math.floor((call.requests ?? requests) / connections) * connections;
  const target = await targetOf(call, server);
  const before = await server.readCpuUs();
  await generateLoad(target, count, connections);
  const cpuUs = ((await server.readCpuUs()) - before) / count;
  await cleanUp(call, connection);
  return cpuUs;
}

async function cleanUp({ cleanUp: sql }: MeasuredCall, connection: ClientConfig): Promise<void> {
  if (sql === undefined) return;
  const client = new Client(connection);
  await client.connect();
  await client.query(sql);
  await client.end();
}

async function targetOf(call: MeasuredCall, server: Server): Promise<Target> {
  const { body } = call;
  return {
    port: server.port,
    path: server.pathOf(call),
    headers: await server.headersFor(call),
    ...(body === undefined ? {} : { body }),
  };
}
