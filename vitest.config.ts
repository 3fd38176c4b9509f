import { defineConfig } from 'vitest/config';

export default defineConfig({
  // Node loads graphql as CommonJS for everybody; a second copy by its ESM entry would be another realm.
  resolve: { alias: [{ find: /^graphql$/, replacement: 'graphql/index.js' }] },
  test: {
    include: ['src/**/*.test.{ts,tsx}'],
    globalSetup: ['src/platform/testing/global-setup.ts'],
    pool: 'forks',
    maxWorkers: 2,
    testTimeout: 20_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 15_000 } },
  },
});
