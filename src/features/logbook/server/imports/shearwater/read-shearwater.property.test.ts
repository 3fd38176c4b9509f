import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { propertyRuns } from '#platform/testing/property-runs.ts';
import { runToEnd } from '#platform/testing/run-to-end.ts';
import { DiveFileError } from '#features/logbook/shared/dive-files/dive-file.ts';
import { readDiveFile } from '#features/logbook/shared/dive-files/read-dive-file.ts';
import { serverReaders } from '../server-readers.ts';
import { cloudTables, encodeDatabase, encodeLog, olderTables, packLog } from './shearwater-testing.ts';

const details = { DiveId: 'a', DiveDate: '2025-09-20 07:42:35', Depth: '18.4', Notes: 'Seals' };
const cloud = encodeDatabase(cloudTables, [
  ['dive_details', details],
  ['log_data', { log_id: 'a', format: 'sw-pnf', data_bytes_1: packLog(encodeLog()) }],
]);
const older = encodeDatabase(olderTables, [
  ['dive_logs', { diveId: '7', startDate: '1400000000', maxDepth: 18 }],
  ['dive_log_records', { diveLogId: '7', currentTime: 10, currentDepth: 18 }],
]);

const position = fc.double({ min: 0, max: 1, noNaN: true, maxExcluded: true });
const changes = fc.array(fc.tuple(position, fc.uint8Array({ minLength: 1, maxLength: 8 })), {
  minLength: 1,
  maxLength: 8,
});

function change(bytes: Uint8Array, changed: readonly (readonly [number, Uint8Array])[]): Uint8Array {
  const copy = Uint8Array.from(bytes);
  for (const [at, values] of changed) copy.set(values, Math.floor(at * Math.max(copy.length - values.length, 0)));
  return copy;
}

/** The number of dives, or 0 after the reader's own error. Anything else is a bug. */
function readOrRefuse(bytes: Uint8Array): number {
  try {
    return runToEnd(() => readDiveFile(bytes, serverReaders)).dives.length;
  } catch (error) {
    if (!(error instanceof DiveFileError)) throw error;
    return 0;
  }
}

it.each([
  ['Cloud', cloud],
  ['older', older],
])('reads or refuses a mutated %s database', (_name, bytes) => {
  expect(readOrRefuse(bytes)).toBe(1);
  fc.assert(
    fc.property(changes, fc.option(position), (changed, end) => {
      const mutated = change(bytes, changed);
      readOrRefuse(end === null ? mutated : mutated.slice(0, Math.floor(end * mutated.length)));
    }),
    { numRuns: propertyRuns(1000) },
  );
});

it('reads or refuses a mutated log', () => {
  const log = encodeLog();
  fc.assert(
    fc.property(changes, position, fc.boolean(), (changed, end, isOlder) => {
      const mutated = change(isOlder ? change(log, [[0, Uint8Array.of(0xff, 0xff)]]) : log, changed);
      const bytes = Buffer.from(mutated.slice(0, Math.ceil(end * mutated.length)));
      const file = encodeDatabase(cloudTables, [['log_data', { log_id: 'a', data_bytes_1: packLog(bytes) }]]);
      expect(readOrRefuse(file)).toBe(1);
    }),
    { numRuns: propertyRuns(1000) },
  );
});
