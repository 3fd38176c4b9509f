import { describe, expect, it } from 'vitest';
import { assertRecordingSize } from '#features/logbook/shared/recordings/assert-recording-size.ts';
import { checkDive } from './check-dive.ts';
import { createCylinder, createDive, createRecording, emptySettings } from './dive-file.ts';
import { SampleBudget, SampleTable } from './samples.ts';

const start = { local: '2024-05-01T10:00:00', utcOffsetMin: null, isTimeKnown: true };

function recordPressures(...readings: (number | null)[]) {
  const table = new SampleTable(new SampleBudget());
  for (const [index, reading] of readings.entries()) table.add(index * 10, { depthM: 5 }, [[0, reading]]);
  return createRecording({ start, samples: table.finish() });
}

describe('pressures of a cylinder', () => {
  it('keeps those of an unused cylinder that got warmer', () => {
    const unused = createCylinder({ startBar: 200, endBar: 206 });
    expect(checkDive(createDive({ start, cylinders: [unused] }))).toMatchObject({ cylinders: [unused], warnings: [] });
    const recorded = createDive({ start, cylinders: [createCylinder({})], recordings: [recordPressures(200, 201)] });
    expect(checkDive(recorded)).toMatchObject({ cylinders: [{ startBar: 200, endBar: 201 }], warnings: [] });
  });

  it.each([
    [createCylinder({ startBar: 50, endBar: 200 }), recordPressures()],
    [createCylinder({}), recordPressures(50, 200)],
  ])('leaves out an end that no warming explains', (cylinder, recording) => {
    expect(checkDive(createDive({ start, cylinders: [cylinder], recordings: [recording] }))).toMatchObject({
      cylinders: [{ startBar: 50, endBar: null }],
      warnings: [{ field: 'cylinders.end_bar', code: 'impossible-value', value: '200' }],
    });
  });

  it('takes 0 before a pressure as unknown', () => {
    const dive = createDive({ start, cylinders: [createCylinder({ startBar: 0, endBar: 60 })] });
    expect(checkDive(dive)).toMatchObject({ cylinders: [{ startBar: null, endBar: 60 }], warnings: [] });
  });

  it('takes a single early reading as the start', () => {
    const read = (...readings: (number | null)[]) =>
      checkDive(createDive({ start, cylinders: [createCylinder({})], recordings: [recordPressures(...readings)] }));
    expect(read(207, null, null).cylinders).toMatchObject([{ startBar: 207, endBar: null }]);
    expect(read(null, null, 60).cylinders).toMatchObject([{ startBar: null, endBar: null }]);
  });
});

it('puts the events of a recording in order of time', () => {
  const event = (timeS: number) => ({ timeS, kind: 'bookmark' as const, name: 'a', cylinder: null, gas: null });
  const recording = { ...recordPressures(200), events: [event(1810), event(-1), event(10)] };
  const [checked] = checkDive(createDive({ start, recordings: [recording] })).recordings;
  expect(checked?.events.map(({ timeS }) => timeS)).toEqual([10, 1810]);
});

it('warns of events at impossible times, texts that are cut, and gradient factors', () => {
  const settings = { ...emptySettings, gfLow: 30, gfHigh: 255 };
  const name = 'n'.repeat(201);
  const event = { kind: 'alarm', cylinder: null, gas: null } as const;
  const events = [
    { ...event, timeS: -5, name: 'early' },
    { ...event, timeS: 5, name },
  ];
  const checked = checkDive(
    createDive({
      start,
      cylinders: [createCylinder({ description: name })],
      recordings: [createRecording({ samples: new SampleTable(new SampleBudget()).finish(), events, settings })],
    }),
  );
  expect(checked.recordings).toMatchObject([{ events: [{ timeS: 5 }], settings: { gfLow: 30, gfHigh: null } }]);
  expect(checked.warnings).toEqual([
    { field: 'recordings.settings.gf_high', code: 'impossible-value', value: '255', count: 1 },
    { field: 'recordings.events', code: 'impossible-value', value: '-5', count: 1 },
    { field: 'recordings.events.name', code: 'column-ignored', value: 'n', count: 1 },
    { field: 'cylinders.description', code: 'column-ignored', value: 'n', count: 1 },
  ]);
});

it('keeps the changes of gas when a recording has too many events', () => {
  const event = { name: 'alarm', kind: 'alarm', cylinder: null, gas: null } as const;
  const alarms = Array.from({ length: 10_000 }, (_, timeS) => ({ ...event, timeS }));
  const change = { timeS: 20_000, kind: 'gas-change', name: 'gaschange', cylinder: 0, gas: null } as const;
  const samples = new SampleTable(new SampleBudget()).finish();
  const checked = checkDive(createDive({ recordings: [createRecording({ samples, events: [...alarms, change] })] }));
  expect(checked.recordings[0]?.events).toHaveLength(10_000);
  expect(checked.recordings[0]?.events.at(-1)).toEqual(change);
  expect(checked.warnings).toContainEqual({
    field: 'recordings.events',
    code: 'column-ignored',
    value: 'alarm',
    count: 1,
  });
  expect(() => assertRecordingSize(checked)).not.toThrow();
});
