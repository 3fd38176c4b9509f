import { execFile } from 'node:child_process';
import { globSync } from 'node:fs';
import { type FileHandle, mkdir, open, rm, statfs, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import { startS3Server, type S3Server } from '#platform/testing/s3-server.ts';
import { startSilentServer, type SilentServer } from '#platform/testing/silent-server.ts';
import { startSmtpServer, type SmtpServer } from '#platform/testing/smtp-server.ts';
import { startStripeServer } from '#platform/testing/stripe/server.ts';
import { type DebianPackage, listMissingPackages } from './support/debian-packages.ts';
import type { Drill, DrillRun } from './support/drill.ts';
import { DrillDatabase } from './support/drill-database.ts';
import { DrillPortal, waitUntil } from './support/drill-portal.ts';
import { compareMails, countUnsentMails } from './support/mail.ts';
import { insertPeople } from './support/people.ts';
import { createProbes, formatSeen, watch } from './support/probes.ts';
import type { StripeServer } from './support/purchase.ts';
import { reportCharges, verifyEverything } from './support/verification.ts';
import { compareWithRows, Writers } from './support/writes.ts';

const exec = promisify(execFile);
const writesPerSecond = 20;
const peopleCount = 200;
/** For starting, catching up and verifying, beside half the time of the outage. */
const settleMs = 180_000;
const tmpfsBytes = 1_536 * 1024 * 1024;

interface World {
  database: DrillDatabase;
  portal: DrillPortal;
  smtp: SmtpServer;
  stripe: StripeServer;
  s3: S3Server;
  folder: string;
  people: readonly number[];
}

interface Outage {
  begin(world: World): Promise<unknown>;
  end(world: World): Promise<unknown>;
  /** With a database and a portal of its own, whose files are on a small disk. */
  isOnSmallDisk?: boolean;
  /** With a portal of its own, whose clock can be changed. */
  hasOwnClock?: boolean;
  /** Nothing can be written, so the rate of writes says nothing. */
  stopsWrites?: boolean;
}

interface Service {
  url: string;
  close(): Promise<void>;
  open(): Promise<void>;
}

/** The service accepts connections and never answers. */
function silence(choose: (world: World) => Service): Outage {
  let silent: SilentServer | undefined;
  return {
    async begin(world) {
      const { url, close } = choose(world);
      await close();
      silent = await startSilentServer(Number(new URL(url).port));
    },
    async end(world) {
      await silent?.close();
      await choose(world).open();
    },
  };
}

const outages: Record<string, Outage> = {
  'mail server gone': { begin: ({ smtp }) => smtp.close(), end: ({ smtp }) => smtp.open() },
  'payment service gone': { begin: ({ stripe }) => stripe.close(), end: ({ stripe }) => stripe.open() },
  'file storage (S3) gone': { begin: ({ s3 }) => s3.close(), end: ({ s3 }) => s3.open() },
  'mail server silent': silence(({ smtp }) => smtp),
  'payment service silent': silence(({ stripe }) => ({ ...stripe, url: stripe.settings.STRIPE_API_URL })),
  'file storage (S3) silent': silence(({ s3 }) => s3),
  'PostgreSQL stopped': {
    stopsWrites: true,
    begin: ({ database }) => database.stop(),
    end: ({ database }) => database.start(),
  },
  // Stands for a slow disk: each flush takes 100 ms longer. blkio limits need a device of our own.
  'commits 100 ms slower': {
    begin: ({ database }) => setCommitDelay(database, 100_000),
    end: ({ database }) => setCommitDelay(database, 0),
  },
  'clock 30 minutes fast': {
    hasOwnClock: true,
    begin: (world) => setClock(world, '+30m'),
    end: (world) => setClock(world, '+0'),
  },
  'clock 30 minutes slow': {
    hasOwnClock: true,
    begin: (world) => setClock(world, '-30m'),
    end: (world) => setClock(world, '+0'),
  },
  'disk full': { isOnSmallDisk: true, stopsWrites: true, begin: fillDisk, end: freeDisk },
};

/**
 * Takes away one part after the other for `--seconds` each, while people write and buy. Prints what they see,
 * and checks that everything catches up: pending writes, mails and payments.
 */
export const outage: Drill = {
  needs: [],
  seconds: 600,
  async run(run) {
    const part = run.only?.toLowerCase() ?? '';
    const chosen = Object.entries(outages).filter(([name]) => name.toLowerCase().includes(part));
    let isAnyRun = false;
    const worlds = new Map<string, Promise<World>>();
    const getWorld = (one: Outage) => {
      const kind = JSON.stringify([one.isOnSmallDisk, one.hasOwnClock]);
      const world = worlds.get(kind) ?? openWorld(run, one, String(worlds.size));
      worlds.set(kind, world);
      return world;
    };
    for (const [name, one] of chosen) {
      const obstacle = findObstacle(run, one);
      if (obstacle !== null) run.reportNotRun(name, obstacle);
      else await runOutage(run, name, one, await getWorld(one));
      isAnyRun ||= obstacle === null;
    }
    if (!isAnyRun) throw new Error(`no part was run; parts are: ${Object.keys(outages).join(', ')}`);
  },
};

/** Why a part can't be run, or null. */
function findObstacle(run: DrillRun, one: Outage): string | null {
  if (one.isOnSmallDisk && process.getuid?.() !== 0) return 'because only root can mount a small disk';
  const needed: DebianPackage[] = one.hasOwnClock ? ['faketime'] : [];
  const missing = listMissingPackages(needed);
  if (missing.length > 0) return `it needs Debian packages: apt-get install ${missing.join(' ')}`;
  if (run.remainingMs() < run.seconds * 1_500 + settleMs) return 'the time of the run is up';
  return null;
}

async function runOutage(run: DrillRun, name: string, one: Outage, world: World): Promise<void> {
  const { database, portal, people, stripe } = world;
  const probes = await createProbes(stripe);
  // Probes have people of their own, because a person has one basket.
  const probing = people.slice(0, 10);
  const writing = people.slice(10);
  // The first request of a kind loads its code.
  for (const [at, probe] of Object.values(probes).entries())
    await probe(portal, probing[at] ?? 0).catch((error: Error) => run.print(`before the outage: ${error.message}`));
  const choosePort = () => portal.port;
  const writers = new Writers({ people: writing, perSecond: writesPerSecond, random: run.random, choosePort, stripe });
  const isOver = new AbortController();

  await one.begin(world);
  const watching = watch(probes, portal, probing, isOver.signal);
  await writers.run(run.seconds);
  isOver.abort();
  const seen = await watching;
  await one.end(world);
  const endedAt = performance.now();
  const elapsedS = () => ((performance.now() - endedAt) / 1_000).toFixed(1);
  run.print(`${name}, ${run.seconds} s`);
  for (const [probe, outcomes] of seen) run.print(`  ${probe}: ${formatSeen(outcomes)}`);
  await portal.waitUntilReady();
  const unacknowledged = await writers.finish(60_000);
  run.print(
    `  all ${writers.acknowledged} writes acknowledged ${elapsedS()} s later, the longest waited ${(writers.longestWaitMs / 1_000).toFixed(1)} s`,
  );
  run.expectAtMost(
    `  writes never acknowledged: ${unacknowledged} ${unacknowledged > 0 ? writers.lastError : ''}`,
    unacknowledged,
    0,
  );
  const rate = writers.acknowledged / run.seconds;
  if (one.stopsWrites)
    run.print(`  ${rate.toFixed(1)} writes a second, ${writers.skipped} not sent, because too many waited`);
  else run.expectRate(`  ${name}: acknowledged writes`, rate, writesPerSecond);
  // Delays between tries grow with the outage, so catching up can take as long again.
  const catchUpMs = Math.max(60_000, 2_000 * run.seconds);
  const areSent = await waitUntil(async () => (await countUnsentMails(database)) === 0, catchUpMs);
  run.print(`  mail queue empty ${elapsedS()} s later`);
  run.expectAtMost(`  mails never sent: ${areSent ? 0 : await countUnsentMails(database)}`, areSent ? 0 : 1, 0);
  await expectNothingLost(run, world, writers);
  await reportCharges(run, database, stripe);
  await verifyEverything(run, portal);
  const ended = portal.unexpectedEnds;
  run.expectAtMost(`  portal crashes: ${ended.length} ${ended[0] ?? ''}`, ended.length, 0);
  run.count(`${name}: seconds`, run.seconds);
}

async function openWorld(run: DrillRun, one: Outage, name: string): Promise<World> {
  const folder = join(run.folder, name);
  await mkdir(folder);
  if (one.isOnSmallDisk) {
    await exec('mount', ['-t', 'tmpfs', '-o', `size=${tmpfsBytes},mode=755`, 'tmpfs', folder]);
    run.onEnd(() => exec('umount', ['-l', folder]));
  }
  const smtp = await startSmtpServer(run.onEnd);
  const stripe = await startStripeServer(run.onEnd);
  const s3 = await startS3Server(run.onEnd);
  const database = await DrillDatabase.open(run, {}, folder);
  const s3Settings = { S3_BUCKET: 'drill', S3_ENDPOINT: s3.url, AWS_ACCESS_KEY_ID: 'a', AWS_SECRET_ACCESS_KEY: 'b' };
  const portal = await DrillPortal.start(run, 'portal', {
    DATABASE_URL: database.url,
    DATA_DIR: join(folder, 'data'),
    SMTP_URL: smtp.url,
    ...stripe.settings,
    // On the small disk, files are there, too.
    ...(one.isOnSmallDisk ? {} : s3Settings),
    ...(one.hasOwnClock && (await prepareClock(folder))),
  });
  return { database, portal, smtp, stripe, s3, folder, people: await insertPeople(database, peopleCount) };
}

async function expectNothingLost(run: DrillRun, { database, smtp }: World, writers: Writers): Promise<void> {
  const rows = await compareWithRows(writers, database);
  const lost = rows.lostDives + rows.lostNames + rows.brokenOrders;
  run.expectAtMost(`  acknowledged writes lost: ${lost} ${rows.sample ? JSON.stringify(rows.sample) : ''}`, lost, 0);
  run.expectAtMost(`  dives stored twice: ${rows.repeatedDives}`, rows.repeatedDives, 0);
  const mails = await compareMails(database, smtp);
  run.expectAtMost(`  mails lost: ${mails.lost} of ${mails.sent}`, mails.lost, 0);
  run.expectAtMost(`  mails received twice: ${mails.repeated}`, mails.repeated, 0);
}

async function setCommitDelay(database: DrillDatabase, microseconds: number): Promise<void> {
  await database.query(`alter system set commit_delay = ${microseconds}`);
  await database.query('alter system set commit_siblings = 0');
  await database.query('select pg_reload_conf()');
}

const clockFile = (folder: string) => join(folder, 'clock');

/** The portal asks libfaketime for the time, which reads the difference from a file. Timers are not affected. */
async function prepareClock(folder: string): Promise<Record<string, string>> {
  const [library] = globSync('/usr/lib/*/faketime/libfaketimeMT.so.1');
  if (library === undefined) throw new Error('libfaketime not found: apt-get install faketime');
  await writeFile(clockFile(folder), '+0');
  return {
    LD_PRELOAD: library,
    FAKETIME_TIMESTAMP_FILE: clockFile(folder),
    FAKETIME_CACHE_DURATION: '1',
    FAKETIME_DONT_FAKE_MONOTONIC: '1',
  };
}

const setClock = ({ folder }: World, difference: string) => writeFile(clockFile(folder), difference);

/** Leaves nothing free. PostgreSQL stops if it can't write its log. */
async function fillDisk({ folder }: World): Promise<void> {
  const file = await open(join(folder, 'filler'), 'w');
  for (const bytes of [1024 * 1024, 4_096]) await writeUntilFull(file, Buffer.alloc(bytes));
  await file.close();
  const { bavail } = await statfs(folder);
  if (bavail > 0) throw new Error(`the disk has ${bavail} blocks left`);
}

async function writeUntilFull(file: FileHandle, chunk: Buffer): Promise<void> {
  try {
    for (;;) await file.write(chunk);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
  }
}

async function freeDisk({ database, folder }: World): Promise<void> {
  await rm(join(folder, 'filler'), { force: true });
  // The process manager of a real server starts PostgreSQL again.
  const isUp = () =>
    database.query('select 1').then(
      () => true,
      () => false,
    );
  if (await isUp()) return;
  await database.stop();
  await delay(500);
  await database.start();
}
