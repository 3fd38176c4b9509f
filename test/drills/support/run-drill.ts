import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inspect } from 'node:util';
import { createRandom, newSeed, type Drill, type DrillRun } from './drill.ts';

/** The longest run. Outages of ten minutes each take several runs. */
const maxRunMs = 60 * 60_000;
/** The rate is counted from whole requests and a clock, so the last of them may be missing. */
const rateTolerance = 0.99;

export interface DrillResult {
  seed: number;
  failures: string[];
  /** Parts that were left out. */
  notRun: string[];
  /** Rates that were not reached, so the run says nothing about them. */
  belowRate: string[];
  figures: Record<string, number>;
}

/** Runs a drill and returns what it counted and which limits it exceeded. */
export async function runDrill(
  drill: Drill,
  {
    seconds = drill.seconds,
    seed = newSeed(),
    only,
    print,
    maxMs = maxRunMs,
  }: Partial<DrillRun> & Pick<DrillRun, 'print'> & { maxMs?: number },
): Promise<DrillResult> {
  const endsAt = performance.now() + maxMs;
  const folder = await mkdtemp(join(tmpdir(), 'halocline-drill-'));
  const figures: Record<string, number> = {};
  const failures: string[] = [];
  const notRun: string[] = [];
  const belowRate: string[] = [];
  const count = (name: string, amount: number) => void (figures[name] = (figures[name] ?? 0) + amount);
  const endSteps: (() => Promise<unknown> | void)[] = [() => rm(folder, { recursive: true, force: true })];
  const check = (line: string, isMet: boolean) => {
    print(`${line}${isMet ? '' : ' FAILED'}`);
    if (!isMet) failures.push(line);
  };
  const end = async () => {
    for (const step of endSteps.splice(0).toReversed())
      await Promise.resolve(step()).catch((error: unknown) => print(`cleaning up failed: ${String(error)}`));
  };
  // An interrupted run stops its processes before it exits.
  let interrupted: Promise<void> | undefined;
  const interrupt = () => (interrupted ??= end().finally(() => process.exit(1)));
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, interrupt);
  const deadline = Promise.withResolvers<never>();
  const timeout = setTimeout(
    () => deadline.reject(new Error(`not finished after ${(maxMs / 60_000).toFixed(0)} minutes`)),
    maxMs,
  );
  try {
    const running = drill.run({
      seconds,
      seed,
      random: createRandom(seed),
      folder,
      ...(only !== undefined && { only }),
      print,
      remainingMs: () => endsAt - performance.now(),
      count,
      expectAtMost: (line, value, limit) => check(`${line} (at most ${limit})`, value <= limit),
      expectAtLeast: (line, value, limit) => check(`${line} (at least ${limit})`, value >= limit),
      expectRate(name, perSecond, required) {
        const isReached = perSecond >= required * rateTolerance;
        print(
          `${name}: ${perSecond.toFixed(1)} a second, ${isReached ? '' : 'BELOW THE '}required rate ${required} a second`,
        );
        if (isReached) return;
        belowRate.push(`${name}: ${perSecond.toFixed(1)} of ${required} a second`);
        count(`below the required rate: ${name}`, 1);
      },
      reportNotRun(part, reason) {
        print(`${part}: NOT RUN, ${reason}`);
        notRun.push(part);
        count(`not run: ${part}`, 1);
      },
      onEnd: (step) => endSteps.push(step),
    });
    await Promise.race([running, deadline.promise]);
  } catch (error) {
    check(`ended with an error: ${inspect(error)}`, false);
  } finally {
    clearTimeout(timeout);
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.off(signal, interrupt);
    await (interrupted ?? end());
  }
  return { seed, failures, notRun, belowRate, figures };
}
