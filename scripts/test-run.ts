/** The processes and folders of a test run. A run that was killed leaves them to the next one, which removes them. */
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

const variable = 'HALOCLINE_TEST_RUN';
const prefix = 'halocline-run-';
const memoryFolder = '/dev/shm';
const endMs = 10_000;
const pollMs = 100;

/** Child processes inherit the variables. The name of a folder contains the process id of its run. */
export function createTestRun(): { folder: string; variables: NodeJS.ProcessEnv } {
  const folder = mkdtempSync(join(tmpdir(), `${prefix}${process.pid}-`));
  // PostgreSQL runs as another user when root runs the tests.
  chmodSync(folder, 0o755);
  return { folder, variables: { [variable]: String(process.pid), TMPDIR: folder } };
}

/** Ends the processes and removes the folders of this run and of runs that no longer exist. */
export async function removeLeftovers(): Promise<void> {
  const processes = listLeftoverProcesses();
  if (processes.length > 0) console.log(`ending processes that a test run left: ${processes.join(', ')}`);
  // PostgreSQL answers an interrupt by ending its sessions and removing its shared memory.
  for (const pid of processes) signal(pid, 'SIGINT');
  const deadline = performance.now() + endMs;
  while (listLeftoverProcesses().length > 0 && performance.now() < deadline) await delay(pollMs);
  for (const pid of listLeftoverProcesses()) signal(pid, 'SIGKILL');
  for (const parent of new Set([tmpdir(), memoryFolder]))
    for (const name of listNames(parent))
      if (name.startsWith(prefix) && hasEnded(name.slice(prefix.length).split('-')[0]))
        rmSync(join(parent, name), { recursive: true, force: true });
}

function listLeftoverProcesses(): number[] {
  return listNames('/proc')
    .map(Number)
    .filter((pid) => pid > 0 && pid !== process.pid)
    .filter((pid) => hasEnded(readEnvironment(pid).get(variable)));
}

function hasEnded(run: string | undefined): boolean {
  if (run === undefined) return false;
  return Number(run) === process.pid || listNames(`/proc/${run}`).length === 0;
}

/** Empty for other people's processes, and on systems without /proc. */
function readEnvironment(pid: number): Map<string, string> {
  try {
    const entries = readFileSync(`/proc/${pid}/environ`, 'utf8').split('\0');
    return new Map(entries.map((entry) => [entry.split('=', 1)[0] ?? '', entry.slice(entry.indexOf('=') + 1)]));
  } catch {
    return new Map();
  }
}

function listNames(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch {
    // The process has ended.
  }
}
