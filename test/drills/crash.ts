import { setTimeout as delay } from 'node:timers/promises';
import { startSmtpServer } from '#platform/testing/smtp-server.ts';
import { startStripeServer } from '#platform/testing/stripe/server.ts';
import { pick, type Drill, type DrillRun } from './support/drill.ts';
import { DrillDatabase } from './support/drill-database.ts';
import { DrillPortal, waitUntil } from './support/drill-portal.ts';
import { compareMails, countUnsentMails } from './support/mail.ts';
import { insertPeople } from './support/people.ts';
import { reportCharges, verifyEverything } from './support/verification.ts';
import { compareWithRows, Writers } from './support/writes.ts';

const writesPerSecond = 200;
const peopleCount = 500;
/** Those of five seconds, because a recovering database answers nothing. */
const maxPending = 5 * writesPerSecond;
const acknowledgeMs = 120_000;
const catchUpMs = 300_000;
const acknowledgedBetweenKills = 20;
/** A kill during a recovery that takes longer than this is a test, too. */
const recoveryMs = 60_000;

/**
 * Kills random processes with SIGKILL under load: two portals that get requests, one that only runs jobs, the database
 * server, and single database connections, which makes PostgreSQL end all others and recover. The mail server and the
 * payment service run in the drill's process, so their records are independent of what is killed.
 */
export const crash: Drill = {
  needs: [],
  seconds: 1_200,
  async run(run) {
    const smtp = await startSmtpServer(run.onEnd);
    const stripe = await startStripeServer(run.onEnd);
    const database = await DrillDatabase.open(run);
    const settings = { DATABASE_URL: database.url, SMTP_URL: smtp.url, ...stripe.settings };
    const portals = [await DrillPortal.start(run, 'portal-1', settings)];
    for (const name of ['portal-2', 'worker']) portals.push(await DrillPortal.start(run, name, settings));
    const serving = portals.slice(0, 2);
    const people = await insertPeople(database, peopleCount);
    const choosePort = () => pick(Math.random, serving).port;
    const writers = new Writers({
      people,
      perSecond: writesPerSecond,
      random: run.random,
      choosePort,
      stripe,
      maxPending,
    });

    const stop = new AbortController();
    const killing = killRandomly(run, database, portals, writers, stop.signal);
    await writers.run(run.seconds);
    stop.abort();
    await killing;
    for (const portal of portals) await portal.waitUntilReady();
    const unacknowledged = await writers.finish(acknowledgeMs);
    await reportWrites(run, writers, unacknowledged, database);
    await reportMails(run, database, smtp, portals);
    run.count('payments', await reportCharges(run, database, stripe));
    const ended = portals.flatMap(({ name, unexpectedEnds }) => unexpectedEnds.map((line) => `${name}: ${line}`));
    run.expectAtMost(`portals that ended by themselves: ${ended.length} ${ended[0] ?? ''}`, ended.length, 0);
    await verifyEverything(run, portals[0]);
  },
};

async function killRandomly(
  run: DrillRun,
  database: DrillDatabase,
  portals: readonly DrillPortal[],
  writers: Writers,
  signal: AbortSignal,
) {
  const count = (name: string) => {
    run.count(`kills: ${name}`, 1);
    run.count('kills', 1);
  };
  while (!signal.aborted) {
    await delay(100 + run.random() * 1_000, undefined, { signal }).catch(() => undefined);
    // Without portals that serve, nothing is written that a kill could lose.
    const acknowledged = writers.acknowledged;
    const isServing = () => signal.aborted || writers.acknowledged >= acknowledged + acknowledgedBetweenKills;
    await waitUntil(isServing, recoveryMs);
    const [one, other] = portals.filter(({ name, isReady }) => name !== 'worker' && isReady);
    if (signal.aborted || one === undefined) continue;
    const victim = pick(run.random, [...portals, 'database', 'connection', 'connection'] as const);
    if (victim instanceof DrillPortal) {
      if (victim === one && other === undefined) continue;
      // Some are killed while they start.
      if (!victim.isReady && run.random() < 0.8) continue;
      victim.kill();
      count(victim.name);
    } else if (victim === 'database') {
      process.kill(await database.readPid(), 'SIGKILL');
      await database.stop();
      await database.start();
      count('database server');
    } else {
      const pid = await findConnection(database, run.random);
      if (pid === undefined) continue;
      process.kill(pid, 'SIGKILL');
      count('database connection');
    }
  }
}

/** A process of PostgreSQL that serves a portal. None if PostgreSQL is recovering. */
async function findConnection(database: DrillDatabase, random: () => number): Promise<number | undefined> {
  const rows = await database
    .query<{ pid: number }>(
      "select pid from pg_stat_activity where backend_type = 'client backend' and pid <> pg_backend_pid()",
    )
    .catch(() => []);
  return rows.length === 0 ? undefined : pick(random, rows).pid;
}

async function reportWrites(run: DrillRun, writers: Writers, unacknowledged: number, database: DrillDatabase) {
  const { acknowledged, retries, skipped, longestWaitMs, lastError } = writers;
  run.count('acknowledged writes', acknowledged);
  run.count('purchases', writers.purchases.length);
  run.print(`${acknowledged} writes acknowledged, ${retries} retries`);
  run.expectRate('acknowledged writes', acknowledged / run.seconds, writesPerSecond);
  run.print(`  ${skipped} not sent because too many waited; longest wait ${(longestWaitMs / 1_000).toFixed(1)} s`);
  for (const [error, count] of writers.errors) run.print(`  ${count} × ${error}`);
  run.expectAtMost(
    `writes never acknowledged: ${unacknowledged} ${unacknowledged > 0 ? lastError : ''}`,
    unacknowledged,
    0,
  );
  const { lostDives, repeatedDives, lostNames, brokenOrders, extraOrders, sample } = await compareWithRows(
    writers,
    database,
  );
  const lost = lostDives + lostNames + brokenOrders;
  run.count('acknowledged writes lost', lost);
  run.expectAtMost(`acknowledged dives lost: ${lostDives} of ${writers.dives.size}`, lostDives, 0);
  run.expectAtMost(`dives stored twice: ${repeatedDives}`, repeatedDives, 0);
  run.expectAtMost(`acknowledged names lost: ${lostNames} of ${writers.names.size} people`, lostNames, 0);
  run.expectAtMost(
    `paid orders without their code, notification or audit entry, or with two: ${brokenOrders} of ${writers.purchases.length} ${sample ? JSON.stringify(sample) : ''}`,
    brokenOrders,
    0,
  );
  run.expectAtMost(`paid orders that nobody was told of: ${extraOrders}`, extraOrders, 0);
}

async function reportMails(
  run: DrillRun,
  database: DrillDatabase,
  smtp: Awaited<ReturnType<typeof startSmtpServer>>,
  portals: readonly DrillPortal[],
): Promise<void> {
  const startedAt = performance.now();
  // In a short run the time until a dead process loses its claims is skipped; a long run waits for it.
  if (run.seconds < 120) await expireClaims(database, portals);
  const areSent = await waitUntil(async () => (await countUnsentMails(database)) === 0, catchUpMs);
  const waitedS = ((performance.now() - startedAt) / 1_000).toFixed(0);
  run.print(`mail queue empty after ${waitedS} s`);
  run.expectAtMost(`mails never sent: ${areSent ? 0 : await countUnsentMails(database)}`, areSent ? 0 : 1, 0);
  const { sent, lost, repeated, unknown } = await compareMails(database, smtp);
  run.count('mails sent', sent);
  run.count('mails received again with the same Message-ID', repeated);
  run.expectAtMost(`mails marked as sent that the mail server did not receive: ${lost} of ${sent}`, lost, 0);
  run.expectAtMost(`mails received that are not in the outbox: ${unknown}`, unknown, 0);
  // SMTP can't confirm an acceptance once only: a process that dies between the server's reply and its commit repeats it.
  run.print(`mails received again with the same Message-ID: ${repeated}`);
}

async function expireClaims(database: DrillDatabase, portals: readonly DrillPortal[]): Promise<void> {
  for (const portal of portals) await portal.stop();
  await database.query(`
    update pgboss.queue set monitor_claim_on = monitor_claim_on - interval '1 minute';
    update pgboss.job set heartbeat_on = heartbeat_on - interval '1 minute' where state = 'active';
    update pgboss.job set start_after = now() where state = 'retry';
    update mail_outbox set claimed_until = claimed_until - interval '1 minute'`);
  await portals[0]?.start();
}
