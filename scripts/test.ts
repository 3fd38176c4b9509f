/**
 * `npm test` runs all checks and prints how many passed; `npm run test:slow` runs drills, repeats and long property tests;
 * `npm run test:quick` checks only what a change touches.
 */
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { listChangedFiles, listChangedTests } from './changed-files.ts';
import { ensureChromium } from './chromium.ts';
import type { TestResults } from './test-results.ts';

interface Check {
  name: string;
  /** Cores it keeps busy, all of them unless given. Checks that fit beside each other run in parallel. */
  cores?: number;
  run(): Promise<TestResults>;
}

const passed: TestResults = { passed: 1, failed: 0, retried: [] };
const failed: TestResults = { passed: 0, failed: 1, retried: [] };

const root = join(import.meta.dirname, '..');
const cores = availableParallelism();
const scratch = mkdtempSync(join(tmpdir(), 'halocline-checks-'));
const isPlain = process.env['CI'] === 'true' || process.env['NO_COLOR'] !== undefined;
const environment = { ...process.env, ...(isPlain && { NO_COLOR: '1', FORCE_COLOR: undefined }) };

process.once('exit', () => rmSync(scratch, { recursive: true, force: true }));
// Exiting normally on a signal runs the cleanup above.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));

const typeCheck = command('type check', 2, 'node_modules/typescript/bin/tsc', '-p', '.', '--noEmit');
const chromium: Check = { name: 'Chromium present', run: () => ensureChromium().then(() => passed) };
const checksByMode: Record<string, () => Check[]> = {
  all: () => [
    typeCheck,
    command('lint', 1, 'node_modules/oxlint/bin/oxlint', '--deny-warnings'),
    command('format', 1, 'node_modules/oxfmt/bin/oxfmt', '--check'),
    command('unused code', 1, 'node_modules/knip/bin/knip.js', '--treat-config-hints-as-errors'),
    command('table types', 1, 'scripts/db-types.ts', '--check'),
    command('GraphQL types', 1, 'scripts/graphql-types.ts', '--check'),
    chromium,
    tests('unit and API tests', 'unit'),
    tests('browser tests', 'e2e'),
  ],
  slow: () => [chromium, tests('slow unit and API tests', 'slow'), tests('slow browser tests', 'slow-e2e')],
  quick: listQuickChecks,
};

const mode = process.argv[2] ?? 'all';
const checks = checksByMode[mode];
if (checks === undefined) throw new Error(`unknown mode: ${mode}`);
const total = await runAll(checks());
if (total.retried.length > 0) console.log(['\npassed on the second try:', ...total.retried].join('\n  '));
console.log(`\n${total.passed} passed, ${total.failed} failed, ${total.retried.length} on the second try`);
process.exitCode = total.failed === 0 ? 0 : 1;

function listQuickChecks(): Check[] {
  const changed = listChangedFiles();
  const sources = changed.filter((file) => /\.tsx?$/.test(file));
  const testFiles = listChangedTests(changed);
  const buildInfo = join(root, 'node_modules/.cache/quick.tsbuildinfo');
  const incremental = ['--incremental', '--tsBuildInfoFile', buildInfo];
  return [
    command('type check', 2, 'node_modules/typescript/bin/tsc', '-p', '.', '--noEmit', ...incremental),
    ...(sources.length === 0
      ? []
      : [
          command('lint', 1, 'node_modules/oxlint/bin/oxlint', '--deny-warnings', ...sources),
          command('format', 1, 'node_modules/oxfmt/bin/oxfmt', '--check', ...sources),
        ]),
    ...(testFiles.length === 0 ? [] : [tests('tests beside the change', 'unit', ...testFiles)]),
  ];
}

/** Starts the checks in order, each as soon as enough cores are free. */
async function runAll(all: readonly Check[]): Promise<TestResults> {
  const results: TestResults[] = [];
  const coresByRun = new Map<Promise<unknown>, number>();
  const countFreeCores = () => cores - coresByRun.values().reduce((sum, count) => sum + count, 0);
  for (const check of all) {
    const needed = Math.min(check.cores ?? cores, cores);
    while (countFreeCores() < needed) await Promise.race(coresByRun.keys());
    const run = measure(check, results).finally(() => coresByRun.delete(run));
    coresByRun.set(run, needed);
  }
  await Promise.all(coresByRun.keys());
  return {
    passed: results.reduce((sum, { passed: count }) => sum + count, 0),
    failed: results.reduce((sum, { failed: count }) => sum + count, 0),
    retried: results.flatMap(({ retried }) => retried),
  };
}

async function measure({ name, run }: Check, results: TestResults[]): Promise<void> {
  const startedAt = performance.now();
  const result = await run().catch((error: unknown) => {
    console.error(error instanceof Error ? error.message : error);
    return failed;
  });
  const seconds = ((performance.now() - startedAt) / 1_000).toFixed(1);
  console.log(`${result.failed === 0 ? 'ok    ' : 'FAILED'}  ${name} (${seconds} s)`);
  results.push(result);
}

/** A tool that counts as one check. Its output is printed only on failure. */
function command(name: string, neededCores: number, file: string, ...args: string[]): Check {
  return {
    name,
    cores: neededCores,
    async run() {
      const { code, output } = await runNode('pipe', {}, file, ...args);
      if (code !== 0) console.error(output.trim());
      return code === 0 ? passed : failed;
    },
  };
}

function tests(name: string, project: string, ...files: string[]): Check {
  return {
    name,
    async run() {
      const resultsFile = join(scratch, `${project}.json`);
      const settings = { TEST_RESULTS_FILE: resultsFile };
      const args = ['run', '--project', project, '--allowOnly=false', ...files];
      const { code } = await runNode('inherit', settings, 'node_modules/vitest/vitest.mjs', ...args);
      if (!existsSync(resultsFile)) return failed;
      const results = JSON.parse(readFileSync(resultsFile, 'utf8')) as TestResults;
      return results.failed === 0 && code !== 0 ? { ...results, failed: 1 } : results;
    },
  };
}

/** Runs the file with this Node, which comes from node_modules, instead of the one on the PATH. */
async function runNode(stdio: 'pipe' | 'inherit', settings: NodeJS.ProcessEnv, file: string, ...args: string[]) {
  const child = spawn(process.execPath, [join(root, file), ...args], {
    cwd: root,
    env: { ...environment, ...settings },
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
