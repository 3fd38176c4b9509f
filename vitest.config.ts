import { defineConfig } from 'vitest/config';

// Node loads graphql as CommonJS for everybody; a second copy by its ESM entry would be another realm.
const resolve = { alias: [{ find: /^graphql$/, replacement: 'graphql/index.js' }] };
const patience = { testTimeout: 30_000, hookTimeout: 60_000, expect: { poll: { timeout: 15_000 } } };

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
          // Modules are loaded once in a worker and not for each file: a third of the time. A file leaves nothing behind.
          isolate: false,
          maxWorkers: 2,
          ...patience,
        },
      },
      {
        resolve,
        test: {
          name: 'e2e',
          include: ['test/e2e/**/*.e2e.ts'],
          globalSetup: ['test/e2e/global-setup.ts'],
          pool: 'forks',
          // As above; and one browser does for all files of a worker, with what it has compiled.
          isolate: false,
          maxWorkers: 2,
          ...patience,
          testTimeout: 120_000,
          // A browser on a busy machine now and then loses a finger or a frame. What fails twice is a fault; what
          // passed only the second time is printed as such.
          retry: 1,
        },
      },
    ],
  },
});
