import * as fc from 'fast-check';
import { checkDive } from '#features/logbook/shared/dive-files/check-dive.ts';
import {
  createCylinder,
  createDive,
  createRecording,
  emptySettings,
  sampleColumns,
  type Cylinder,
  type DiveStart,
  type FileDive,
  type Gas,
  type Position,
  type Recording,
  type RecordingEvent,
  type SampleColumn,
  type Samples,
} from '#features/logbook/shared/dive-files/dive-file.ts';

/** One line without separators and control characters. */
const toLine = (text: string) =>
  text
    // oxlint-disable-next-line no-control-regex
    .replaceAll(/[\u0000-\u001F\u007F,;\uFFFE\uFFFF]|\s+/g, ' ')
    .replaceAll(/ +/g, ' ')
    .trim();

const words = fc.oneof(
  fc.string({ unit: 'grapheme', minLength: 1, maxLength: 20 }),
  fc.constantFrom(
    '=1+1',
    "'=SUM(A1)",
    '-5',
    '+49 30',
    '@home',
    "'",
    '＝1',
    'مرسى علم ٤٢',
    '青の洞窟',
    'Zoë 🐢',
    'a < b & "c"',
    'a|b',
  ),
);
/** Lists of names are separated by commas in most formats. */
const line = words.map(toLine).filter((text) => text !== '');
const paragraph = fc.array(line, { minLength: 1, maxLength: 4 }).map((lines) => lines.join('\n').trim());
const optional = <Value>(value: fc.Arbitrary<Value>) => fc.option(value, { nil: null, freq: 3 });
const decimal = (min: number, max: number, decimals = 1) =>
  fc.integer({ min: min * 10 ** decimals, max: max * 10 ** decimals }).map((value) => value / 10 ** decimals || 0);

const position: fc.Arbitrary<Position> = fc
  .record({ latitude: decimal(-90, 90, 6), longitude: decimal(-180, 180, 6) })
  .filter(({ latitude, longitude }) => latitude !== 0 || longitude !== 0);

const start: fc.Arbitrary<DiveStart> = fc
  .record({
    seconds: fc.integer({ min: -900_000_000, max: 4_000_000_000 }),
    utcOffsetMin: optional(fc.integer({ min: -56, max: 56 }).map((quarters) => quarters * 15)),
    isTimeKnown: fc.boolean(),
  })
  .map(({ seconds, utcOffsetMin, isTimeKnown }) => {
    const local = new Date(seconds * 1000).toISOString().slice(0, 19);
    return isTimeKnown
      ? { local, utcOffsetMin, isTimeKnown }
      : { local: `${local.slice(0, 10)}T00:00:00`, utcOffsetMin: null, isTimeKnown };
  });

const gas: fc.Arbitrary<Gas> = fc.oneof(
  fc.constantFrom({ o2: 21, he: 0 }, { o2: 32, he: 0 }, { o2: 100, he: 0 }),
  fc.record({ o2: decimal(5, 40), he: decimal(0, 60) }),
);

const cylinder: fc.Arbitrary<Cylinder> = fc
  .record({
    gas: optional(gas),
    volumeL: optional(decimal(1, 40)),
    workingPressureBar: optional(decimal(150, 300, 0)),
    startBar: optional(decimal(100, 300)),
    endBar: optional(decimal(0, 99)),
    description: optional(line),
  })
  .map(createCylinder);

const columnRanges: Record<SampleColumn, fc.Arbitrary<number>> = {
  depthM: decimal(0, 120, 3),
  temperatureC: decimal(-2, 35, 2),
  ppo2Bar: decimal(0, 2, 2),
  setpointBar: decimal(0, 2, 2),
  ceilingM: decimal(0, 60),
  ndlS: decimal(0, 6000, 0),
  ttsS: decimal(0, 6000, 0),
  cnsPercent: decimal(0, 200),
  heartRate: decimal(30, 220, 0),
  headingDeg: decimal(0, 359, 0),
};

function column(name: SampleColumn, count: number): fc.Arbitrary<Float64Array> {
  // A setpoint without a measured value and the other way round have no meaning.
  const isWhole = name === 'ppo2Bar' || name === 'setpointBar';
  const value = isWhole
    ? columnRanges[name]
    : fc.oneof({ weight: 5, arbitrary: columnRanges[name] }, { weight: 1, arbitrary: fc.constant(Number.NaN) });
  return fc.array(value, { minLength: count, maxLength: count }).map((values) => Float64Array.from(values));
}

function samples(cylinders: readonly Cylinder[]): fc.Arbitrary<Samples> {
  return fc.array(fc.integer({ min: 1, max: 120 }), { minLength: 2, maxLength: 12 }).chain((steps) => {
    let time = 0;
    const timeS = Float64Array.from(steps, (step) => (time += step));
    const names = fc.subarray([...sampleColumns]).map((chosen) => {
      const isClosed = chosen.includes('setpointBar');
      return isClosed && !chosen.includes('ppo2Bar') ? [...chosen, 'ppo2Bar' as const] : chosen;
    });
    return fc
      .tuple(names, fc.subarray([...cylinders.keys()]))
      .chain(([chosen, tanks]) =>
        fc.record({
          columns: fc.record(Object.fromEntries(chosen.map((name) => [name, column(name, steps.length)]))),
          pressureBar: fc.record(
            Object.fromEntries(
              tanks.map((index) => [
                index,
                fc
                  .array(decimal(99, 100, 2), { minLength: steps.length, maxLength: steps.length })
                  .map((values) => Float64Array.from(values).toSorted().toReversed()),
              ]),
            ),
          ),
        }),
      )
      .map((values) => ({ count: steps.length, timeS, ...values }) as Samples);
  });
}

/** Kinds as Subsurface's names imply them. */
const namedEvents = [
  ['ascent', 'ascent'],
  ['stop', 'deco stop'],
  ['bookmark', 'bookmark'],
  ['alarm', 'rbt'],
  ['other', 'surface'],
] as const satisfies readonly (readonly [RecordingEvent['kind'], string])[];

function event(timeS: number, cylinders: readonly Cylinder[]): fc.Arbitrary<RecordingEvent> {
  const breathed = [...cylinders.entries()].filter(([, { gas: mix }]) => mix !== null);
  const named = fc
    .constantFrom(...namedEvents)
    .map(([kind, name]): RecordingEvent => ({ timeS, kind, name, cylinder: null, gas: null }));
  if (breathed.length === 0) return named;
  const change = fc.constantFrom(...breathed).map(([index, { gas: mix }]): RecordingEvent => ({
    timeS,
    kind: 'gas-change',
    name: 'gaschange',
    cylinder: index,
    gas: mix,
  }));
  return fc.oneof(named, change);
}

function recording(cylinders: readonly Cylinder[]): fc.Arbitrary<Recording> {
  return samples(cylinders).chain((recorded) =>
    fc
      .record({
        vendor: optional(line),
        model: optional(line),
        serial: optional(line),
        firmware: optional(line),
        diveId: optional(line),
        start: optional(start),
        entry: optional(position),
        exit: optional(position),
        // One event at a time; others are merged with it in UDDF.
        events: fc
          .subarray([...recorded.timeS])
          .chain((times) => fc.tuple(...times.map((timeS) => event(timeS, cylinders)))),
        settings: fc
          .record({
            salinity: optional(decimal(1000, 1040, 0)),
            surfacePressureBar: optional(decimal(0.6, 1.1, 3)),
            mode: optional(fc.constantFrom('OC', 'CCR', 'SCR', 'Freedive', 'Gauge')),
          })
          .map((values) => ({ ...emptySettings, ...values })),
      })
      .map((values) => createRecording({ ...values, samples: recorded })),
  );
}

/** Dives as readers return them, with several gases and computers, any script, and values missing anywhere. */
export const anyDive: fc.Arbitrary<FileDive> = fc
  .array(cylinder, { maxLength: 3 })
  .chain((cylinders) =>
    fc.record({
      number: optional(fc.integer({ min: 1, max: 9999 })),
      start: optional(start),
      durationS: optional(fc.integer({ min: 60, max: 20_000 })),
      maxDepthM: decimal(1, 150, 2),
      avgDepthM: optional(decimal(1, 40, 2)),
      waterTempC: optional(decimal(-2, 49, 1)),
      airTempC: optional(decimal(-40, 45, 1)),
      visibilityM: optional(decimal(0, 60, 1)),
      weightKg: optional(decimal(0, 20, 1)),
      site: optional(
        fc
          .record({
            name: optional(line),
            location: optional(line),
            country: optional(line),
            position: optional(position),
          })
          .filter((site) => Object.values(site).some((value) => value !== null)),
      ),
      buddies: fc.array(line, { maxLength: 3 }),
      divemaster: optional(line),
      suit: optional(line),
      notes: optional(paragraph),
      tags: fc.array(line, { maxLength: 3 }),
      cylinders: fc.constant(cylinders),
      recordings: fc.array(recording(cylinders), { maxLength: 3 }),
    }),
  )
  .map((values) => checkDive(createDive(structuredClone(values))));
