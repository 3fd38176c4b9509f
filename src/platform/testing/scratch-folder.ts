import { mkdtemp, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const memoryFolder = '/dev/shm';
const neededBytes = 2 * 1024 ** 3;

/**
 * Creates a folder for the databases of a test run. It is in memory if there is enough, because each test file creates
 * and drops a database of 1,500 files, which takes ten times longer on a disk.
 */
export async function createScratchFolder(): Promise<string> {
  // `scripts/test-run.ts` finds the folders of a run that was killed by this name.
  const name = `halocline-run-${process.env['HALOCLINE_TEST_RUN'] ?? process.pid}-`;
  return mkdtemp(join((await hasMemory()) ? memoryFolder : tmpdir(), name));
}

async function hasMemory(): Promise<boolean> {
  try {
    const { bavail, bsize } = await statfs(memoryFolder);
    return bavail * bsize >= neededBytes;
  } catch {
    // Only Linux has this folder.
    return false;
  }
}
