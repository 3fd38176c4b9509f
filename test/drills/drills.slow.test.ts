import { describe, expect, it } from 'vitest';
import { drills } from './drills.ts';
import { runDrill } from './support/run-drill.ts';

/** Short versions of the drills that need no packages. `npm run drill` runs them longer. */
const shortDrills = [
  { title: 'crash', name: 'crash', seconds: 8 },
  { title: 'race', name: 'race', seconds: 1 },
  { title: 'outage of PostgreSQL', name: 'outage', only: 'PostgreSQL stopped', seconds: 5 },
  { title: 'outage of the payment service', name: 'outage', only: 'payment service', seconds: 5 },
  { title: 'outage of the mail server', name: 'outage', only: 'mail server gone', seconds: 5 },
  { title: 'outage of the file storage', name: 'outage', only: 'file storage (S3) gone', seconds: 5 },
] as const;

describe('short drill', () => {
  it.each(shortDrills)('$title loses nothing', { timeout: 600_000 }, async ({ title: _title, name, ...options }) => {
    const lines: string[] = [];
    const { failures, notRun, seed } = await runDrill(drills[name], { ...options, print: (line) => lines.push(line) });
    expect([...failures, ...notRun], `seed ${seed}\n${lines.join('\n')}`).toEqual([]);
  });
});
