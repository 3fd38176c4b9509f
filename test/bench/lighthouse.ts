/**
 * `npm run lighthouse`: measures the main screens with Lighthouse (mobile, simulated throttling, cold cache), prints the
 * median of five runs and fails when a target isn't met. It starts a portal with demo data, or measures the one at BASE.
 *
 * `npm run lighthouse -- --runs 3 dashboard shop` measures the named screens three times.
 */
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs, promisify } from 'node:util';
import { chromium, type Page } from 'playwright';
import { findFreePort } from '#test/support/free-port.ts';
import { findScreenPath } from '#test/support/e2e/measure-page.ts';
import { measuredScreens, type MeasuredScreen } from '#test/support/e2e/page-budgets.ts';
import { ensureChromium } from '../../scripts/chromium.ts';
import {
  formatRow,
  headings,
  listMissedTargets,
  takeMedian,
  toResult,
  type LighthouseReport,
  type ScreenResult,
} from './lighthouse-results.ts';
import { openServers } from './servers.ts';

type Lighthouse = (url: string, flags: object) => Promise<{ lhr: LighthouseReport } | undefined>;

/** Not a dependency: it brings 180 MB. */
const lighthousePackage = 'lighthouse@13.5.0';
const cacheFolder = join(import.meta.dirname, '../../node_modules/.cache', lighthousePackage);
const categories = ['performance', 'accessibility', 'best-practices', 'seo'];

const { values: options, positionals: names } = parseArgs({
  options: { runs: { type: 'string', default: '5' } },
  allowPositionals: true,
});
const screens = measuredScreens.filter(({ name }) => names.length === 0 || names.includes(name));

const lighthouse = await loadLighthouse();
const base = process.env['BASE'];
const servers = base === undefined ? await openServers() : null;
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  process.once(signal, () => void Promise.resolve(servers?.stop()).finally(() => process.exit(1)));
try {
  const origin = base ?? `http://localhost:${(await servers?.startPortal())?.port}`;
  console.log(`Lighthouse, mobile, median of ${options.runs} runs\n\n${headings}`);
  const missed: string[] = [];
  for (const screen of screens) {
    const runs: ScreenResult[] = [];
    for (let run = 0; run < Number(options.runs); run++) runs.push(await measureScreen(origin, screen));
    const median = takeMedian(runs);
    console.log(formatRow(screen.name, median));
    missed.push(...listMissedTargets(screen, median));
  }
  if (missed.length > 0) {
    console.log(`\nTargets not met\n\n${missed.map((line) => `- ${line}`).join('\n')}`);
    process.exitCode = 1;
  }
} finally {
  await servers?.stop();
}

async function loadLighthouse(): Promise<Lighthouse> {
  const entry = join(cacheFolder, 'node_modules/lighthouse/core/index.js');
  if (!existsSync(entry)) {
    console.log(`installing ${lighthousePackage}`);
    const args = ['install', '--prefix', cacheFolder, '--no-save', '--no-audit', '--no-fund', lighthousePackage];
    await promisify(execFile)('npm', args);
  }
  const module = (await import(entry)) as { default: Lighthouse };
  return module.default;
}

/** A new browser profile per run, so nothing but the session is left from earlier runs. */
async function measureScreen(origin: string, screen: MeasuredScreen): Promise<ScreenResult> {
  const profile = await mkdtemp(join(tmpdir(), 'halocline-lighthouse-'));
  const port = await findFreePort();
  const context = await chromium.launchPersistentContext(profile, {
    executablePath: await ensureChromium(),
    baseURL: origin,
    viewport: null,
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--no-first-run',
      '--disable-background-networking',
      `--remote-debugging-port=${port}`,
    ],
  });
  try {
    const page = context.pages()[0] ?? (await context.newPage());
    if (screen.signedInAs !== undefined) await signIn(page, screen.signedInAs);
    const path = await findScreenPath(page, screen);
    await page.goto('about:blank');
    const result = await lighthouse(`${origin}${path}`, { port, logLevel: 'error', onlyCategories: categories });
    if (result === undefined) throw new Error(`Lighthouse returned no result for ${path}`);
    return toResult(result.lhr);
  } finally {
    await context.close();
    await rm(profile, { recursive: true, force: true, maxRetries: 3 });
  }
}

async function signIn(page: Page, email: string): Promise<void> {
  await page.goto('/login/sign-in');
  // A page from the server is visible before it responds to input.
  await page.locator('#root:not([aria-busy])').waitFor();
  await page.locator('input[name=email]').fill(email);
  await page.locator('input[name=password]').fill('Diver123');
  await page.locator('form button[type=submit]').click();
  await page.waitForURL((url) => url.pathname.startsWith('/training/'));
  await page.locator('main h1').waitFor();
}
