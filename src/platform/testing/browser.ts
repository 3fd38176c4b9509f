import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import axe from 'axe-core';
import { Client, type ClientConfig } from 'pg';
import {
  chromium,
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  type ConsoleMessage,
  type Page,
  type Response,
  type WebError,
} from 'playwright';
import { expect, onTestFinished } from 'vitest';
import { ensureChromium } from '../../../scripts/chromium.ts';
import { hashToken } from '#platform/server/crypto/secrets.ts';
import { getWorkerPortal } from './worker-portal.ts';

const waitMs = 15_000;
const defaultPassword = 'Diver123';
const staffEmail = 'staff@demo.test';
const chromiumArgs = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--no-first-run',
  // Pages of one context share the process that draws them, and find there what an earlier one has compiled.
  '--process-per-site',
];

/** One Chromium for all files of a worker, started by the first page; it ends with the worker. */
let browser: Promise<Browser> | undefined;

async function launchBrowser(): Promise<Browser> {
  return chromium.launch({ executablePath: await ensureChromium(), args: chromiumArgs });
}

export interface PageOptions {
  width?: number;
  height?: number;
  colorScheme?: 'light' | 'dark';
  locale?: string;
  hasTouch?: boolean;
  /** Whether things move. Where they do not, the tests of everything else take a third less time. */
  hasMotion?: boolean;
  /** What kind of device it says it is. */
  userAgent?: string;
  /** The e-mail of somebody with the usual password. The sign-in is made once a file and shared: do not end it. */
  signedInAs?: string;
  /** For a test that changes the browser itself for good, such as its clock. */
  isLeftBehind?: boolean;
  /** What goes wrong on purpose. Each must happen, and nothing else may. */
  expectedProblems?: readonly RegExp[];
  /** The test takes the network away: what a page asks for meanwhile, and whether it asks, is not the point. */
  losesNetwork?: boolean;
}

/** A page in a browser that knows nothing yet. The test fails if anything went wrong in it that was not expected. */
export async function openPage(options: PageOptions = {}): Promise<Page> {
  const { signedInAs, isLeftBehind = false, expectedProblems = [], losesNetwork = false, ...rest } = options;
  const state = signedInAs === undefined ? undefined : await signInOnce(signedInAs);
  const context = await takeContext(rest);
  if (state !== undefined) await context.addCookies(state.cookies);
  const { problems, excused, stop } = collectProblems(context);
  onTestFinished(async () => {
    // The test is over: what is heard from now on is of the emptying.
    stop();
    if (isLeftBehind) await context.close();
    else await resetContext(rest, context);
    const foreseen = losesNetwork ? [...expectedProblems, offlineProblems] : expectedProblems;
    const surprises = problems.filter((problem) => !foreseen.some((pattern) => pattern.test(problem)));
    expect(surprises.filter((problem) => !excused.has(problem))).toEqual([]);
    const missing = expectedProblems.filter((pattern) => !problems.some((problem) => pattern.test(problem)));
    expect(missing, 'problems that were expected').toEqual([]);
  });
  return context.newPage();
}

/**
 * Those that a test has left, as if nobody had been in them, by what they were made for. What they have loaded and
 * compiled they need not again: that is half of the work of opening a page. A page that shows next to nothing stays
 * open in each, since the process that holds all this ends with its last page.
 */
const reusableContexts = new Map<string, BrowserContext[]>();
const anchorPages = new WeakMap<BrowserContext, Page>();
const getContextKey = (options: ContextOptions) => JSON.stringify(Object.entries(options).toSorted());

async function takeContext(options: ContextOptions): Promise<BrowserContext> {
  return reusableContexts.get(getContextKey(options))?.pop() ?? openContext(options);
}

async function resetContext(options: ContextOptions, context: BrowserContext): Promise<void> {
  const anchor = anchorPages.get(context);
  const [page, ...others] = context.pages().filter((open) => open !== anchor);
  if (page === undefined) return context.close();
  for (const other of others) await other.close();
  await context.unrouteAll({ behavior: 'ignoreErrors' });
  await context.setOffline(false);
  if (anchor === undefined) anchorPages.set(context, await openAnchor(context));
  // Nothing of the portal runs any more that could write something down again.
  await page.goto('about:blank');
  const devtools = await context.newCDPSession(page);
  const { origin } = new URL(getWorkerPortal().baseUrl);
  await devtools.send('Storage.clearDataForOrigin', { origin, storageTypes: 'all' });
  await page.close();
  await context.clearCookies();
  await context.clearPermissions();
  const kind = getContextKey(options);
  reusableContexts.set(kind, [...(reusableContexts.get(kind) ?? []), context]);
}

async function openAnchor(context: BrowserContext): Promise<Page> {
  const anchor = await context.newPage();
  await anchor.goto('/livez');
  return anchor;
}

type StorageState = Exclude<BrowserContextOptions['storageState'], string | undefined>;
type ContextOptions = Omit<PageOptions, 'signedInAs' | 'expectedProblems' | 'losesNetwork' | 'isLeftBehind'>;

async function openContext({
  width = 1440,
  height = 900,
  colorScheme = 'light',
  locale = 'en-US',
  hasTouch = false,
  hasMotion = false,
  userAgent,
}: ContextOptions): Promise<BrowserContext> {
  browser ??= launchBrowser();
  const context = await (
    await browser
  ).newContext({
    baseURL: getWorkerPortal().baseUrl,
    viewport: { width, height },
    colorScheme,
    locale,
    hasTouch,
    reducedMotion: hasMotion ? 'no-preference' : 'reduce',
    ...(userAgent && { userAgent }),
  });
  context.setDefaultTimeout(waitMs);
  return context;
}

const offlineProblems = /ERR_INTERNET_DISCONNECTED|ERR_FAILED|WebSocket/;

/** Everything a person with open developer tools would frown at, of all pages of the browser. */
function collectProblems(context: BrowserContext) {
  const problems: string[] = [];
  const excused = new Set<string>();
  // What a page asks for in the moment in which its session ends is refused, and it leaves for the sign-in page.
  const onPage = (page: Page) =>
    page.on('framenavigated', (frame) => {
      if (!frame.url().includes('/sso/interaction/')) return;
      for (const problem of problems) if (problem.includes('status of 401')) excused.add(problem);
    });
  const onConsole = (message: ConsoleMessage) => {
    if (message.type() === 'error') problems.push(`console: ${message.text()} (${message.location().url})`);
  };
  const onError = (error: WebError) => problems.push(`uncaught: ${error.error().message}`);
  const onResponse = (response: Response) => {
    if (response.status() >= 500) problems.push(`${response.status()} ${response.url()}`);
  };
  context.on('page', onPage).on('console', onConsole).on('weberror', onError).on('response', onResponse);
  // Each by itself: the context has listeners of its own, without which it could not even be closed.
  const stop = () =>
    context.off('page', onPage).off('console', onConsole).off('weberror', onError).off('response', onResponse);
  return { problems, excused, stop };
}

/** Opens an address without waiting for its end: it may lead elsewhere before it has loaded. */
export async function visit(page: Page, address: string): Promise<void> {
  await page.goto(address, { waitUntil: 'commit' });
}

const signedInStates = new Map<string, Promise<StorageState>>();

function signInOnce(email: string): Promise<StorageState> {
  const key = `${expect.getState().testPath} ${email}`;
  const state = signedInStates.get(key) ?? createSignedInState(email);
  signedInStates.set(key, state);
  return state;
}

async function createSignedInState(email: string): Promise<StorageState> {
  const context = await openContext({});
  try {
    await authenticateContext(context, 'sign-in', { email, password: defaultPassword });
    return await context.storageState();
  } finally {
    await context.close();
  }
}

/**
 * The calls that the pages of the account service make, without the pages: they are drawn where they are the point.
 * Whoever has been here is signed in.
 */
export async function authenticateContext(
  context: BrowserContext,
  screen: 'sign-in' | 'sign-up',
  data: object,
): Promise<void> {
  const { baseUrl } = getWorkerPortal();
  const opened = await context.request.get(`/auth/start?screen=${screen}`);
  const answer = await context.request.post(`${opened.url().split('?')[0]}/${screen}`, {
    data,
    headers: { origin: baseUrl },
  });
  if (!answer.ok()) throw new Error(`${screen}: ${await answer.text()}`);
  const signedIn = (await answer.json()) as { redirectTo: string } | { next: string };
  const redirectTo = 'next' in signedIn ? await submitSecondFactor(context, opened.url(), data) : signedIn.redirectTo;
  const arrived = await context.request.get(redirectTo);
  if (!arrived.url().startsWith(`${baseUrl}/training/`)) throw new Error(`${screen} ended at ${arrived.url()}`);
}

/** A recovery code of its own for each sign-in: a code of the app is accepted only once in half a minute. */
async function submitSecondFactor(context: BrowserContext, page: string, data: object): Promise<string> {
  const { email } = data as { email: string };
  const answer = await context.request.post(`${page.split('?')[0]}/second-factor`, {
    data: { code: await createRecoveryCode(email) },
    headers: { origin: getWorkerPortal().baseUrl },
  });
  if (!answer.ok()) throw new Error(`second factor: ${await answer.text()}`);
  return ((await answer.json()) as { redirectTo: string }).redirectTo;
}

/** Written straight into the portal's database, as one of those that the person has saved. */
export async function createRecoveryCode(email: string): Promise<string> {
  const code = randomUUID().replaceAll('-', '');
  const note = readFileSync(join(getWorkerPortal().dataDir, 'postgres.json'), 'utf8');
  const client = new Client(JSON.parse(note) as ClientConfig);
  await client.connect();
  try {
    const { rowCount } = await client.query(
      'insert into recovery_code (sub, code_hash) select sub, $2 from account where lower(email) = lower($1)',
      [email, hashToken(code)],
    );
    if (rowCount !== 1) throw new Error(`${email} has no account`);
  } finally {
    await client.end();
  }
  return code;
}

/** By the real pages, as a person does it. */
export async function signIn(page: Page, email: string, password?: string): Promise<void> {
  await visit(page, '/login/sign-in');
  await typeCredentials(page, email, password);
  if (email === staffEmail) await typeRecoveryCode(page, email);
  await page.waitForURL((url) => url.pathname === '/training/dashboard');
  await page.locator('main h1').waitFor();
}

/** On a sign-in page that is open already. */
export async function typeCredentials(page: Page, email: string, password = defaultPassword): Promise<void> {
  await page.locator('input[name=email]').fill(email);
  await page.locator('input[name=password]').fill(password);
  await page.locator('form button[type=submit]').click();
}

/** On the page that asks for the second factor. */
async function typeRecoveryCode(page: Page, email: string): Promise<void> {
  await page.locator('input[name=code]').fill(await createRecoveryCode(email));
  await page.locator('form button[type=submit]').click();
}

const wcagTags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

/** All that another colour scheme can change. */
const colourRules = ['color-contrast', 'link-in-text-block'];

export async function expectNoAxeViolations(page: Page, what: 'everything' | 'colours' = 'everything'): Promise<void> {
  expect(await listAxeViolations(page, what)).toEqual([]);
}

/** WCAG 2.2 AA as far as a machine can tell, on the page as it stands when nothing moves any more. */
export async function listAxeViolations(page: Page, what: 'everything' | 'colours' = 'everything'): Promise<string[]> {
  await waitForAnimations(page);
  // Half a megabyte to read: once for a document, however often it is looked at.
  if (await page.evaluate(() => !('axe' in window))) await page.evaluate(axe.source);
  return page.evaluate(runAxe, what === 'colours' ? colourRules : wcagTags);
}

/** Runs in the page. Names of rules, or tags of rules: a tag also brings those that are off unless asked for. */
async function runAxe(runOnly: string[]): Promise<string[]> {
  const { axe: inPage } = window as unknown as { axe: typeof axe };
  const { violations } = await inPage.run(document, {
    runOnly,
    resultTypes: ['violations'],
    // Other documents are not ours, and no rule of ours wants the stylesheets once more.
    iframes: false,
    preload: false,
  });
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${html}\n${failureSummary}`),
  );
}

async function waitForAnimations(page: Page): Promise<void> {
  await page.evaluate(async () => {
    await document.fonts.ready;
    const moving = document
      .getAnimations()
      .filter((animation) => animation.effect?.getTiming().iterations !== Infinity);
    await Promise.allSettled(moving.map((animation) => animation.finished));
  });
}
