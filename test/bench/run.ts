/**
 * `npm run bench`: measures speed and memory in sections, and fails when a limit isn't met.
 *
 * - calls: CPU time of authenticated requests as a ratio to the floor, a bare server on the same database
 * - load: events to many open pages, concurrent saves of learners, and concurrent use of the last promotion codes
 * - cards: issuing and verifying cards
 * - forms: rendering and verifying signed forms
 * - imports: importing dive files as a ratio to parsing them, opening long recordings, lists with outlines
 * - audit: audited writes per second with a commit of 2 ms, and the share that the audit trail leaves of plain writes
 * - growth: cost of large logbooks, classes and tables as a ratio to small ones, and memory of many large photos
 *
 * `npm run bench -- growth` runs one section, `npm run bench -- logbook` only the calls whose name contains the word.
 * `--profile` leaves a CPU profile of the portal in the working folder.
 */
import { compareCalls } from './compare-calls.ts';
import { measureFanOut, limits } from './fan-out.ts';
import { fillApplications } from './fill-applications.ts';
import { diverCount, divesPerDiver, fillDatabase } from './fill-database.ts';
import { measureGrowth } from './growth.ts';
import { issueCards, limits as cardLimits } from './issue-cards.ts';
import { fillLearning, learnerCount, saveProgress, timeoutMs } from './learning.ts';
import { limits as auditLimits, measureAudit } from './measure-audit.ts';
import { importSize, limits as importLimits, measureImports } from './measure-imports.ts';
import { chainSize, limits as formLimits, measureForms } from './measure-forms.ts';
import { explainLogbookList } from './query-plan.ts';
import { report, reportLeast } from './report.ts';
import { openServers } from './servers.ts';
import { fillShop, raceForCodes, raceSize } from './shop.ts';

/** Other load on the machine delays the event loop, and 503 would end a measurement that sends each request once. */
const withoutOverloadLimit = { LOOP_DELAY_LIMIT_MS: '0' };
const nodeOptions = process.argv.includes('--profile') ? ['--cpu-prof'] : [];
const words = process.argv.slice(2).filter((argument) => !argument.startsWith('--'));

const sections = {
  calls: measureCalls,
  load: measureLoad,
  cards: measureCards,
  forms: measureSignedForms,
  imports: measureDiveImports,
  audit: measureAuditedWrites,
  growth,
};
type Section = keyof typeof sections;
const isSection = (word: string): word is Section => Object.hasOwn(sections, word);
const filters = words.filter((word) => !isSection(word));
const named = words.filter(isSection);
// A filter selects calls, so it implies their section.
const chosen =
  named.length > 0 ? named : filters.length > 0 ? (['calls'] as const) : (Object.keys(sections) as Section[]);

const servers = await openServers();
// An interrupted run stops its portal and database before it exits.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  process.once(signal, () => void servers.stop().finally(() => process.exit(1)));
try {
  for (const section of chosen) {
    const startedAt = performance.now();
    console.log(`\n${section}`);
    await sections[section]();
    console.log(`  ${((performance.now() - startedAt) / 60_000).toFixed(1)} minutes`);
  }
} catch (error) {
  // Printed first, because connections that are still open fail when the database stops.
  console.error(error);
  process.exitCode = 1;
} finally {
  await servers.stop();
}

async function measureCalls(): Promise<void> {
  await servers.migrate();
  const pages: number[] = [];
  await fillDatabase(servers.connection, async (others) => {
    const plan = await explainLogbookList(servers.connection);
    pages.push(plan.pages);
    console.log(`dive list with ${others} other divers: ${plan.pages} pages, ${plan.nodes.join(' > ')}`);
    report(`  scans other than of indexes alone: ${plan.problems.join(', ') || 'none'}`, plan.problems.length, 0);
  });
  const [few = 0, many = 0] = pages;
  // Four scans read an index, each of which may have one more level and spread the rows over two more leaves.
  report(`dive list among ${diverCount * divesPerDiver} dives: ${many - few} more pages`, many - few, 12);
  await servers.fillOnce('learning', fillLearning);
  await servers.fillOnce('shop', fillShop);
  await fillApplications(servers.connection);
  await compareCalls(servers, nodeOptions, withoutOverloadLimit, filters);
}

/** Each of these measurements has a fresh portal, because earlier ones would count in its memory. */
async function measureLoad(): Promise<void> {
  await servers.migrate();
  const { slowestMs, grownMb, streams } = await servers.withPortal(measureFanOut, withoutOverloadLimit);
  report(
    `one event to ${streams} open streams: received by all after ${slowestMs.toFixed(0)} ms`,
    slowestMs,
    limits.ms,
  );
  report(`${streams} open streams: ${grownMb.toFixed(0)} MB`, grownMb, limits.mb);
  await servers.fillOnce('learning', fillLearning);
  const saving = await servers.withPortal((portal) => saveProgress(portal, servers.connection));
  console.log(`  ${saving.seconds.toFixed(0)} s, ${saving.waits} retries`);
  report(`${learnerCount} learners save concurrently: ${saving.lost} lost progress`, saving.lost, 0);
  report(`  not saved after ${timeoutMs / 1_000} s: ${saving.unsaved}`, saving.unsaved, 0);
  await servers.fillOnce('shop', fillShop);
  const race = await servers.withPortal((portal) => raceForCodes(portal, servers.connection), withoutOverloadLimit);
  const { buyers, codes } = raceSize;
  console.log(`  ${race.seconds.toFixed(1)} s, ${race.won} orders with a code, ${race.odd} unexpected responses`);
  report(
    `${buyers} concurrent checkouts with the last ${codes} codes: ${race.won - codes} too many`,
    race.won - codes,
    0,
  );
  reportLeast(`  codes used: ${race.won}`, race.won, codes);
  report(`  unexpected responses: ${race.odd}`, race.odd, 0);
}

async function measureCards(): Promise<void> {
  await servers.migrate();
  const { cardsPerS, verifyMs } = await issueCards(servers.connection, servers.secret);
  reportLeast(`cards issued per CPU second: ${cardsPerS.toFixed(1)}`, cardsPerS, cardLimits.cardsPerS);
  report(`1,000 card codes verified in ${verifyMs.toFixed(0)} ms`, verifyMs, cardLimits.verifyMs);
}

async function measureSignedForms(): Promise<void> {
  await servers.migrate();
  const { pdfMs, verifyS, grownMb, problems } = await measureForms(servers.connection, servers.secret);
  for (const { locale, ms } of pdfMs)
    report(`signed form rendered in ${locale}: ${ms.toFixed(0)} ms of CPU`, ms, formLimits.pdfMs);
  const { records, documents } = chainSize;
  report(
    `${records} signed forms, ${documents} of them with a document, verified in ${verifyS.toFixed(0)} s`,
    verifyS,
    formLimits.verifyS,
  );
  report(`  memory growth after warm-up: ${grownMb.toFixed(0)} MB`, grownMb, formLimits.grownMb);
  report(`  invalid records: ${problems}`, problems, 0);
}

async function measureDiveImports(): Promise<void> {
  await servers.migrate();
  const costs = await servers.withPortal((portal) => measureImports(portal, servers.connection), withoutOverloadLimit);
  const { dives, samples } = importSize;
  const reportRatio = (line: string, before: number, after: number, unit: string, limit: number) =>
    report(
      `${line}: ${(after / before).toFixed(2)} (${before.toFixed(1)} to ${after.toFixed(1)} ${unit})`,
      after / before,
      limit,
    );
  reportRatio(
    `import of ${dives} dives with ${samples} samples each, to parsing alone`,
    costs.parseS,
    costs.importS,
    's',
    importLimits.import,
  );
  reportRatio(
    'opening a dive with 10,000 samples, to one without a recording',
    costs.plainMs,
    costs.recordedMs,
    'ms',
    importLimits.open,
  );
  reportRatio(
    'list of 10,000 dives with outlines, to one without (CPU)',
    costs.withoutOutlinesMs,
    costs.withOutlinesMs,
    'ms',
    importLimits.list,
  );
}

async function measureAuditedWrites(): Promise<void> {
  await servers.migrate();
  const format = ([least, most]: readonly [number, number]) => `${least.toFixed(0)} to ${most.toFixed(0)}`;
  for (const { writers, audited, plain } of await measureAudit(servers.connection)) {
    const share = audited[1] / plain[1];
    const line = `${writers} writers: ${format(audited)} audited writes/s, ${format(plain)} plain ones, ${share.toFixed(2)} of them`;
    if (writers < 32) console.log(line);
    else reportLeast(line, share, auditLimits.leastShare);
  }
}

async function growth(): Promise<void> {
  await servers.migrate();
  await measureGrowth(servers);
}
