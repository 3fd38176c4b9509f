import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { anyDive } from '#test/support/logbook/any-dive.ts';
import { afterRoundTrip, toComparable } from '#test/support/logbook/round-trip-losses.ts';
import { propertyRuns } from '#platform/testing/property-runs.ts';
import type { FileDive } from '#features/logbook/shared/dive-files/dive-file.ts';
import { writeDives } from './dive-writer.ts';
import { readDiveFile } from '#features/logbook/shared/dive-files/read-dive-file.ts';
import { createCsvWriter } from './write-csv.ts';
import { createSubsurfaceWriter } from './write-subsurface.ts';
import { createUddfWriter } from './write-uddf.ts';

const writers = {
  uddf: () => createUddfWriter({ program: 'Test', diver: { firstName: 'A', lastName: 'B' } }),
  subsurface: createSubsurfaceWriter,
  csv: () => createCsvWriter(['Title']),
} as const;

/** The computer's own id of a dive is that of the element in UDDF. */
function withoutDiveIds(dive: FileDive, format: string): FileDive {
  if (format !== 'uddf') return dive;
  return { ...dive, recordings: dive.recordings.map((recording) => ({ ...recording, diveId: null })) };
}

it.each(['uddf', 'subsurface', 'csv'] as const)('%s has the same dives after writing and reading', (format) => {
  fc.assert(
    fc.property(fc.array(anyDive, { minLength: 1, maxLength: 4 }), (dives) => {
      const text = writeDives<FileDive>(writers[format](), dives);
      const read = readDiveFile(new TextEncoder().encode(text));
      expect(read.format).toBe(format);
      expect(read.dives.map((dive) => toComparable(withoutDiveIds(dive, format)))).toEqual(
        dives.map((dive) => toComparable(afterRoundTrip(format, dive))),
      );
    }),
    { numRuns: propertyRuns(150) },
  );
});

it('uddf has unique ids, and every reference has one', () => {
  fc.assert(
    fc.property(fc.array(anyDive, { maxLength: 4 }), (dives) => {
      const text = writeDives<FileDive>(writers.uddf(), dives);
      const list = (name: string) => Array.from(text.matchAll(new RegExp(` ${name}="([^"]*)"`, 'g')), ([, id]) => id);
      const ids = new Set(list('id'));
      expect(ids.size).toBe(list('id').length);
      expect(list('ref').filter((id) => !ids.has(id))).toEqual([]);
    }),
    { numRuns: propertyRuns(50) },
  );
});
