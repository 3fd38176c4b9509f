import { readFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { readProcessSeconds } from '#test/bench/cpu-usage.ts';

/** Cores that were busy during a measurement. */
export interface CpuUse {
  portal: number;
  /** The portal's thread that runs JavaScript, which can't use more than one. */
  portalThread: number;
  database: number;
  /** The drill itself: clients, payment service. */
  drill: number;
  /** All programs. */
  machine: number;
  cores: number;
}

const busyShare = 0.9;

interface Sample {
  families: Record<'portal' | 'database', number[]>;
  portal: number;
  portalThread: number;
  database: number;
  drill: number;
  machine: { idle: number; total: number };
  atMs: number;
}

/** Measures from now on. The returned function reads what was used since, from Linux's /proc. */
export async function startCpuMeter(pids: { portal: number; database: number }): Promise<() => Promise<CpuUse>> {
  const before = await readSample(pids, { portal: [], database: [] });
  return async () => {
    const after = await readSample(pids, before.families);
    const seconds = (after.atMs - before.atMs) / 1_000;
    const idle = (after.machine.idle - before.machine.idle) / (after.machine.total - before.machine.total);
    const cores = availableParallelism();
    return {
      portal: (after.portal - before.portal) / seconds,
      portalThread: (after.portalThread - before.portalThread) / seconds,
      database: (after.database - before.database) / seconds,
      drill: (after.drill - before.drill) / seconds,
      machine: (1 - idle) * cores,
      cores,
    };
  };
}

/** Names what is used up first. */
export function describeBottleneck({ portal, portalThread, database, drill, machine, cores }: CpuUse): string {
  const others = machine - portal - database - drill;
  if (machine >= busyShare * cores) {
    const shares = `portal ${portal.toFixed(2)}, PostgreSQL ${database.toFixed(2)}, drill ${drill.toFixed(2)}, others ${others.toFixed(2)}`;
    const isOthers = drill + others > portal + database;
    return `the CPU of the machine (cores: ${shares})${isOthers ? ', which the drill and other programs use for the most part' : ''}`;
  }
  if (portalThread >= busyShare) return 'the one thread in which a portal runs JavaScript: start more processes';
  return 'no CPU: requests wait for something else, such as locks, connections or passwords that are hashed';
}

async function readSample(
  pids: { portal: number; database: number },
  former: Record<'portal' | 'database', number[]>,
): Promise<Sample> {
  // Processes that ended in between are read for what is known of them.
  const families = {
    portal: await listFamily(pids.portal, former.portal),
    database: await listFamily(pids.database, former.database),
  };
  const { user, system } = process.cpuUsage();
  return {
    families,
    portal: await readProcessSeconds(families.portal),
    portalThread: await readThreadSeconds(pids.portal),
    database: await readProcessSeconds(families.database),
    drill: (user + system) / 1e6,
    machine: await readIdle(),
    atMs: performance.now(),
  };
}

/** A process and its children, with those that were known before. */
async function listFamily(pid: number, former: readonly number[]): Promise<number[]> {
  const children = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8').catch(() => '');
  return [...new Set([pid, ...former, ...children.split(' ').filter(Boolean).map(Number)])];
}

/** The first thread of a process has its number. */
async function readThreadSeconds(pid: number): Promise<number> {
  const stat = await readFile(`/proc/${pid}/task/${pid}/stat`, 'utf8').catch(() => '');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11] ?? 0) + Number(fields[12] ?? 0)) / 100;
}

async function readIdle(): Promise<{ idle: number; total: number }> {
  const [line = ''] = (await readFile('/proc/stat', 'utf8')).split('\n');
  const ticks = line.split(/\s+/).slice(1, 9).map(Number);
  return { idle: (ticks[3] ?? 0) + (ticks[4] ?? 0), total: ticks.reduce((sum, own) => sum + own, 0) };
}
