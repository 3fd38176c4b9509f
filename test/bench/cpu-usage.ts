import type { ChildProcess } from 'node:child_process';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { readFile } from 'node:fs/promises';

/** Tracks the CPU time of this process and the child processes it starts from now on. */
export function trackCpu(): { seconds(): Promise<number>; stop(): void } {
  const children: ChildProcess[] = [];
  const addChild = (message: unknown): void => {
    children.push((message as { process: ChildProcess }).process);
  };
  subscribe('child_process', addChild);
  return { seconds: () => cpuSeconds(children), stop: () => unsubscribe('child_process', addChild) };
}

/** CPU seconds on Linux; elapsed seconds on other systems. */
async function cpuSeconds(children: readonly ChildProcess[]): Promise<number> {
  if (process.platform !== 'linux') return performance.now() / 1_000;
  const { user, system } = process.cpuUsage();
  const others = await Promise.all(children.map(({ pid }) => readTicks(pid)));
  return (user + system) / 1e6 + others.reduce((sum, ticks) => sum + ticks, 0) / 100;
}

const lastTicks = new Map<number, number>();

/** An exited process counts with its last known value. */
async function readTicks(pid = 0): Promise<number> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => null);
  const fields = stat?.slice(stat.lastIndexOf(')') + 2).split(' ');
  if (fields) lastTicks.set(pid, Number(fields[11]) + Number(fields[12]));
  return lastTicks.get(pid) ?? 0;
}
