/** Finds the browser for tests. `node scripts/chromium.ts` prints its path and installs Chromium if it is missing. */
import { execFile, execFileSync } from 'node:child_process';
import { accessSync, constants, existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import { chromium } from 'playwright';

// The headless shell comes first: browser tests take a third less time without window rendering.
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
  const configured = process.env['CHROMIUM_PATH'];
  if (configured) {
    if (canRun(configured)) return configured;
    throw new Error(`CHROMIUM_PATH=${configured} is not a working browser`);
  }
  const searchPath = folders.filter((folder) => folder !== '');
  const candidates = [...names.flatMap((name) => searchPath.map((folder) => join(folder, name))), ...applications];
  return [...new Set([...candidates, findPlaywrightChromium()])].find(canRun) ?? null;
}

export async function ensureChromium(): Promise<string> {
  const found = findChromium();
  if (found !== null) return found;
  let reason = '';
  const candidates = listInstallSteps();
  // A package mirror may be unavailable for a moment.
  for (const steps of [...candidates, ...candidates]) {
    try {
      for (const [file, ...args] of steps) await run(file, args);
    } catch (error) {
      reason = (error as Error).message;
    }
    const installed = findChromium();
    if (installed !== null) return installed;
  }
  throw new Error(`Chromium not found and installation failed (${reason}): install it or set CHROMIUM_PATH`);
}

type Step = [file: string, ...args: string[]];

/** The distribution's package comes first because it installs shared libraries too; Playwright's download is last. */
function listInstallSteps(): Step[][] {
  const cli = join(import.meta.dirname, '../node_modules/playwright/cli.js');
  const isRoot = process.getuid?.() === 0;
  const asRoot: Step | null = isRoot ? ['env'] : existsSync('/usr/bin/sudo') ? ['sudo', '-n', 'env'] : null;
  const candidates: Step[][] = [];
  if (existsSync('/usr/bin/apt-get') && asRoot !== null) {
    const apt: Step = [...asRoot, 'DEBIAN_FRONTEND=noninteractive', 'apt-get'];
    for (const name of ['chromium-headless-shell', 'chromium'])
      candidates.push([
        [...apt, 'update'],
        [...apt, 'install', '-y', name],
      ]);
  }
  const libraries = process.platform === 'linux' && isRoot ? ['--with-deps'] : [];
  candidates.push([[process.execPath, cli, 'install', ...libraries, 'chromium']]);
  return candidates;
}

async function run(file: string, args: readonly string[]): Promise<void> {
  const commandLine = [file, ...args].join(' ');
  console.log(`Chromium is missing, running: ${commandLine}`);
  try {
    await promisify(execFile)(file, args, { maxBuffer: 64 * 1024 * 1024 });
  } catch (error) {
    const { stderr = '', message } = error as Error & { stderr?: string };
    throw new Error(`${commandLine}: ${stderr.trim().split('\n').at(-1) || message}`, { cause: error });
  }
}

/** Runs the file, because Ubuntu's `chromium-browser` may be a stub that only prints how to install a snap. */
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
