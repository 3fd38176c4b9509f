import { startStripeServer } from '#platform/testing/stripe/server.ts';
import { headersOf, send } from './support/caller.ts';
import { describeBottleneck } from './support/cpu-meter.ts';
import type { Drill, DrillRun } from './support/drill.ts';
import { DrillDatabase } from './support/drill-database.ts';
import { DrillPortal, waitUntil } from './support/drill-portal.ts';
import { formatStep, measureStep, type StepFigures } from './support/load-step.ts';
import { firstPerson } from './support/people.ts';
import { reportCharges, verifyEverything } from './support/verification.ts';

/** The address is also the issuer of the portal's own account service. */
const port = 3600;
const maxP99Ms = 2_000;
/** Share of the replies that arrive while visits begin. Less means a growing queue, more than the last visits. */
const leastInTime = 0.6;
const firstVisitsPerSecond = 0.5;
const growth = 1.6;
/** At most 88 visits a second, about 1,800 requests. */
const maxSteps = 12;
/** After them the limit is known to 12 percent. */
const refinements = 2;
/** Warm-up, overload and recovery take the time of five steps. */
const otherSteps = 5;
/** A visit on a busy machine takes seconds. */
const leastStepS = 5;
/** A portal always admits this many requests (overload.ts). */
const leastRunning = 64;
const maxOverloadS = 180;
const maxRecoveryS = 30;

type Measure = (visitsPerSecond: number, seconds?: number) => Promise<StepFigures>;

/**
 * Visits of a realistic day at a growing rate, until replies take too long or are refused: sign-in, dashboard, lesson,
 * dive, verification and purchase. Then twice the limit, at which the portal must refuse requests with 503, and half of
 * it, at which it must have recovered.
 */
export const load: Drill = {
  needs: [],
  seconds: 600,
  async run(run) {
    const stripe = await startStripeServer(run.onEnd);
    const database = await DrillDatabase.open(run);
    const portal = await DrillPortal.start(
      run,
      'portal',
      {
        DATABASE_URL: database.url,
        NODE_ENV: 'production',
        DEMO: 'true',
        ALLOW_INSECURE: 'true',
        BASE_URL: `http://localhost:${port}`,
        CONTENT_ORIGIN: `http://content.localhost:${port}`,
        TRUST_PROXY: 'loopback',
        ...stripe.settings,
      },
      { port },
    );
    const stepSeconds = Math.max(leastStepS, run.seconds / (maxSteps + refinements + otherSteps));
    let nextPerson = firstPerson;
    const measure: Measure = async (visitsPerSecond, seconds = stepSeconds) => {
      const peopleCount = Math.ceil(visitsPerSecond * seconds) + 1;
      const step = { visitsPerSecond, seconds, firstPerson: nextPerson, peopleCount };
      nextPerson += peopleCount;
      const figures = await measureStep({ portal, database, stripe }, step);
      run.count('requests', figures.requests);
      return figures;
    };
    await measure(firstVisitsPerSecond, leastStepS);
    run.print('a visit is about 20 requests');
    const { limit, broken } = await findLimit(run, measure, portal);
    run.expectAtLeast(`served ${firstVisitsPerSecond} visits a second`, limit === undefined ? 0 : 1, 1);
    run.expectAtLeast(`broken within ${maxSteps} steps`, broken === undefined ? 0 : 1, 1);
    if (limit !== undefined && broken !== undefined) {
      printLimit(run, limit, broken);
      await overload(run, measure, portal, limit);
    }
    run.count('payments', await reportCharges(run, database, stripe));
    run.expectAtMost(`starts of the portal: ${portal.starts}`, portal.starts, 1);
    await verifyEverything(run, portal);
  },
};

/** What shows that the portal does not keep up, or null. */
function findBreak({ p99Ms, shed, otherFailures, inTime }: StepFigures): string | null {
  if (otherFailures > 0) return `${otherFailures} requests failed`;
  if (shed > 0) return `${shed} requests were refused with 503`;
  if (p99Ms > maxP99Ms) return `p99 ${p99Ms.toFixed(0)} ms`;
  return inTime < leastInTime ? `${(inTime * 100).toFixed(0)}% of the replies arrived while visits began` : null;
}

/** Raises the rate until the portal does not keep up, and then searches between the last two rates. */
async function findLimit(run: DrillRun, measure: Measure, portal: DrillPortal) {
  const found: { limit?: StepFigures; broken?: StepFigures } = {};
  const tryRate = async (rate: number) => {
    const figures = await measure(rate);
    run.print(`  ${formatStep(figures)}`);
    found[findBreak(figures) === null ? 'limit' : 'broken'] = figures;
    await recover(portal);
  };
  for (let step = 0; step < maxSteps && found.broken === undefined; step++)
    await tryRate(firstVisitsPerSecond * growth ** step);
  for (let step = 0; step < refinements && found.limit !== undefined && found.broken !== undefined; step++)
    await tryRate(Math.sqrt(found.limit.visitsPerSecond * found.broken.visitsPerSecond));
  return found;
}

function printLimit(run: DrillRun, limit: StepFigures, broken: StepFigures): void {
  const { requestsPerSecond, p99Ms, visitsPerSecond, cpu } = limit;
  const perCore = (cores: number) => (requestsPerSecond / cores).toFixed(0);
  run.print(
    `limit: ${requestsPerSecond.toFixed(0)} requests a second (${visitsPerSecond.toFixed(2)} visits), p99 ${p99Ms.toFixed(0)} ms; ${perCore(cpu.portal)} per core of the portal, ${perCore(cpu.portal + cpu.database)} per core of portal and PostgreSQL`,
  );
  run.print(
    `broken at ${broken.visitsPerSecond.toFixed(2)} visits a second: ${findBreak(broken)}; used up first: ${describeBottleneck(broken.cpu)}`,
  );
}

/**
 * A visit sends one request after the other, so at twice the limit each second leaves as many more of them running as the
 * limit is. The portal refuses requests only when more run than it always admits, which takes the longer, the lower the
 * limit is.
 */
async function overload(run: DrillRun, measure: Measure, portal: DrillPortal, limit: StepFigures): Promise<void> {
  const rate = 2 * limit.visitsPerSecond;
  const seconds = Math.min(maxOverloadS, (3 * leastRunning) / limit.visitsPerSecond + 2 * leastStepS);
  const figures = await measure(rate, seconds);
  run.print(`twice the limit for ${seconds.toFixed(0)} s:\n  ${formatStep(figures)}`);
  run.count('requests refused with 503 at twice the limit', figures.shed);
  run.expectAtLeast(`requests refused with 503: ${figures.shed}`, figures.shed, 1);
  run.expectAtMost(
    `replies that were neither served nor refused with 503: ${figures.otherFailures} ${figures.otherError}`,
    figures.otherFailures,
    0,
  );
  const recoveryS = await recover(portal);
  run.expectAtMost(`serves again after ${recoveryS.toFixed(1)} s`, recoveryS, maxRecoveryS);
  const after = await measure(limit.visitsPerSecond / 2);
  run.print(`then half the limit:\n  ${formatStep(after)}`);
  run.expectAtMost(
    `failed visits after the overload: ${after.failedVisits} ${after.sampleError}`,
    after.failedVisits,
    0,
  );
  run.expectAtMost(`p99 after the overload: ${after.p99Ms.toFixed(0)} ms`, after.p99Ms, maxP99Ms);
}

/** Waits until the portal serves a request that it refuses while it is overloaded. Returns the seconds it took. */
async function recover({ port }: DrillPortal): Promise<number> {
  const startedAt = performance.now();
  const serves = async () =>
    (await send(port, { path: '/api/shop/basket', headers: await headersOf(firstPerson) })).status === 200;
  const isServing = await waitUntil(serves, 2 * maxRecoveryS * 1_000);
  return isServing ? (performance.now() - startedAt) / 1_000 : Infinity;
}
