import { afterAll, onTestFinished } from 'vitest';

type Cleanup = () => Promise<void>;

/** Collects cleanups while a suite prepares what its tests share. */
let cleanupsOfSuite: Cleanup[] | null = null;

/** Cleans up after the running test, or after the suite if the tests of a suite share what is created. */
export function onFinished(cleanup: Cleanup): void {
  if (cleanupsOfSuite === null) onTestFinished(cleanup);
  else cleanupsOfSuite.push(cleanup);
}

/**
 * Prepares something once for all tests of the enclosing suite, when its first test asks for it. If that fails, all of
 * them fail.
 */
export function shareInSuite<Value>(prepare: () => Promise<Value>): () => Promise<Value> {
  const cleanups: Cleanup[] = [];
  let prepared: Promise<Value> | undefined;
  afterAll(async () => {
    for (const cleanup of cleanups.toReversed()) await cleanup();
  });
  return () => (prepared ??= collectCleanups(cleanups, prepare));
}

async function collectCleanups<Value>(cleanups: Cleanup[], prepare: () => Promise<Value>): Promise<Value> {
  const outer = cleanupsOfSuite;
  cleanupsOfSuite = cleanups;
  try {
    return await prepare();
  } finally {
    cleanupsOfSuite = outer;
  }
}
