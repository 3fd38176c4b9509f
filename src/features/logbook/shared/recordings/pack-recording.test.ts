import { zstdCompressSync } from 'node:zlib';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createCylinder, createRecording, type Samples } from '#features/logbook/shared/dive-files/dive-file.ts';
import { packRecording, unpackRecording } from './pack-recording.ts';

const empty: Samples = { count: 0, timeS: new Float64Array(), columns: {}, pressureBar: {} };
const pack = (samples: Samples) => packRecording({ ...createRecording({ samples }), cylinders: [] });

/** A dive of one hour to 30 m with a value a second, as a computer records it. */
function createSamples(count: number): Samples {
  const fill = (create: (index: number) => number) => Float64Array.from({ length: count }, (_, index) => create(index));
  const depth = (index: number) => Math.min(30, index / 3, (count - 1 - index) / 6) + Math.sin(index / 40) / 2 + 0.5;
  return {
    count,
    timeS: fill((index) => index),
    columns: {
      depthM: fill((index) => Math.round(depth(index) * 10) / 10),
      temperatureC: fill((index) => 22 - Math.round(Math.min(8, index / 60))),
    },
    pressureBar: { 0: fill((index) => Math.round((200 - index / 24) * 10) / 10) },
  };
}

describe('packRecording', () => {
  it('returns the same recording when unpacked', () => {
    const recording = {
      ...createRecording({
        vendor: 'Suunto',
        model: 'D6i',
        serial: '12345',
        start: { local: '2024-05-01T10:00:00', utcOffsetMin: 120, isTimeKnown: true },
        durationS: 3600,
        maxDepthM: 30.4,
        events: [{ timeS: 60, kind: 'gas-change', name: 'gas', cylinder: 0, gas: { o2: 32, he: 0 } }],
        entry: { latitude: 27.8, longitude: 34.3 },
        samples: createSamples(3_600),
      }),
      cylinders: [createCylinder({ gas: { o2: 32, he: 0 }, startBar: 200 })],
    };
    expect(unpackRecording(packRecording(recording))).toEqual(recording);
  });

  it('keeps every value of three decimals, and missing values', () => {
    const value = fc.oneof(
      fc.constant(Number.NaN),
      fc.integer({ min: -40_000, max: 172_800_000 }).map((whole) => whole / 1000),
    );
    fc.assert(
      fc.property(fc.array(fc.tuple(value, value, value), { maxLength: 50 }), (rows) => {
        const column = (index: 0 | 1 | 2) => Float64Array.from(rows, (row) => row[index]);
        const samples: Samples = {
          count: rows.length,
          timeS: column(0),
          columns: { depthM: column(1) },
          pressureBar: { 2: column(2) },
        };
        expect(unpackRecording(pack(samples)).samples).toEqual(samples);
      }),
    );
  });

  it('takes less than one byte a value when compressed', () => {
    const bytes = zstdCompressSync(pack(createSamples(3_600))).length;
    expect(bytes / (3_600 * 4)).toBeLessThan(1);
  });

  it('refuses damaged bytes', () => {
    const packed = pack(createSamples(10));
    expect(() => unpackRecording(packed.subarray(0, -1))).toThrow('cut off');
    expect(() => unpackRecording(Uint8Array.from([...packed, 0]))).toThrow('wrong length');
    expect(unpackRecording(pack(empty)).samples).toEqual(empty);
  });
});
