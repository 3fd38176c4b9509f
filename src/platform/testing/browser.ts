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
import { expect } from 'vitest';
import { ensureChromium } from '../../../scripts/chromium.ts';
import { hashToken } from '#platform/server/crypto/secrets.ts';
import { onFinished } from './on-finished.ts';
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
  // Pages of one context share a renderer process and reuse the scripts that an earlier page has compiled.
  '--process-per-site',
];

/** One Chromium for all test files of a worker, launched by the first page. It ends with the worker. */
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
  /** Enables animations, which are off by default because they make tests a third slower. */
  hasMotion?: boolean;
  /** No one moves a pointer over the page, so code that waits for input isn't loaded. */
  isUntouched?: boolean;
  userAgent?: string;
  /** The email of an account with the default password. The session is shared by the test file: do not sign out. */
  signedInAs?: string;
  /** Closes the context instead of reusing it, for tests that change the browser itself, such as its clock. */
  isLeftBehind?: boolean;
  /** Problems that the test causes. Each must occur, and no others may. */
  expectedProblems?: readonly RegExp[];
  /** Problems that occur on a slow machine only. */
  possibleProblems?: readonly RegExp[];
  /** Ignores failed requests, for tests that go offline. */
  losesNetwork?: boolean;
}

/** Opens a page in a clean browser context. The test fails on every unexpected problem in it. */
export async function openPage(options: PageOptions = {}): Promise<Page> {
  const {
    signedInAs,
    isLeftBehind = false,
    expectedProblems = [],
    possibleProblems = [],
    losesNetwork,
    ...rest
  } = options;
  const state = signedInAs === undefined ? undefined : await signInOnce(signedInAs);
  const context = await takeContext(rest);
  if (state !== undefined) await context.addCookies(state.cookies);
  const { problems, excused, stop } = collectProblems(context);
  problemsByContext.set(context, problems);
  onFinished(async () => {
    // Problems caused by resetting the context are not part of the test.
    stop();
    if (isLeftBehind) await context.close();
    else await resetContext(rest, context);
    const expected = [...expectedProblems, ...possibleProblems, ...(losesNetwork ? [offlineProblems] : [])];
    const unexpected = problems.filter((problem) => !expected.some((pattern) => pattern.test(problem)));
    expect(unexpected.filter((problem) => !excused.has(problem))).toEqual([]);
    const missing = expectedProblems.filter((pattern) => !problems.some((problem) => pattern.test(problem)));
    expect(missing, 'problems that were expected').toEqual([]);
  });
  return context.newPage();
}

const problemsByContext = new WeakMap<BrowserContext, string[]>();

/** Removes and returns the problems so far of a page that several tests share, so the test that caused them fails. */
export function takeProblems(page: Page): string[] {
  return problemsByContext.get(page.context())?.splice(0) ?? [];
}

/**
 * Cleared contexts of earlier tests, by their options. Reusing one saves half of the time to open a page, because its
 * scripts are already loaded and compiled. An anchor page stays open in each context, since the renderer process would
 * end with its last page.
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
  // The page leaves the portal first, so no script writes to the storage again.
  await page.goto('about:blank');
  const devtools = await context.newCDPSession(page);
  const { origin } = new URL(getWorkerPortal().baseUrl);
  await devtools.send('Storage.clearDataForOrigin', { origin, storageTypes: 'all' });
  await page.close();
  await context.clearCookies();
  await context.clearPermissions();
  const key = getContextKey(options);
  reusableContexts.set(key, [...(reusableContexts.get(key) ?? []), context]);
}

async function openAnchor(context: BrowserContext): Promise<Page> {
  const anchor = await context.newPage();
  await anchor.goto('/livez');
  return anchor;
}

type StorageState = Exclude<BrowserContextOptions['storageState'], string | undefined>;
type ContextOptions = Omit<
  PageOptions,
  'signedInAs' | 'expectedProblems' | 'possibleProblems' | 'losesNetwork' | 'isLeftBehind'
>;

async function openContext({
  width = 1440,
  height = 900,
  colorScheme = 'light',
  locale = 'en-US',
  hasTouch = false,
  hasMotion = false,
  isUntouched = false,
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
  // A page from the server is visible before it responds to input, so every action waits until it does.
  context.on('page', (page) => void page.addLocatorHandler(page.locator('#root[aria-busy]'), async () => undefined));
  context.on('page', renderInBrowserWhenRouted);
  // Live updates start when a person uses the page. Tests don't wait for the time after which they start anyway.
  if (!isUntouched) context.on('page', (page) => void page.on('domcontentloaded', () => void movePointer(page)));
  return context;
}

/** A test that replaces API responses needs a page whose requests are made by the browser, not by the server. */
function renderInBrowserWhenRouted(page: Page): void {
  const route = page.route.bind(page);
  page.route = async (url, ...rest) => {
    if (!String(url).includes('/assets/')) await page.setExtraHTTPHeaders({ 'x-page': 'empty' });
    return route(url, ...rest);
  };
}

async function movePointer(page: Page): Promise<void> {
  // The page may be closed or replaced.
  await page.evaluate(() => dispatchEvent(new PointerEvent('pointermove'))).catch(() => undefined);
}

const offlineProblems = /ERR_INTERNET_DISCONNECTED|ERR_FAILED|WebSocket/;

/** Collects console errors, uncaught errors and 5xx responses of all pages of a context. */
function collectProblems(context: BrowserContext) {
  const problems: string[] = [];
  const excused = new Set<string>();
  // Requests at the moment when a session ends return 401. They are excused only if their own page then leaves for the
  // sign-in form, by way of these addresses.
  const unauthorized = new Map<Page, string[]>();
  const signInWay = /^\/(login|auth|sso)\//;
  const onPage = (page: Page) =>
    page.on('framenavigated', (frame) => {
      if (frame !== page.mainFrame() || !URL.canParse(frame.url())) return;
      const { pathname } = new URL(frame.url());
      if (pathname.startsWith('/sso/interaction/'))
        for (const problem of unauthorized.get(page) ?? []) excused.add(problem);
      else if (signInWay.test(pathname)) return;
      unauthorized.delete(page);
    });
  const onConsole = (message: ConsoleMessage) => {
    if (message.type() !== 'error') return;
    const problem = `console: ${message.text()} (${message.location().url})`;
    problems.push(problem);
    const page = message.page();
    if (page !== null && problem.includes('status of 401'))
      unauthorized.set(page, [...(unauthorized.get(page) ?? []), problem]);
  };
  const onError = (error: WebError) => problems.push(`uncaught: ${error.error().message}`);
  const onResponse = (response: Response) => {
    if (response.status() >= 500) problems.push(`${response.status()} ${response.url()}`);
  };
  context.on('page', onPage).on('console', onConsole).on('weberror', onError).on('response', onResponse);
  // Only these listeners are removed, because Playwright has its own on the context and needs them to close it.
  const stop = () =>
    context.off('page', onPage).off('console', onConsole).off('weberror', onError).off('response', onResponse);
  return { problems, excused, stop };
}

/** Opens a URL without waiting for its load event, because the page may redirect before it has loaded. */
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
 * Signs a context in through the endpoints of the account service, without its pages. Tests of the pages themselves use
 * `signIn`.
 */
export async function authenticateContext(
  context: BrowserContext,
  screen: 'sign-in' | 'sign-up',
  data: object,
): Promise<void> {
  const { baseUrl } = getWorkerPortal();
  const opened = await context.request.get(`/auth/start?screen=${screen}`);
  const response = await context.request.post(`${opened.url().split('?')[0]}/${screen}`, {
    data,
    headers: { origin: baseUrl },
  });
  if (!response.ok()) throw new Error(`${screen} failed: ${await response.text()}`);
  const signedIn = (await response.json()) as { redirectTo: string } | { next: string };
  const redirectTo = 'next' in signedIn ? await submitSecondFactor(context, opened.url(), data) : signedIn.redirectTo;
  const landing = await context.request.get(redirectTo);
  if (!landing.url().startsWith(`${baseUrl}/training/`)) throw new Error(`${screen} redirected to ${landing.url()}`);
}

/** Uses a new recovery code for each sign-in, because an authenticator code is accepted only once in 30 seconds. */
async function submitSecondFactor(context: BrowserContext, page: string, data: object): Promise<string> {
  const { email } = data as { email: string };
  const response = await context.request.post(`${page.split('?')[0]}/second-factor`, {
    data: { code: await createRecoveryCode(email) },
    headers: { origin: getWorkerPortal().baseUrl },
  });
  if (!response.ok()) throw new Error(`second factor failed: ${await response.text()}`);
  return ((await response.json()) as { redirectTo: string }).redirectTo;
}

/** Inserts a recovery code directly into the portal's database. */
export async function createRecoveryCode(email: string): Promise<string> {
  const code = randomUUID().replaceAll('-', '');
  const connection = readFileSync(join(getWorkerPortal().dataDir, 'postgres.json'), 'utf8');
  const client = new Client(JSON.parse(connection) as ClientConfig);
  await client.connect();
  try {
    const { rowCount } = await client.query(
      'insert into recovery_code (sub, code_hash) select sub, $2 from account where lower(email) = lower($1)',
      [email, hashToken(code)],
    );
    if (rowCount !== 1) throw new Error(`no account with the email ${email}`);
  } finally {
    await client.end();
  }
  return code;
}

/** Signs in through the real pages. */
export async function signIn(page: Page, email: string, password?: string): Promise<void> {
  await visit(page, '/login/sign-in');
  await typeCredentials(page, email, password);
  if (email === staffEmail) await typeRecoveryCode(page, email);
  await page.waitForURL((url) => url.pathname === '/training/dashboard');
  await page.locator('main h1').waitFor();
}

/** Submits the sign-in form of an open page. */
export async function typeCredentials(page: Page, email: string, password = defaultPassword): Promise<void> {
  await page.locator('input[name=email]').fill(email);
  await page.locator('input[name=password]').fill(password);
  await page.locator('form button[type=submit]').click();
}

/** Submits the second-factor form of an open page. */
async function typeRecoveryCode(page: Page, email: string): Promise<void> {
  await page.locator('input[name=code]').fill(await createRecoveryCode(email));
  await page.locator('form button[type=submit]').click();
}

const wcagTags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

export async function expectNoAxeViolations(page: Page): Promise<void> {
  expect(await listAxeViolations(page)).toEqual([]);
}

/** Checks WCAG 2.2 AA with axe after all animations have finished. */
export async function listAxeViolations(page: Page): Promise<string[]> {
  await waitForAnimations(page);
  // The axe source is half a megabyte, so it is injected once per document.
  if (await page.evaluate(() => !('axe' in window))) await page.evaluate(axe.source);
  return page.evaluate(runAxe, wcagTags);
}

/** Runs in the page. A tag also includes rules that are off by default. */
async function runAxe(runOnly: string[]): Promise<string[]> {
  const { axe: inPage } = window as unknown as { axe: typeof axe };
  const { violations } = await inPage.run(document, {
    runOnly,
    resultTypes: ['violations'],
    // Frames show external documents, and none of the rules needs the stylesheets preloaded.
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
