import { describe, expect, it } from 'vitest';
import { createCylinder, createRecording } from '#features/logbook/shared/dive-files/dive-file.ts';
import type { PackedRecording } from '#features/logbook/shared/recordings/pack-recording.ts';
import { findRow } from '#features/logbook/shared/recordings/find-row.ts';
import { readMoment } from './moment.ts';

const missing = Number.NaN;
const recording: PackedRecording = {
  ...createRecording({
    samples: {
      count: 4,
      timeS: Float64Array.from([0, 10, 20, 30]),
      columns: {
        depthM: Float64Array.from([0, missing, 10, 12]),
        temperatureC: Float64Array.from([21, missing, missing, 18]),
        heartRate: Float64Array.from([missing, missing, missing, 90]),
      },
      pressureBar: { 0: Float64Array.from([200, missing, 198, missing]) },
    },
    events: [{ timeS: 20, kind: 'gas-change', name: 'gas', cylinder: 1, gas: null }],
  }),
  cylinders: [createCylinder({ gas: { o2: 21, he: 0 } }), createCylinder({ gas: { o2: 50, he: 0 } })],
};

describe('readMoment', () => {
  it('interpolates the depth and keeps the last of other values', () => {
    expect(readMoment(recording, 15)).toEqual({
      timeS: 15,
      values: { depthM: 7.5, temperatureC: 21 },
      pressures: [{ cylinder: 0, bar: 200 }],
      gas: { o2: 21, he: 0 },
    });
  });

  it('has the gas of the last change and the values of the last sample', () => {
    expect(readMoment(recording, 500)).toEqual({
      timeS: 500,
      values: { depthM: 12, temperatureC: 18, heartRate: 90 },
      pressures: [{ cylinder: 0, bar: 198 }],
      gas: { o2: 50, he: 0 },
    });
  });
});

it('finds the last row at or before a time', () => {
  const times = Float64Array.from([5, 10, 20]);
  expect([0, 5, 9, 10, 100].map((timeS) => findRow(times, timeS))).toEqual([-1, 0, 0, 1, 2]);
});
