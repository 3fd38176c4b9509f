/**
 * `npm run bench`: what an authenticated read costs the server, beside a bare node:http server that runs the same SQL on
 * the same database in the same minute. The ratio of CPU time is what counts: it does not depend on the machine, nor on
 * what else the machine has to do. Then: how a person's list is read, and that it costs the same whoever else dives; how
 * soon all open pages of a person hear of something, and what they weigh; what many photos at once weigh; that of many
 * learners who save at once nobody loses anything; that the last codes of a promotion are not used twice; how many cards a
 * core signs and draws, and how soon codes are read; what a signed form costs, and how long the check of all of them takes.
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
import { openServers, type Server } from './servers.ts';
import { fillShop, raceSize, raceForCodes } from './shop.ts';

const allowedRatio = 1.5;
const rounds = 15;
const requests = 3_000;
/** Until what is called often is compiled. */
const warmUp = 6_000;
const connections = 8;
// `npm run bench -- --profile` leaves a CPU profile of the portal in the working folder.
const nodeOptions = process.argv.includes('--profile') ? ['--cpu-prof'] : [];
// `npm run bench -- logbook` measures only the calls with this word in their name.
const words = process.argv.slice(2).filter((word) => !word.startsWith('--'));
const chosen = measuredCalls.filter(({ name }) => words.every((word) => name.includes(word)));

const servers = await openServers();
try {
  const portal = await servers.startPortal(nodeOptions);
  const bare = await servers.startBare();
  const pages: number[] = [];
  await fillDatabase(servers.connection, async (others) => {
    const plan = await explainLogbookList(servers.connection);
    pages.push(plan.pages);
    console.log(`a list among the dives of ${others} others: ${plan.pages} pages, ${plan.nodes.join(' > ')}`);
    report(`  other than by the index alone: ${plan.faults.join(', ') || 'nothing'}`, plan.faults.length, 0);
  });
  const [few = 0, many = 0] = pages;
  // The page and the count may each find one more level in the index.
  report(`a list among ${diverCount * divesPerDiver} dives: ${many - few} pages more`, many - few, 2);
  await fillLearning(servers.connection);
  await fillShop(servers.connection);
  await fillApplications(servers.connection);
  for (const call of chosen) {
    const ratio = await compare(call, bare, portal);
    report(`${call.name}: ratio of CPU per request ${ratio.toFixed(2)}`, ratio, allowedRatio);
  }
  // On one that has done nothing yet, so that all that it grows by is theirs.
  const { slowestMs, grownMb, streams } = await measureFanOut(await servers.startPortal());
  report(`one event to ${streams} open streams: all have it after ${slowestMs.toFixed(0)} ms`, slowestMs, limits.ms);
  report(`${streams} open streams: ${grownMb.toFixed(0)} MB`, grownMb, limits.mb);
  const { photos, photoMb, peakMb, seconds } = await uploadPhotos(await servers.startPortal(), servers.connection);
  report(
    `${photos} photos of ${photoMb} MB at once, in ${seconds.toFixed(0)} s: ${peakMb.toFixed(0)} MB`,
    peakMb,
    maxPeakMb,
  );
  // One portal for both: each has a pool of connections, and there are only so many.
  const busy = await servers.startPortal();
  const saving = await saveProgress(busy, servers.connection);
  console.log(`  ${saving.seconds.toFixed(0)} s, ${saving.waits} times somebody had to come back later`);
  report(`${learnerCount} learners save at once: ${saving.lost} have lost something`, saving.lost, 0);
  const race = await raceForCodes(busy, servers.connection);
  const { buyers, codes } = raceSize;
  console.log(`  ${race.seconds.toFixed(1)} s, ${race.won} orders with a code, ${race.odd} answers that do not fit`);
  report(`${buyers} checkouts at once on the last ${codes} codes: ${race.won - codes} too many`, race.won - codes, 0);
  reportLeast(`  of these codes are used: ${race.won}`, race.won, codes);
  report(`  answers that do not fit: ${race.odd}`, race.odd, 0);
  const { cardsPerS, verifyMs } = await issueCards(servers.connection, servers.secret);
  reportLeast(`cards issued a second of one core: ${cardsPerS.toFixed(1)}`, cardsPerS, cardLimits.cardsPerS);
  report(`1,000 codes of cards are verified in ${verifyMs.toFixed(0)} ms`, verifyMs, cardLimits.verifyMs);
  const { pdfMs, verifyS, grownMb: moreMb, problems } = await measureForms(servers.connection, servers.secret);
  for (const { locale, ms } of pdfMs)
    report(`a signed form as a document in ${locale}: ${ms.toFixed(0)} ms of CPU`, ms, formLimits.pdfMs);
  const { records, documents } = chainSize;
  report(
    `${records} signed forms, ${documents} of them with a document, are verified in ${verifyS.toFixed(0)} s`,
    verifyS,
    formLimits.verifyS,
  );
  report(`  memory after the first seconds: ${moreMb.toFixed(0)} MB more`, moreMb, formLimits.grownMb);
  report(`  of them not as they were signed: ${problems}`, problems, 0);
} finally {
  await servers.stop();
}

function report(line: string, value: number, limit: number): void {
  console.log(`${line} (at most ${limit})`);
  if (!(value <= limit)) process.exitCode = 1;
}

function reportLeast(line: string, value: number, limit: number): void {
  console.log(`${line} (at least ${limit})`);
  if (!(value >= limit)) process.exitCode = 1;
}

/** The cheapest of many short rounds, of both in turn: what else the machine does can only make one dearer. */
async function compare(call: MeasuredCall, bare: Server, portal: Server): Promise<number> {
  const count = call.requests ?? requests;
  for (const server of [bare, portal]) {
    const target = await targetOf(call, server);
    for (let done = 0; done < warmUp; done += count) {
      await generateLoad(target, count, connections);
      await cleanUp(call);
    }
  }
  const [floor, own] = [[Infinity], [Infinity]];
  for (let round = 1; round <= rounds; round++) {
    floor.push(await measure(call, bare));
    own.push(await measure(call, portal));
  }
  return Math.min(...own) / Math.min(...floor);
}

/** Microseconds of CPU that one request took. */
async function measure(call: MeasuredCall, server: Server): Promise<number> {
  const count = call.requests ?? requests;
  const target = await targetOf(call, server);
  const before = await server.readCpuUs();
  const { seconds } = await generateLoad(target, count, connections);
  const cpuUs = ((await server.readCpuUs()) - before) / count;
  await cleanUp(call);
  console.log(`  ${server.name}  ${Math.round(count / seconds)} requests/s  ${cpuUs.toFixed(1)} µs of CPU a request`);
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
