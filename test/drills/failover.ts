import { join } from 'node:path';
import { startStripeServer } from '#platform/testing/stripe/server.ts';
import { findFreePort } from '#test/support/free-port.ts';
import { pick, type Drill, type DrillRun } from './support/drill.ts';
import { queryOnce, type QueryTarget } from './support/drill-database.ts';
import { DrillPortal, wait, waitUntil } from './support/drill-portal.ts';
import { Haproxy } from './support/haproxy.ts';
import { databasePassword, PatroniCluster } from './support/patroni.ts';
import { insertPeople } from './support/people.ts';
import { startDrillPooler } from './support/pgbouncer.ts';
import { changeNotifications, insertNotifications, reportStreams, Stream } from './support/streams.ts';
import { reportCharges, verifyEverything } from './support/verification.ts';
import { compareWithRows, createDive, Writers } from './support/writes.ts';

const config = join(import.meta.dirname, '../../deploy/haproxy/database.cfg');
const writesPerSecond = 50;
const peopleCount = 300;
/** Those of the longest return of writes and ten seconds. */
const maxPending = 40 * writesPerSecond;
const acknowledgeMs = 120_000;
const streamCount = 30;
const maxBackS = 30;
const rejoinMs = 120_000;

/**
 * Three PostgreSQL under Patroni with a synchronous standby, HAProxy, PgBouncer and three portals on one machine. The
 * primary is killed with its Patroni, again and again, under load.
 */
export const failover: Drill = {
  needs: ['etcd-server', 'patroni', 'postgresql-15', 'haproxy', 'pgbouncer'],
  seconds: 600,
  async run(run) {
    const stripe = await startStripeServer(run.onEnd);
    const cluster = await PatroniCluster.start(run);
    const port = await findFreePort();
    const variables = Object.fromEntries(
      cluster.nodes.flatMap(({ name, port: own, restPort }) => [
        [name.toUpperCase(), `127.0.0.1:${own}`],
        [`${name.toUpperCase()}_REST`, String(restPort)],
      ]),
    );
    await Haproxy.start(run, config, { DATABASE_BIND: `127.0.0.1:${port}`, ...variables });
    const url = `postgres://postgres:${databasePassword}@127.0.0.1:${port}/postgres`;
    const database: QueryTarget = { query: (sql, values) => queryOnce(url, sql, values) };
    await waitUntil(async () => (await database.query('select 1')).length === 1, 30_000);
    const settings = await startDrillPooler(run, { database, port, user: 'postgres', password: databasePassword });
    const portals: DrillPortal[] = [];
    for (const name of ['portal-1', 'portal-2', 'portal-3'])
      portals.push(await DrillPortal.start(run, name, { ...settings, ...stripe.settings }));
    const people = await insertPeople(database, peopleCount);
    const streaming = people.slice(0, streamCount);
    await insertNotifications(database, streaming);
    const choosePort = () => pick(Math.random, portals).port;
    const streams = streaming.map((person) => new Stream(person, choosePort));
    run.onEnd(() => streams.forEach((stream) => stream.close()));
    const writers = new Writers({
      people: people.slice(streamCount),
      perSecond: writesPerSecond,
      random: run.random,
      choosePort,
      stripe,
      maxPending,
    });
    const isOver = new AbortController();
    const changing = changeNotifications(streams, choosePort, isOver.signal);
    const writing = writers.run(run.seconds);
    await killPrimaries(run, cluster, choosePort, people[streamCount] ?? 0);
    await writing;
    isOver.abort();
    const changes = await changing;
    const unacknowledged = await writers.finish(acknowledgeMs);
    run.count('acknowledged writes', writers.acknowledged);
    run.print(
      `${writers.acknowledged} writes acknowledged, ${writers.retries} retries, the longest waited ${(writers.longestWaitMs / 1_000).toFixed(1)} s`,
    );
    run.expectRate('acknowledged writes', writers.acknowledged / run.seconds, writesPerSecond);
    run.expectAtMost(
      `writes never acknowledged: ${unacknowledged} ${unacknowledged > 0 ? writers.lastError : ''}`,
      unacknowledged,
      0,
    );
    const rows = await compareWithRows(writers, database);
    const lost = rows.lostDives + rows.lostNames + rows.brokenOrders;
    run.count('acknowledged writes lost', lost);
    run.expectAtMost(`acknowledged writes lost: ${lost} ${rows.sample ? JSON.stringify(rows.sample) : ''}`, lost, 0);
    run.expectAtMost(`dives stored twice: ${rows.repeatedDives}`, rows.repeatedDives, 0);
    await reportStreams(run, database, streams, changes);
    run.count('payments', await reportCharges(run, database, stripe));
    const ended = portals.flatMap(({ unexpectedEnds }) => unexpectedEnds);
    run.expectAtMost(`portals that ended by themselves: ${ended.length} ${ended[0] ?? ''}`, ended.length, 0);
    await verifyEverything(run, portals[0]);
  },
};

async function killPrimaries(
  run: DrillRun,
  cluster: PatroniCluster,
  choosePort: () => number,
  person: number,
): Promise<void> {
  const startedAt = performance.now();
  await wait(5_000);
  let slowestS = 0;
  while (performance.now() - startedAt < run.seconds * 1_000) {
    const primary = await cluster.findPrimary();
    if (primary === undefined) throw new Error('no primary');
    const killedAt = performance.now();
    await cluster.kill(primary);
    const isBack = await waitUntil(
      () => createDive(choosePort(), person, crypto.randomUUID()).then(() => true),
      rejoinMs,
    );
    const backS = (performance.now() - killedAt) / 1_000;
    slowestS = Math.max(slowestS, isBack ? backS : Infinity);
    run.count('primaries killed', 1);
    cluster.startNode(primary);
    const hasStandby = async () => {
      const roles = await cluster.listRoles();
      return (
        roles.includes('sync_standby') && !roles.some((role) => !['primary', 'sync_standby', 'replica'].includes(role))
      );
    };
    const isWhole = await waitUntil(hasStandby, rejoinMs);
    const wholeS = (performance.now() - killedAt) / 1_000;
    run.print(
      `${primary.name} killed: writes back after ${backS.toFixed(1)} s, ${isWhole ? `three nodes after ${wholeS.toFixed(0)} s` : `not whole: ${(await cluster.listRoles()).join(', ')}`}`,
    );
    await wait(3_000);
  }
  run.expectAtMost(`slowest return of writes: ${slowestS.toFixed(1)} s`, slowestS, maxBackS);
}
