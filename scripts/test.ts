/**
 * `npm test` runs all checks and prints how many passed; `npm run test:slow` runs drills, repeats and long property tests;
 * `npm run test:quick` checks only what a change touches. Arguments after `--` limit tests to paths that contain them.
 */
import { execFileSync, spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { listChangedFiles, listChangedTests } from './changed-files.ts';
import { ensureChromium } from './chromium.ts';
import { ProjectRun } from './test-project.ts';
import type { TestResult } from './test-results.ts';
import { createTestRun, removeLeftovers } from './test-run.ts';

interface Check {
  name: string;
  /** Cores it keeps busy, all of them unless given. Checks that fit beside each other run in parallel. */
  cores?: number;
  /** Returns whether it passed. */
  run(): Promise<boolean>;
}

const root = join(import.meta.dirname, '..');
const cores = availableParallelism();
/** One checker for each core. Each resolves the types it needs by itself, and four of them, the default, resolve many twice. */
const typeCheckers = ['--checkers', String(Math.min(cores, 4))];
const isPlain = process.env['CI'] === 'true' || process.env['NO_COLOR'] !== undefined;
const [mode = 'all', ...filters] = process.argv.slice(2);

await removeLeftovers();
const { folder, variables } = createTestRun();
const environment = {
  ...process.env,
  ...variables,
  ...(isPlain && { NO_COLOR: '1', FORCE_COLOR: undefined }),
  PROPERTY_SEED: String(mode === 'slow' ? randomInt(2 ** 31) : readCommitSeed()),
};
process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
// Exiting normally on a signal runs the cleanup above.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));

const chromium: Check = { name: 'Chromium present', run: () => ensureChromium().then(() => true) };
const projects: ProjectRun[] = [];
const checksByMode: Record<string, () => Check[]> = {
  all: () => [
    command('type check', 2, 'node_modules/typescript/bin/tsc', '-p', '.', '--noEmit', ...typeCheckers),
    command('lint', 1, 'node_modules/oxlint/bin/oxlint', '--deny-warnings'),
    command('format', 1, 'node_modules/oxfmt/bin/oxfmt', '--check'),
    command('unused code', 1, 'node_modules/knip/bin/knip.js', '--treat-config-hints-as-errors'),
    command('table types', 1, 'scripts/db-types.ts', '--check'),
    command('GraphQL types', 1, 'scripts/graphql-types.ts', '--check'),
    chromium,
    tests('unit and API tests', 'unit', filters),
    tests('browser tests', 'e2e', filters),
  ],
  slow: () => [
    chromium,
    tests('slow unit and API tests', 'slow', filters),
    tests('slow browser tests', 'slow-e2e', filters),
  ],
  quick: listQuickChecks,
};

const checks = checksByMode[mode];
if (checks === undefined) throw new Error(`unknown mode: ${mode}`);
const failedChecks = await runAll(checks());
for (const project of projects) await project.rerunFailed();
await removeLeftovers();

const failed = projects.flatMap((project) => project.failed);
const flaky = projects.flatMap((project) => project.flaky);
reportFlaky();
for (const { project, file, test, error } of failed) console.log(`FAILED  ${project}: ${file} > ${test}: ${error}`);
for (const name of failedChecks) console.log(`FAILED  ${name}`);
const passedCount = checks.length - failedChecks.length + projects.reduce((sum, run) => sum + run.passedCount, 0);
console.log(`\n${passedCount} passed, ${failed.length + failedChecks.length} failed`);
process.exitCode = failed.length + failedChecks.length === 0 ? 0 : 1;

/** The same cases for everybody who tests a commit, and others for the next commit. */
function readCommitSeed(): number {
  try {
    return parseInt(execFileSync('git', ['rev-parse', 'HEAD'], { cwd: root, encoding: 'utf8' }).slice(0, 7), 16);
  } catch {
    // Not a Git checkout.
    return 1;
  }
}

function reportFlaky(): void {
  const resultsFolder = join(root, 'test-results');
  mkdirSync(resultsFolder, { recursive: true });
  writeFileSync(join(resultsFolder, 'flaky.json'), `${JSON.stringify(flaky, null, 2)}\n`);
  if (flaky.length === 0) return;
  console.log('\nfailed first, and passed when run again:');
  for (const { file, test, error } of flaky) console.log(`  ${file} > ${test}: ${error}`);
}

function listQuickChecks(): Check[] {
  const changed = listChangedFiles();
  const sources = changed.filter((file) => /\.tsx?$/.test(file));
  const testFiles = listChangedTests(changed);
  const buildInfo = join(root, 'node_modules/.cache/quick.tsbuildinfo');
  const incremental = ['--incremental', '--tsBuildInfoFile', buildInfo];
  return [
    command('type check', 2, 'node_modules/typescript/bin/tsc', '-p', '.', '--noEmit', ...typeCheckers, ...incremental),
    ...(sources.length === 0
      ? []
      : [
          command('lint', 1, 'node_modules/oxlint/bin/oxlint', '--deny-warnings', ...sources),
          command('format', 1, 'node_modules/oxfmt/bin/oxfmt', '--check', ...sources),
        ]),
    ...(testFiles.length === 0 ? [] : [tests('tests beside the change', 'unit', testFiles)]),
  ];
}

/** Starts the checks in order, each as soon as enough cores are free. Returns the names of those that failed. */
async function runAll(all: readonly Check[]): Promise<string[]> {
  const failures: string[] = [];
  const coresByRun = new Map<Promise<unknown>, number>();
  const countFreeCores = () => cores - coresByRun.values().reduce((sum, count) => sum + count, 0);
  for (const check of all) {
    const needed = Math.min(check.cores ?? cores, cores);
    while (countFreeCores() < needed) await Promise.race(coresByRun.keys());
    const run = measure(check, failures).finally(() => coresByRun.delete(run));
    coresByRun.set(run, needed);
  }
  await Promise.all(coresByRun.keys());
  return failures;
}

async function measure({ name, run }: Check, failures: string[]): Promise<void> {
  const startedAt = performance.now();
  const hasPassed = await run().catch((error: unknown) => {
    console.error(error instanceof Error ? error.message : error);
    return false;
  });
  const seconds = ((performance.now() - startedAt) / 1_000).toFixed(1);
  console.log(`${hasPassed ? 'ok    ' : 'FAILED'}  ${name} (${seconds} s)`);
  if (!hasPassed) failures.push(name);
}

/** A tool that counts as one check. Its output is printed only on failure. */
function command(name: string, neededCores: number, file: string, ...args: string[]): Check {
  return {
    name,
    cores: neededCores,
    async run() {
      const { code, output } = await runNode('pipe', {}, file, ...args);
      if (code !== 0) console.error(output.trim());
      return code === 0;
    },
  };
}

/** The tests of a project. Failed ones are run again at the end and counted then, so this check itself doesn't fail. */
function tests(name: string, project: string, files: readonly string[]): Check {
  const run = new ProjectRun(project, (failedFiles) =>
    runVitest(project, failedFiles ?? files, failedFiles !== undefined),
  );
  projects.push(run);
  return {
    name,
    async run() {
      await run.run();
      if (run.failed.length > 0) console.log(`${run.failed.length} ${name} failed and will be run again`);
      return true;
    },
  };
}

/** A rerun has one worker, and so a database, portal and browser of its own. */
async function runVitest(project: string, files: readonly string[], isRerun: boolean): Promise<TestResult[] | null> {
  const resultsFile = join(folder, `${project}.json`);
  rmSync(resultsFile, { force: true });
  const settings = { TEST_RESULTS_FILE: resultsFile, ...(isRerun && { TEST_WORKERS: '1' }) };
  const args = ['run', '--project', project, '--allowOnly=false', '--passWithNoTests', ...files];
  const { code } = await runNode('inherit', settings, 'node_modules/vitest/vitest.mjs', ...args);
  if (!existsSync(resultsFile)) return null;
  const results = JSON.parse(readFileSync(resultsFile, 'utf8')) as TestResult[];
  const isExplained = code === 0 || results.some(({ error }) => error !== null);
  return isExplained ? results : [...results, { file: '', test: '', error: `Vitest exited with code ${code}` }];
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
