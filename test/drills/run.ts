/**
 * `npm run drill -- NAME [PART] [--seconds 600] [--seed 1] [--trial]`: breaks a running portal on purpose, prints figures and
 * exits with 1 after a loss and with 2 if parts were left out or a rate was not reached. The totals of all runs that are no
 * trials are added up in totals.json; docs/RELIABILITY.md explains them.
 */
import { parseArgs } from 'node:util';
import { drills } from './drills.ts';
import { listMissingPackages } from './support/debian-packages.ts';
import { runDrill } from './support/run-drill.ts';
import { addToTotals } from './support/totals.ts';

/** The rest of the hour is for starting, catching up and verifying. */
const maxSeconds = 3_000;
const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { seconds: { type: 'string' }, seed: { type: 'string' }, trial: { type: 'boolean', default: false } },
});
const [name = '', only] = positionals;
const drill = Object.hasOwn(drills, name) ? drills[name as keyof typeof drills] : undefined;
if (drill === undefined)
  exit(`usage: npm run drill -- ${Object.keys(drills).join('|')} [--seconds N] [--seed N] [--trial]`);
const missing = listMissingPackages(drill.needs);
if (missing.length > 0)
  exit(`the ${name} drill needs Debian packages: apt-get install --no-install-recommends ${missing.join(' ')}`);
const seconds = Number(values.seconds ?? drill.seconds);
if (!(seconds > 0 && seconds <= maxSeconds)) exit(`--seconds must be at most ${maxSeconds}`);

const startedAt = performance.now();
const print = (line: string) => console.log(line);
const result = await runDrill(drill, {
  seconds,
  print,
  ...(only !== undefined && { only }),
  ...(values.seed !== undefined && { seed: Number(values.seed) }),
});
console.log(`seed ${result.seed}, ${((performance.now() - startedAt) / 60_000).toFixed(1)} minutes`);
if (!values.trial) {
  const totals = addToTotals(name, seconds, result);
  console.log(`all ${totals.runs} runs: ${JSON.stringify(totals.figures)}`);
}
const { failures, notRun, belowRate } = result;
if (notRun.length > 0) console.error(`NOT RUN: ${notRun.join(', ')}`);
if (belowRate.length > 0) console.error(`BELOW THE REQUIRED RATE: ${belowRate.join(', ')}`);
if (failures.length > 0) console.error(`FAILED: ${failures.length} limits exceeded`);
if (failures.length > 0) process.exit(1);
process.exit(notRun.length + belowRate.length > 0 ? 2 : 0);

function exit(message: string): never {
  console.error(message);
  process.exit(1);
}
