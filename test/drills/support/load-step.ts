import { readFile } from 'node:fs/promises';
import { startCpuMeter, type CpuUse } from './cpu-meter.ts';
import { prepareDay, visit } from './day.ts';
import type { DrillDatabase } from './drill-database.ts';
import { type DrillPortal, wait } from './drill-portal.ts';
import { insertPeople } from './people.ts';
import type { StripeServer } from './purchase.ts';

export interface StepFigures {
  visitsPerSecond: number;
  visits: number;
  failedVisits: number;
  requests: number;
  requestsPerSecond: number;
  /** Of the requests that were served. */
  p99Ms: number;
  /** Share of the replies that arrived before the end of the step. */
  inTime: number;
  shed: number;
  otherFailures: number;
  cpu: CpuUse;
  memoryMb: number;
  sampleError: string;
  otherError: string;
}

interface StepOptions {
  visitsPerSecond: number;
  seconds: number;
  /** The number of the first visitor. Each comes once, so there must be as many as visits. */
  firstPerson: number;
  peopleCount: number;
}

/** Starts visits at a rate for a time, waits until all have ended, and returns what was measured while they started. */
export async function measureStep(
  { portal, database, stripe }: { portal: DrillPortal; database: DrillDatabase; stripe: StripeServer },
  { visitsPerSecond, seconds, firstPerson, peopleCount }: StepOptions,
): Promise<StepFigures> {
  const people = await insertPeople(database, peopleCount, firstPerson);
  await prepareDay(database, people);
  const servedMs: number[] = [];
  const pending: Promise<void>[] = [];
  let replies = 0;
  let shed = 0;
  let otherFailures = 0;
  let failedVisits = 0;
  let visits = 0;
  let sampleError = '';
  let otherError = '';
  const onReply = (elapsedMs: number, status: number) => {
    replies += 1;
    if (status === 503) shed += 1;
    else if (status === 0 || status >= 400) {
      otherFailures += 1;
      otherError ||= status === 0 ? `no reply after ${(elapsedMs / 1_000).toFixed(0)} s` : `status ${status}`;
    } else servedMs.push(elapsedMs);
  };
  const onFailure = (error: Error) => {
    failedVisits += 1;
    sampleError ||= error.message;
  };
  const readCpu = await startCpuMeter({ portal: portal.pid ?? 0, database: await database.readPid() });
  const startedAt = performance.now();
  for (let elapsedS = 0; elapsedS < seconds; elapsedS = (performance.now() - startedAt) / 1_000) {
    for (; visits < elapsedS * visitsPerSecond && visits < people.length; visits++)
      pending.push(visit(portal.port, people[visits] ?? 0, stripe, onReply).catch(onFailure));
    await wait(10);
  }
  const cpu = await readCpu();
  const repliesInTime = replies;
  await Promise.all(pending);
  return {
    visitsPerSecond,
    visits,
    failedVisits,
    requests: replies,
    requestsPerSecond: repliesInTime / seconds,
    p99Ms: percentile(servedMs, 0.99),
    inTime: repliesInTime / replies,
    shed,
    otherFailures,
    cpu,
    memoryMb: await readMemoryMb(portal.pid ?? 0),
    sampleError,
    otherError,
  };
}

export function formatStep(figures: StepFigures): string {
  const { visitsPerSecond, requestsPerSecond, p99Ms, shed, otherFailures, cpu, memoryMb } = figures;
  return [
    `${visitsPerSecond.toFixed(2)} visits/s: ${requestsPerSecond.toFixed(0)} requests/s, p99 ${p99Ms.toFixed(0)} ms`,
    `${shed} × 503, ${otherFailures} other errors`,
    `cores: portal ${cpu.portal.toFixed(2)} (JavaScript ${cpu.portalThread.toFixed(2)}), PostgreSQL ${cpu.database.toFixed(2)}, drill ${cpu.drill.toFixed(2)}, machine ${cpu.machine.toFixed(2)} of ${cpu.cores}`,
    `${memoryMb.toFixed(0)} MB ${figures.failedVisits > 0 ? figures.sampleError : ''}`.trim(),
  ].join('; ');
}

async function readMemoryMb(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  return Number(/^VmRSS:\s+(\d+)/m.exec(status)?.[1] ?? 0) / 1_024;
}

function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}
