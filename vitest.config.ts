import { defineConfig } from 'vitest/config';

// All modules must load graphql as CommonJS: a second copy from its ESM entry fails graphql's realm check.
const resolve = { alias: [{ find: /^graphql$/, replacement: 'graphql/index.js' }] };
const timeouts = { testTimeout: 30_000, hookTimeout: 60_000, expect: { poll: { timeout: 15_000 } } };

export default defineConfig({
  test: {
    projects: [
      {
        resolve,
        test: {
          name: 'unit',
          include: ['{src,test}/**/*.test.{ts,tsx}'],
          globalSetup: ['src/platform/testing/global-setup.ts'],
          pool: 'forks',
          // Modules are loaded once per worker instead of once per file, which takes a third of the time. Test files must
          // clean up after themselves.
          isolate: false,
          maxWorkers: 2,
          ...timeouts,
        },
      },
      {
        resolve,
        test: {
          name: 'e2e',
          include: ['test/e2e/**/*.e2e.ts'],
          globalSetup: ['test/e2e/global-setup.ts'],
          pool: 'forks',
          // As above. All files of a worker also share one browser and its code cache.
          isolate: false,
          maxWorkers: 2,
          ...timeouts,
          testTimeout: 120_000,
          // A browser on a busy machine sometimes loses a touch event or a frame. A test that passes on its retry is
          // reported as flaky.
          retry: 1,
        },
      },
    ],
  },
});
