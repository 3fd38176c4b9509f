import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { storeAssets } from '#app/server/web/asset-store.ts';
import { affiliateType } from '#domain/roles.ts';
import { findFreePort } from '#test/support/free-port.ts';
import { callPatiently, send, type Call } from './support/caller.ts';
import type { Drill, DrillRun } from './support/drill.ts';
import { DrillDatabase } from './support/drill-database.ts';
import { DrillPortal, wait } from './support/drill-portal.ts';
import { Haproxy } from './support/haproxy.ts';
import { insertPeople } from './support/people.ts';
import { formatFailures, type LoadFigures, loadSteadily, percentile } from './support/steady-load.ts';
import { changeNotifications, insertNotifications, reportStreams, Stream } from './support/streams.ts';
import { verifyEverything } from './support/verification.ts';
import { createDiveCall } from './support/writes.ts';

const exec = promisify(execFile);
const root = join(import.meta.dirname, '../..');
/** Version 2.0.116, the first whose migrations are final. `npm run drill -- deploy COMMIT` upgrades from another one. */
const defaultCommit = '84f8f7e4';
const requestsPerSecond = 300;
const peopleCount = 200;
const streamCount = 50;
const drainMs = 2_000;
/** Of the demo. */
const staff = 400_008;

/**
 * Upgrades two portals behind HAProxy, one after the other, from an older commit to the working copy, with migrations,
 * under load, with open event streams and half-filled forms. No request may fail.
 */
export const deploy: Drill = {
  needs: ['haproxy'],
  seconds: 120,
  async run(run) {
    const former = await checkOut(run, run.only ?? defaultCommit);
    const database = await DrillDatabase.open(run);
    const settings = { DATABASE_URL: database.url, NODE_ENV: 'production', DEMO: 'true', ALLOW_INSECURE: 'true' };
    const portals: DrillPortal[] = [];
    for (const name of ['portal-1', 'portal-2'])
      portals.push(await DrillPortal.start(run, name, settings, { root: former }));
    // A version that stores its assets itself needs no copy.
    await storeAssets(join(former, 'dist/web/assets'), join(run.folder, 'data/web-assets'), new Date());
    const port = await findFreePort();
    const haproxy = await Haproxy.start(run, join(root, 'deploy/haproxy/portal.cfg'), {
      HAPROXY_BIND: `127.0.0.1:${port}`,
      ...Object.fromEntries(portals.map((portal, at) => [`PORTAL_${at + 1}`, `127.0.0.1:${portal.port}`])),
    });
    for (const { name } of portals) await haproxy.waitUntilUp(name, 10_000);

    const people = await insertPeople(database, peopleCount);
    await insertNotifications(database, people.slice(0, streamCount));
    const forms = await beginForms(port, people.slice(0, 20));
    const assets = await listAssets(port);
    const streams = people.slice(0, streamCount).map((person) => new Stream(person, () => port));
    run.onEnd(() => streams.forEach((stream) => stream.close()));
    const isOver = new AbortController();
    const loading = loadSteadily(
      requestsPerSecond,
      (number) => createRequest(number, people, assets),
      () => port,
      isOver.signal,
    );
    const changing = changeNotifications(streams, () => port, isOver.signal);
    const pauseMs = (run.seconds * 1_000) / (portals.length + 1);
    await wait(pauseMs);
    for (const portal of portals) {
      await upgrade(run, haproxy, portal);
      // Pages of the new version ask for new files, also from the portal that is not upgraded yet.
      for (const asset of await listAssets(portal.port)) if (!assets.includes(asset)) assets.push(asset);
      await wait(pauseMs);
    }
    isOver.abort();
    report(run, await loading);
    await reportStreams(run, database, streams, await changing);
    await finishForms(run, port, forms);
    const [row] = await database.query<{ name: string }>('select max(name) as name from migration');
    run.print(`last migration: ${row?.name}`);
    await verifyLogs(run, database, portals[0]);
  },
};

/** Takes the portal out of the balancer, replaces it and puts it back, as `docs/OPERATIONS.md` says. */
async function upgrade(run: DrillRun, haproxy: Haproxy, portal: DrillPortal): Promise<void> {
  const startedAt = performance.now();
  await haproxy.setState(portal.name, 'maint');
  await wait(drainMs);
  await portal.stop();
  portal.root = root;
  await portal.start();
  await haproxy.setState(portal.name, 'ready');
  if (!(await haproxy.waitUntilUp(portal.name, 30_000))) throw new Error(`HAProxy does not see ${portal.name}`);
  run.print(`${portal.name} upgraded in ${((performance.now() - startedAt) / 1_000).toFixed(1)} s`);
}

/** The older version in a folder of its own, which later runs use again. */
async function checkOut(run: DrillRun, commit: string): Promise<string> {
  const { stdout } = await exec('git', ['rev-parse', commit], { cwd: root });
  const folder = join(root, '.data/drills', stdout.trim());
  const node = process.execPath;
  if (!existsSync(folder)) {
    run.print(`checking out ${commit} to ${folder}`);
    await exec('git', ['worktree', 'add', '--detach', folder, commit], { cwd: root });
  }
  if (!existsSync(join(folder, 'node_modules/.package-lock.json'))) await exec('npm', ['ci'], { cwd: folder });
  if (!existsSync(join(folder, 'dist/web/index.html'))) await exec(node, ['scripts/build.ts'], { cwd: folder });
  return folder;
}

function createRequest(number: number, people: readonly number[], assets: readonly string[]) {
  const person = people[number % people.length] ?? 0;
  const kind = number % 20;
  if (kind === 0) return { call: { path: '/verify', headers: { accept: 'text/html' } } };
  if (kind < 3) return { call: { path: assets[Math.floor(number / 20) % assets.length] ?? '' } };
  if (kind < 6) return { person, call: createDiveCall(crypto.randomUUID()) };
  if (kind < 10) return { person, call: { path: `/api/global/profiles/${person}` } satisfies Call };
  if (kind < 14) return { person, call: { path: '/api/shop/basket' } };
  // Audited, so both versions append to the chains.
  if (kind === 14)
    return { person: staff, typeId: affiliateType.staff, call: { path: `/api/global/profiles/${person}` } };
  return { person, call: { path: '/api/dsd/GetCheckpointData' } };
}

/** The scripts and styles of the sign-in page. */
async function listAssets(port: number): Promise<string[]> {
  const { text } = await send(port, { path: '/verify', headers: { accept: 'text/html' } });
  return [...new Set(Array.from(text.matchAll(/\/assets\/[\w./-]+\.(?:json|js|css|woff2)\b/g), ([path]) => path))];
}

interface Form {
  person: number;
  id: string;
}

async function beginForms(port: number, people: readonly number[]): Promise<Form[]> {
  const forms: Form[] = [];
  for (const person of people) {
    const { id } = await callPatiently<{ id: string }>(port, person, {
      path: '/api/forms/Drafts',
      body: { packet: 'medical' },
    });
    await answer(port, { person, id }, 'medical.q1', 'no');
    forms.push({ person, id });
  }
  return forms;
}

const answer = (port: number, { person, id }: Form, question: string, text: string) =>
  callPatiently<{ answers: Record<string, string> }>(port, person, {
    method: 'PUT',
    path: `/api/forms/Drafts/${id}`,
    body: { changes: { [question]: text } },
  });

/** Continues the forms with the new version. */
async function finishForms(run: DrillRun, port: number, forms: readonly Form[]): Promise<void> {
  let lost = 0;
  for (const form of forms) {
    const path = `/api/forms/Drafts/${form.id}`;
    const { answers: before } = await callPatiently<{ answers: Record<string, string> }>(port, form.person, { path });
    const { answers } = await answer(port, form, 'medical.q1', 'yes');
    if (before['medical.q1'] !== 'no' || answers['medical.q1'] !== 'yes') lost += 1;
  }
  run.expectAtMost(`half-filled forms that lost answers: ${lost} of ${forms.length}`, lost, 0);
}

/** Verifies all chains, which both versions have appended to. */
async function verifyLogs(run: DrillRun, database: DrillDatabase, portal: DrillPortal | undefined): Promise<void> {
  const [counts] = await database.query<{ former: number; current: number }>(
    `select count(*) filter (where chain = 0)::int as former, count(*) filter (where chain > 0)::int as current
     from audit_entry where action = 'profile.read'`,
  );
  run.print(`audited reads in the former chain: ${counts?.former}, in the others: ${counts?.current}`);
  await verifyEverything(run, portal);
}

function report(run: DrillRun, load: LoadFigures): void {
  const failed = load.failed.values().reduce((sum, count) => sum + count, 0);
  run.count('requests', load.sent);
  run.count('failed requests', failed);
  run.count('requests not sent on time', load.skipped);
  run.count('requests shed with 503 and repeated', load.shed);
  run.print(
    `${load.sent} requests in ${load.elapsedS.toFixed(0)} s, ${load.skipped} not sent, because too many waited`,
  );
  run.expectRate('requests', load.sent / load.elapsedS, requestsPerSecond);
  run.print(
    `latency with repeats: median ${percentile(load.latenciesMs, 0.5).toFixed(0)} ms, p99 ${percentile(load.latenciesMs, 0.99).toFixed(0)} ms`,
  );
  run.print(`replies with 503 server.overloaded, after which the request was repeated as pages do: ${load.shed}`);
  run.expectAtMost(`failed requests: ${failed} ${formatFailures(load.failed)}`, failed, 0);
}
