import { statSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { ResultsReporter } from './scripts/test-results.ts';
import { splitIcons } from './scripts/vite-icons.ts';

// Workers and the portals they start share a compile cache, because tests start the portal many times.
process.env['NODE_COMPILE_CACHE'] ??= join(import.meta.dirname, 'node_modules/.cache/node-compile');
const resultsFile = process.env['TEST_RESULTS_FILE'];

// All modules must load graphql as CommonJS: a second copy from its ESM entry fails graphql's realm check.
const resolve = { alias: [{ find: /^graphql$/, replacement: 'graphql/index.js' }] };
const vite = { resolve, plugins: [splitIcons()] };
const timeouts = { testTimeout: 30_000, hookTimeout: 60_000, expect: { poll: { timeout: 15_000 } } };
const slowTestTimeout = 120_000;

const workers = {
  pool: 'forks',
  // Modules are loaded once per worker instead of once per file, which takes a third of the time. Test files must clean up
  // after themselves.
  isolate: false,
  maxWorkers: Number(process.env['TEST_WORKERS'] ?? availableParallelism()),
} as const;

const api = {
  setupFiles: ['src/platform/testing/property-seed.ts'],
  globalSetup: ['src/platform/testing/global-setup.ts', 'test/support/api/compile-courses.ts'],
  ...workers,
  ...timeouts,
};

/**
 * Walks through all pages take longest and would end the run on one worker, so they come first, then the largest files. Vitest
 * itself sorts by durations of earlier runs, which a new clone doesn't have.
 */
class SizeSequencer extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification) => ({
      isWalk: moduleId.includes('/e2e/accessibility/'),
      size: statSync(moduleId).size,
    });
    return files
      .map((file) => ({ file, ...rank(file) }))
      .toSorted(
        (a, b) =>
          a.file.project.name.localeCompare(b.file.project.name) ||
          Number(b.isWalk) - Number(a.isWalk) ||
          b.size - a.size ||
          a.file.moduleId.localeCompare(b.file.moduleId),
      )
      .map(({ file }) => file);
  }
}

// All files of a worker also share one browser and its code cache.
const browser = {
  globalSetup: ['test/e2e/global-setup.ts'],
  ...workers,
  ...timeouts,
  testTimeout: slowTestTimeout,
};

export default defineConfig({
  test: {
    sequence: { sequencer: SizeSequencer },
    reporters: ['default', ...(resultsFile === undefined ? [] : [new ResultsReporter(resultsFile)])],
    projects: [
      {
        ...vite,
        test: {
          name: 'unit',
          include: ['{src,test}/**/*.test.{ts,tsx}'],
          exclude: ['**/*.slow.test.ts'],
          ...api,
        },
      },
      {
        ...vite,
        test: {
          name: 'slow',
          // Property tests run in both projects, here with all generated cases.
          include: ['{src,test}/**/*.{slow,property}.test.ts'],
          env: { PROPERTY_RUNS: 'all' },
          ...api,
          testTimeout: slowTestTimeout,
        },
      },
      {
        ...vite,
        test: {
          name: 'e2e',
          include: ['test/e2e/**/*.e2e.ts'],
          exclude: ['**/*.slow.e2e.ts'],
          ...browser,
        },
      },
      { ...vite, test: { name: 'slow-e2e', include: ['test/e2e/**/*.slow.e2e.ts'], ...browser } },
    ],
  },
});
