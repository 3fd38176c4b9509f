/** The browser that the tests drive: `node scripts/chromium.ts` prints where it is, and installs one where there is none. */
import { execFile, execFileSync } from 'node:child_process';
import { accessSync, constants, existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import { chromium } from 'playwright';

// The shell has no window of its own to draw: browser tests take a third less time in it.
const names = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
  'chrome',
];
const folders = [...(process.env['PATH'] ?? '').split(delimiter), '/usr/bin', '/usr/local/bin', '/snap/bin'];
const applications = [
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

export function findChromium(): string | null {
  const wanted = process.env['CHROMIUM_PATH'];
  if (wanted) {
    if (canRun(wanted)) return wanted;
    throw new Error(`CHROMIUM_PATH=${wanted}: no browser starts there`);
  }
  const places = folders.filter((folder) => folder !== '');
  const candidates = [...names.flatMap((name) => places.map((folder) => join(folder, name))), ...applications];
  return [...new Set([...candidates, findPlaywrightChromium()])].find(canRun) ?? null;
}

export async function ensureChromium(): Promise<string> {
  const found = findChromium();
  if (found !== null) return found;
  let reason = '';
  for (const steps of listInstallSteps()) {
    try {
      for (const [file, ...args] of steps) await run(file, args);
    } catch (error) {
      reason = (error as Error).message;
    }
    const installed = findChromium();
    if (installed !== null) return installed;
  }
  throw new Error(`there is no Chromium and none could be installed (${reason}): install it, or set CHROMIUM_PATH`);
}

type Step = [file: string, ...args: string[]];

/** A distribution's own where there is one, because it brings its libraries; else the one that Playwright fetches. */
function listInstallSteps(): Step[][] {
  const cli = join(import.meta.dirname, '../node_modules/playwright/cli.js');
  const isRoot = process.getuid?.() === 0;
  const asRoot: Step | null = isRoot ? ['env'] : existsSync('/usr/bin/sudo') ? ['sudo', '-n', 'env'] : null;
  const ways: Step[][] = [];
  if (existsSync('/usr/bin/apt-get') && asRoot !== null) {
    const apt: Step = [...asRoot, 'DEBIAN_FRONTEND=noninteractive', 'apt-get'];
    for (const name of ['chromium-headless-shell', 'chromium'])
      ways.push([
        [...apt, 'update'],
        [...apt, 'install', '-y', name],
      ]);
  }
  const libraries = process.platform === 'linux' && isRoot ? ['--with-deps'] : [];
  ways.push([[process.execPath, cli, 'install', ...libraries, 'chromium']]);
  return ways;
}

async function run(file: string, args: readonly string[]): Promise<void> {
  const line = [file, ...args].join(' ');
  console.log(`Chromium is missing: ${line}`);
  try {
    await promisify(execFile)(file, args, { maxBuffer: 64 * 1024 * 1024 });
  } catch (error) {
    const { stderr = '', message } = error as Error & { stderr?: string };
    throw new Error(`${line}: ${stderr.trim().split('\n').at(-1) || message}`, { cause: error });
  }
}

/** Being there is not enough: Ubuntu has a file of that name that only says to install another package. */
function canRun(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    execFileSync(file, ['--version'], { stdio: 'ignore', timeout: 20_000 });
    return true;
  } catch {
    return false;
  }
}

function findPlaywrightChromium(): string {
  try {
    return chromium.executablePath();
  } catch {
    return '';
  }
}

if (import.meta.main) {
  try {
    console.log(await ensureChromium());
  } catch (error) {
    console.error((error as Error).message);
    process.exitCode = 1;
  }
}
