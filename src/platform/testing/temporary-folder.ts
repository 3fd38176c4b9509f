import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, onTestFinished, TestRunner } from 'vitest';

/** An empty folder, removed after the test that asks for it; asked for at the top of a file, after the file. */
export async function createTemporaryFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'halocline-test-'));
  const remove = () => rm(folder, { recursive: true, force: true });
  // While a test runs nobody listens to afterAll any more.
  if (TestRunner.getCurrentTest() === undefined) afterAll(remove);
  else onTestFinished(remove);
  return folder;
}
