/** `npm test`: runs all checks and prints how many passed. */
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { ensureChromium } from './chromium.ts';

interface Tally {
  passed: number;
  failed: number;
}
interface Check {
  name: string;
  run(): Promise<Tally>;
}

/** The fields used from Vitest's JSON report. */
interface TestReport {
  numPassedTests: number;
  numTotalTests: number;
  testResults: { status: string; assertionResults: { status: string }[] }[];
}

const root = join(import.meta.dirname, '..');
const scratch = mkdtempSync(join(tmpdir(), 'halocline-checks-'));
const isPlain = process.env['CI'] === 'true' || process.env['NO_COLOR'] !== undefined;
const environment = {
  ...process.env,
  ...(isPlain && { NO_COLOR: '1', FORCE_COLOR: undefined }),
  // A shared compile cache, because some tests start the portal several times.
  NODE_COMPILE_CACHE: join(scratch, 'compiled'),
};

// Checks in one row are independent and run in parallel.
const rows: Check[][] = [
  [command('type check', 'node_modules/typescript/bin/tsc', '-p', '.', '--noEmit')],
  [
    command('lint', 'node_modules/oxlint/bin/oxlint', '--deny-warnings'),
    command('format', 'node_modules/oxfmt/bin/oxfmt', '--check'),
  ],
  [
    command('unused code', 'node_modules/knip/bin/knip.js', '--treat-config-hints-as-errors'),
    command('table types', 'scripts/db-types.ts', '--check'),
  ],
  [{ name: 'Chromium present', run: () => ensureChromium().then(() => ({ passed: 1, failed: 0 })) }],
  [tests('unit and API tests', 'unit')],
  [tests('browser tests', 'e2e')],
];

process.once('exit', () => rmSync(scratch, { recursive: true, force: true }));
// Exiting normally on a signal runs the cleanup above.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));

const total: Tally = { passed: 0, failed: 0 };
for (const row of rows) {
  for (const tally of await Promise.all(row.map(measure))) {
    total.passed += tally.passed;
    total.failed += tally.failed;
  }
}
console.log(`\n${total.passed} passed, ${total.failed} failed`);
process.exitCode = total.failed === 0 ? 0 : 1;

async function measure({ name, run }: Check): Promise<Tally> {
  const startedAt = performance.now();
  const tally = await run().catch((error: unknown) => {
    console.error(error instanceof Error ? error.message : error);
    return { passed: 0, failed: 1 };
  });
  const seconds = ((performance.now() - startedAt) / 1_000).toFixed(1);
  console.log(`${tally.failed === 0 ? 'ok    ' : 'FAILED'}  ${name} (${seconds} s)`);
  return tally;
}

/** A tool that counts as one check. Its output is printed only on failure. */
function command(name: string, file: string, ...args: string[]): Check {
  return {
    name,
    async run() {
      const { code, output } = await runNode('pipe', file, ...args);
      if (code !== 0) console.error(output.trim());
      return code === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 };
    },
  };
}

function tests(name: string, project: string): Check {
  return {
    name,
    async run() {
      const file = join(scratch, `${project}.json`);
      const report = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`];
      const { code } = await runNode(
        'inherit',
        'node_modules/vitest/vitest.mjs',
        'run',
        '--project',
        project,
        '--allowOnly=false',
        ...report,
      );
      return countTests(file, code);
    },
  };
}

/** Skipped tests, files that did not load and errors outside tests count as failures. */
function countTests(file: string, code: number | null): Tally {
  if (!existsSync(file)) return { passed: 0, failed: 1 };
  const report = JSON.parse(readFileSync(file, 'utf8')) as TestReport;
  const unloaded = report.testResults.filter(
    ({ status, assertionResults }) =>
      status === 'failed' && assertionResults.every((assertion) => assertion.status === 'passed'),
  );
  const failed = report.numTotalTests - report.numPassedTests + unloaded.length;
  return { passed: report.numPassedTests, failed: failed === 0 && code !== 0 ? 1 : failed };
}

/** Runs the file with this Node, which comes from node_modules, instead of the one on the PATH. */
async function runNode(stdio: 'pipe' | 'inherit', file: string, ...args: string[]) {
  const child = spawn(process.execPath, [join(root, file), ...args], {
    cwd: root,
    env: environment,
    stdio: ['ignore', stdio, stdio],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding('utf8').on('data', (text: string) => (output += text));
  const { promise, resolve, reject } = Promise.withResolvers<number | null>();
  child.once('error', reject).once('close', resolve);
  // Some tools ignore NO_COLOR.
  return { code: await promise, output: isPlain ? stripVTControlCharacters(output) : output };
}
