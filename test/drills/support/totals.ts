import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { DrillResult } from './run-drill.ts';

/** The figures of all runs by hand, which `docs/RELIABILITY.md` quotes. */
const file = join(import.meta.dirname, '../totals.json');

interface DrillTotals {
  runs: number;
  failedRuns: number;
  seconds: number;
  seeds: number[];
  figures: Record<string, number>;
}

export function addToTotals(name: string, seconds: number, { seed, failures, figures }: DrillResult): DrillTotals {
  const all = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Record<string, DrillTotals>) : {};
  const before = all[name] ?? { runs: 0, failedRuns: 0, seconds: 0, seeds: [], figures: {} };
  const totals = {
    runs: before.runs + 1,
    failedRuns: before.failedRuns + (failures.length > 0 ? 1 : 0),
    seconds: before.seconds + seconds,
    seeds: [...before.seeds, seed],
    figures: { ...before.figures },
  };
  for (const [key, amount] of Object.entries(figures)) totals.figures[key] = (totals.figures[key] ?? 0) + amount;
  writeFileSync(file, `${JSON.stringify({ ...all, [name]: totals }, null, 2)}\n`);
  return totals;
}
