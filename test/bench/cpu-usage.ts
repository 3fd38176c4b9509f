import type { ChildProcess } from 'node:child_process';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { readFile } from 'node:fs/promises';

/** What this process and those that it starts from now on spend. */
export function trackCpu(): { seconds(): Promise<number>; stop(): void } {
  const children: ChildProcess[] = [];
  const meet = (message: unknown): void => {
    children.push((message as { process: ChildProcess }).process);
  };
  subscribe('child_process', meet);
  return { seconds: () => cpuSeconds(children), stop: () => unsubscribe('child_process', meet) };
}

/** Of this process and of those that it had start; where a system does not say, the time that has passed. */
async function cpuSeconds(children: readonly ChildProcess[]): Promise<number> {
  if (process.platform !== 'linux') return performance.now() / 1_000;
  const { user, system } = process.cpuUsage();
  const others = await Promise.all(children.map(({ pid }) => readTicks(pid)));
  return (user + system) / 1e6 + others.reduce((sum, ticks) => sum + ticks, 0) / 100;
}

const lastTicks = new Map<number, number>();

/** A process that has ended keeps what it had when it was last seen. */
async function readTicks(pid = 0): Promise<number> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => null);
  const fields = stat?.slice(stat.lastIndexOf(')') + 2).split(' ');
  if (fields) lastTicks.set(pid, Number(fields[11]) + Number(fields[12]));
  return lastTicks.get(pid) ?? 0;
}
