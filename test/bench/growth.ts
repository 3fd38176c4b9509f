import { chromium } from 'playwright';
import { Client, type ClientConfig } from 'pg';
import { affiliateType } from '#domain/roles.ts';
import { documents } from '#features/logbook/web/graphql-documents.ts';
import { measurePage } from '#test/support/e2e/measure-page.ts';
import { ensureChromium } from '../../scripts/chromium.ts';
import { diverWith, fillGrowth, instructor, stages, type Sizes } from './fill-growth.ts';
import { newDive } from './measured-logbook.ts';
import { uploadPhotos } from './photo-upload.ts';
import { report } from './report.ts';
import type { Portal, Servers } from './servers.ts';

/** Ten times the rows may take twice the time, which leaves room for deeper indexes and other load. */
const maxTimeGrowth = 2;
/** A first page of the class board looks at the skills and dives of every student, to show those who may be ready first. */
const maxBoardGrowth = 5;
const maxSizeGrowth = 1.2;
/** Twenty photos together may take as much memory as two, because two are prepared at a time. */
const maxPhotosMb = 320;
const repetitions = 15;
const kilobyte = 1_024;
const staff = 400_008;

interface Cost {
  ms?: number;
  kb?: number;
  maxTimeGrowth?: number;
}
type Costs = Record<string, Cost>;

/** Measures the same requests with few rows and with ten times as many. Their ratio depends on growth, not on the machine. */
export async function measureGrowth(servers: Servers): Promise<void> {
  const measured: Costs[] = [];
  for (const sizes of stages) {
    await fillGrowth(servers.connection, sizes);
    measured.push(await servers.withPortal((portal) => measureStage(portal, servers.connection, sizes)));
  }
  const [small = {}, large = {}] = measured;
  for (const [name, before] of Object.entries(small)) reportGrowth(name, before, large[name] ?? {});
  const { photos, photoMb, peakMb, seconds } = await servers.withPortal((portal) =>
    uploadPhotos(portal, servers.connection),
  );
  report(
    `${photos} photos of ${photoMb} MB in parallel in ${seconds.toFixed(0)} s: peak ${peakMb.toFixed(0)} MB`,
    peakMb,
    maxPhotosMb,
  );
}

function reportGrowth(name: string, before: Cost, after: Cost): void {
  for (const [unit, limit] of [
    ['ms', before.maxTimeGrowth ?? maxTimeGrowth],
    ['kb', maxSizeGrowth],
  ] as const) {
    const [few, many] = [before[unit], after[unit]];
    if (few === undefined || many === undefined) continue;
    const growth = many / few;
    report(
      `${name}: ${growth.toFixed(2)} times with ten times the rows (${few.toFixed(1)} to ${many.toFixed(1)} ${unit})`,
      growth,
      limit,
    );
  }
}

async function measureStage(portal: Portal, connection: ClientConfig, sizes: Sizes): Promise<Costs> {
  return {
    ...(await measureDives(portal, connection, sizes)),
    'a dive is verified': await measureVerification(portal, connection),
    ...(await measureLists(portal)),
    ...(await measureSearches(portal)),
    ...(await measurePages(portal)),
  };
}

interface Request {
  path: string;
  headers: Record<string, string>;
  body?: object;
}

/** Returns the time until the response is complete, and its size. */
async function send(portal: Portal, { path, headers, body }: Request): Promise<{ ms: number; kb: number }> {
  const startedAt = performance.now();
  const response = await fetch(`http://127.0.0.1:${portal.port}${path}`, {
    method: body ? 'POST' : 'GET',
    headers: { ...headers, 'content-type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  const ms = performance.now() - startedAt;
  if (!response.ok || text.includes('"errors":[')) throw new Error(`${path} failed: ${text.slice(0, 500)}`);
  return { ms, kb: text.length / kilobyte };
}

/** The fastest of several, because other load only slows requests down. */
async function fastest(portal: Portal, request: Request): Promise<{ ms: number; kb: number }> {
  const results = [];
  for (let count = 0; count < repetitions; count++) results.push(await send(portal, request));
  return { ms: Math.min(...results.map(({ ms }) => ms)), kb: Math.max(...results.map(({ kb }) => kb)) };
}

async function measureDives(portal: Portal, connection: ClientConfig, { dives }: Sizes): Promise<Costs> {
  const path = '/api/graphql';
  const headers = await portal.headersOf(diverWith(dives));
  const general = { ...newDive, dive_date: '1990-01-01' };
  const added = await fastest(portal, {
    path,
    headers,
    body: { query: documents.createRecreational, variables: { key: null, general } },
  });
  const [newest] = await select<{ id: string }>(
    connection,
    'select id::text from dive_log where affiliate_id = $1 order by dive_date desc limit 1',
    [diverWith(dives)],
  );
  const opened = await fastest(portal, {
    path,
    headers,
    body: { query: documents.log, variables: { id: newest?.id } },
  });
  return {
    'the oldest dive is added': { ms: added.ms },
    'the newest dive is opened': { ms: opened.ms },
  };
}

async function measureVerification(portal: Portal, connection: ClientConfig): Promise<Cost> {
  const logs = await select<{ id: string; version: number }>(
    connection,
    "select id::text, version from dive_log where memsys_member_number = $1 and status = 'Pending' order by id limit $2",
    [instructor.memberNumber, repetitions],
  );
  const headers = await portal.headersOf(instructor.affiliateId, affiliateType.instructor);
  const times: number[] = [];
  for (const log of logs) {
    const body = { query: documents.verify, variables: { logs: [log], reason: 'Forms were checked on paper' } };
    times.push((await send(portal, { path: '/api/graphql', headers, body })).ms);
  }
  return { ms: Math.min(...times) };
}

async function measureLists(portal: Portal): Promise<Costs> {
  const headers = await portal.headersOf(instructor.affiliateId, affiliateType.instructor);
  const body = { query: documents.waiting, variables: {} };
  return {
    'class board': {
      ...(await fastest(portal, { path: '/api/learning/v2/board?culture=en-US', headers })),
      maxTimeGrowth: maxBoardGrowth,
    },
    'verification list': await fastest(portal, { path: '/api/graphql', headers, body }),
  };
}

async function measureSearches(portal: Portal): Promise<Costs> {
  const headers = await portal.headersOf(staff, affiliateType.staff);
  const people = await fastest(portal, { path: '/api/desk/people?search=jonas%20ko', headers });
  const audit = await fastest(portal, { path: `/api/desk/audit?actorId=${staff}&action=zzz`, headers });
  return { 'desk search': { ms: people.ms }, 'audit filter without a hit': { ms: audit.ms } };
}

/** Documents and API responses of the instructor's first screens, over the wire. */
async function measurePages(portal: Portal): Promise<Costs> {
  const browser = await chromium.launch({
    executablePath: await ensureChromium(),
    args: ['--no-sandbox', '--disable-gpu'],
  });
  try {
    const context = await browser.newContext({ baseURL: `http://localhost:${portal.port}` });
    const page = await context.newPage();
    await page.goto('/login/sign-in');
    // A page from the server is visible before it responds to input.
    await page.locator('#root:not([aria-busy])').waitFor();
    await page.locator('input[name=email]').fill(instructor.email);
    await page.locator('input[name=password]').fill('Diver123');
    await page.locator('form button[type=submit]').click();
    await page.waitForURL((url) => url.pathname.startsWith('/training/'));
    await page.locator('main h1').waitFor();
    const costs: Costs = {};
    for (const path of ['/training/dashboard', '/pro'])
      costs[`data of an instructor's ${path}`] = { kb: (await measurePage(page, path)).dataBytes / kilobyte };
    return costs;
  } finally {
    await browser.close();
  }
}

async function select<Row extends object>(connection: ClientConfig, sql: string, values: unknown[]): Promise<Row[]> {
  const client = new Client(connection);
  await client.connect();
  const { rows } = await client.query<Row>(sql, values);
  await client.end();
  return rows;
}
