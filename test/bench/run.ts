/**
 * `npm run bench`: compares the CPU time of authenticated requests with a plain node:http server that runs the same SQL on
 * the same database. The ratio is reported because it does not depend on the machine or its other load. Further
 * measurements: the query plan of a person's dive list, event delivery to many open pages and their memory, memory during
 * photo uploads, concurrent saves of learners, concurrent use of the last promotion codes, issuing and verifying cards, and
 * rendering and verifying signed forms.
 */
import { Client } from 'pg';
import { fillApplications } from './fill-applications.ts';
import { issueCards, limits as cardLimits } from './issue-cards.ts';
import { measureFanOut, limits } from './fan-out.ts';
import { divesPerDiver, fillDatabase, diverCount } from './fill-database.ts';
import { fillLearning, learnerCount, saveProgress } from './learning.ts';
import { chainSize, limits as formLimits, measureForms } from './measure-forms.ts';
import { generateLoad, type Target } from './generate-load.ts';
import { measuredCalls, type MeasuredCall } from './measured-calls.ts';
import { maxPeakMb, uploadPhotos } from './photo-upload.ts';
import { explainLogbookList } from './query-plan.ts';
import { openServers, type Portal, type Server } from './servers.ts';
import { fillShop, raceSize, raceForCodes } from './shop.ts';

const allowedRatio = 1.5;
const rounds = 15;
const requests = 3_000;
/** Requests until hot code is compiled. */
const warmUp = 6_000;
const connections = 8;
/** Other load on the machine delays the event loop, and 503 would end a measurement that sends each request once. */
const withoutOverloadLimit = { LOOP_DELAY_LIMIT_MS: '0' };
// `npm run bench -- --profile` leaves a CPU profile of the portal in the working folder.
const nodeOptions = process.argv.includes('--profile') ? ['--cpu-prof'] : [];
// `npm run bench -- logbook` measures only the calls whose name contains the filter, `npm run bench -- --calls` only calls.
const filters = process.argv.slice(2).filter((argument) => !argument.startsWith('--'));
const isCallsOnly = filters.length > 0 || process.argv.includes('--calls');
const chosen = measuredCalls.filter(({ name }) => filters.every((filter) => name.includes(filter)));

const servers = await openServers();
try {
  const portal = await servers.startPortal(nodeOptions, withoutOverloadLimit);
  const baseline = await servers.startBaseline();
  const pages: number[] = [];
  await fillDatabase(servers.connection, async (others) => {
    const plan = await explainLogbookList(servers.connection);
    pages.push(plan.pages);
    console.log(`dive list with ${others} other divers: ${plan.pages} pages, ${plan.nodes.join(' > ')}`);
    report(`  plan nodes other than index-only scans: ${plan.problems.join(', ') || 'none'}`, plan.problems.length, 0);
  });
  const [few = 0, many = 0] = pages;
  // The index may have one more level, for the page query and the count query each.
  report(`dive list among ${diverCount * divesPerDiver} dives: ${many - few} more pages`, many - few, 2);
  await fillLearning(servers.connection);
  await fillShop(servers.connection);
  await fillApplications(servers.connection);
  for (const call of chosen) {
    const ratio = await compare(call, baseline, portal);
    report(`${call.name}: CPU ratio per request ${ratio.toFixed(2)}`, ratio, allowedRatio);
  }
  await Promise.all([portal.stop(), baseline.stop()]);
  if (!isCallsOnly) await measureLoad();
} catch (error) {
  // Printed first, because connections that are still open fail when the database stops.
  console.error(error);
  process.exitCode = 1;
} finally {
  await servers.stop();
}

/**
 * Each of these measurements has a fresh portal, because earlier ones would count in its memory. The one before is stopped,
 * because all pools together need more connections than the database has.
 */
async function measureLoad(): Promise<void> {
  const { slowestMs, grownMb, streams } = await withPortal(measureFanOut, withoutOverloadLimit);
  report(
    `one event to ${streams} open streams: received by all after ${slowestMs.toFixed(0)} ms`,
    slowestMs,
    limits.ms,
  );
  report(`${streams} open streams: ${grownMb.toFixed(0)} MB`, grownMb, limits.mb);
  const { photos, photoMb, peakMb, seconds } = await withPortal((own) => uploadPhotos(own, servers.connection));
  report(
    `${photos} photos of ${photoMb} MB uploaded concurrently in ${seconds.toFixed(0)} s: ${peakMb.toFixed(0)} MB`,
    peakMb,
    maxPeakMb,
  );
  const saving = await withPortal((own) => saveProgress(own, servers.connection));
  console.log(`  ${saving.seconds.toFixed(0)} s, ${saving.waits} retries`);
  report(`${learnerCount} learners save concurrently: ${saving.lost} lost progress`, saving.lost, 0);
  const race = await withPortal((own) => raceForCodes(own, servers.connection));
  const { buyers, codes } = raceSize;
  console.log(`  ${race.seconds.toFixed(1)} s, ${race.won} orders with a code, ${race.odd} unexpected responses`);
  report(
    `${buyers} concurrent checkouts with the last ${codes} codes: ${race.won - codes} too many`,
    race.won - codes,
    0,
  );
  reportLeast(`  codes used: ${race.won}`, race.won, codes);
  report(`  unexpected responses: ${race.odd}`, race.odd, 0);
  const { cardsPerS, verifyMs } = await issueCards(servers.connection, servers.secret);
  reportLeast(`cards issued per CPU second: ${cardsPerS.toFixed(1)}`, cardsPerS, cardLimits.cardsPerS);
  report(`1,000 card codes verified in ${verifyMs.toFixed(0)} ms`, verifyMs, cardLimits.verifyMs);
  const { pdfMs, verifyS, grownMb: formsGrownMb, problems } = await measureForms(servers.connection, servers.secret);
  for (const { locale, ms } of pdfMs)
    report(`signed form rendered in ${locale}: ${ms.toFixed(0)} ms of CPU`, ms, formLimits.pdfMs);
  const { records, documents } = chainSize;
  report(
    `${records} signed forms, ${documents} of them with a document, verified in ${verifyS.toFixed(0)} s`,
    verifyS,
    formLimits.verifyS,
  );
  report(`  memory growth after warm-up: ${formsGrownMb.toFixed(0)} MB`, formsGrownMb, formLimits.grownMb);
  report(`  invalid records: ${problems}`, problems, 0);
}

async function withPortal<Result>(
  work: (portal: Portal) => Promise<Result>,
  settings: Record<string, string> = {},
): Promise<Result> {
  const portal = await servers.startPortal([], settings);
  try {
    return await work(portal);
  } finally {
    await portal.stop();
  }
}

function report(line: string, value: number, limit: number): void {
  console.log(`${line} (at most ${limit})`);
  if (!(value <= limit)) process.exitCode = 1;
}

function reportLeast(line: string, value: number, limit: number): void {
  console.log(`${line} (at least ${limit})`);
  if (!(value >= limit)) process.exitCode = 1;
}

/** Compares the fastest of many short, alternating rounds, because other load only slows rounds down. */
async function compare(call: MeasuredCall, baseline: Server, portal: Server): Promise<number> {
  const count = call.requests ?? requests;
  for (const server of [baseline, portal]) {
    const target = await targetOf(call, server);
    for (let done = 0; done < warmUp; done += count) {
      await generateLoad(target, count, connections);
      await cleanUp(call);
    }
  }
  const [baselineUs, portalUs] = [[Infinity], [Infinity]];
  for (let round = 1; round <= rounds; round++) {
    baselineUs.push(await measure(call, baseline));
    portalUs.push(await measure(call, portal));
  }
  return Math.min(...portalUs) / Math.min(...baselineUs);
}

/** CPU microseconds per request. */
async function measure(call: MeasuredCall, server: Server): Promise<number> {
  const count = call.requests ?? requests;
  const target = await targetOf(call, server);
  const before = await server.readCpuUs();
  const { seconds } = await generateLoad(target, count, connections);
  const cpuUs = ((await server.readCpuUs()) - before) / count;
  await cleanUp(call);
  console.log(`  ${server.name}  ${Math.round(count / seconds)} requests/s  ${cpuUs.toFixed(1)} µs of CPU per request`);
  return cpuUs;
}

async function cleanUp({ cleanUp: sql }: MeasuredCall): Promise<void> {
  if (sql === undefined) return;
  const client = new Client(servers.connection);
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
