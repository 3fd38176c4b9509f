import type { ChildProcess } from 'node:child_process';
import { subscribe } from 'node:diagnostics_channel';
import { readFile } from 'node:fs/promises';

const started: ChildProcess[] = [];
// From the start of the run, because the workers of one section also serve the next.
subscribe('child_process', (message) => started.push((message as { process: ChildProcess }).process));

/** CPU seconds of this process and its workers on Linux; elapsed seconds on other systems. */
export async function readCpuSeconds(): Promise<number> {
  if (process.platform !== 'linux') return performance.now() / 1_000;
  const { user, system } = process.cpuUsage();
  const workers = started.filter(({ spawnargs = [] }) =>
    spawnargs.some((argument) => argument.endsWith('-process.ts')),
  );
  return (user + system) / 1e6 + (await readProcessSeconds(workers.map(({ pid = 0 }) => pid)));
}

/** CPU seconds of other processes on Linux; 0 on other systems. */
export async function readProcessSeconds(pids: readonly number[]): Promise<number> {
  const ticks = await Promise.all(pids.map(readTicks));
  return ticks.reduce((sum, own) => sum + own, 0) / 100;
}

const lastTicks = new Map<number, number>();

/** An exited process counts with its last known value. */
async function readTicks(pid: number): Promise<number> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => null);
  const fields = stat?.slice(stat.lastIndexOf(')') + 2).split(' ');
  if (fields) lastTicks.set(pid, Number(fields[11]) + Number(fields[12]));
  return lastTicks.get(pid) ?? 0;
}
