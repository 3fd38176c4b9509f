import { describe, expect, it } from 'vitest';
import { escapeCell, unescapeCell } from '#features/logbook/shared/dive-files/csv/csv-escape.ts';
import {
  createCylinder,
  createDive,
  createRecording,
  emptySettings,
  type FileDive,
  type RecordingEvent,
} from '#features/logbook/shared/dive-files/dive-file.ts';
import { writeDives } from './dive-writer.ts';
import { readDiveFile } from '#features/logbook/shared/dive-files/read-dive-file.ts';
import { createCsvWriter } from './write-csv.ts';
import { createSubsurfaceWriter } from './write-subsurface.ts';
import { createUddfWriter } from './write-uddf.ts';

const read = (text: string) => readDiveFile(new TextEncoder().encode(text)).dives;
const toUddf = (dives: readonly FileDive[]) =>
  writeDives(createUddfWriter({ program: 'Test', diver: { firstName: 'Ana', lastName: 'Ito' } }), dives);

const start = { local: '2024-05-01T10:00:05', utcOffsetMin: 120, isTimeKnown: true };
const event = (timeS: number, values: Partial<RecordingEvent>): RecordingEvent => ({
  timeS,
  kind: 'other',
  name: 'x',
  cylinder: null,
  gas: null,
  ...values,
});
const recording = (events: RecordingEvent[] = []) =>
  createRecording({
    model: 'D6i',
    vendor: 'Suunto',
    start,
    events,
    samples: {
      count: 3,
      timeS: Float64Array.of(0, 10, 20),
      columns: { depthM: Float64Array.of(1, 12.5, 3) },
      pressureBar: { 1: Float64Array.of(200, 199, Number.NaN) },
    },
  });
const cylinders = [
  createCylinder({ gas: { o2: 21, he: 0 }, volumeL: 12 }),
  createCylinder({ gas: { o2: 18, he: 45 }, volumeL: 12 }),
];

describe('cells of a table', () => {
  it.each(['=1+1', '+1', '-1', '@a', '\tx', '\rx', "'=1", "''@", '＝1'])(
    'escapes %j, and the reader undoes it',
    (text) => {
      expect(escapeCell(text)).toBe(`'${text}`);
      expect(unescapeCell(escapeCell(text))).toBe(text);
    },
  );

  it.each(['plain', "'tis", "it's =", '5-3', ''])('leaves %j as it is', (text) => {
    expect(escapeCell(text)).toBe(text);
    expect(unescapeCell(text)).toBe(text);
  });

  it('keeps numbers, and escapes every text that looks like a formula', () => {
    const dive = createDive({ start, maxDepthM: 12, airTempC: -5, notes: '=HYPERLINK("http://x")', buddies: ['-Ana'] });
    const table = writeDives(createCsvWriter(['Title']), [{ ...dive, details: { Title: '@SUM(A1)' } }]);
    expect(table.split('\r\n')[1]).toBe(
      `,2024-05-01,10:00:05,,12,,,,,,,,-5,,,,'-Ana,,,"'=HYPERLINK(""http://x"")",,,,,,'@SUM(A1)`,
    );
    expect(read(table)[0]).toMatchObject({ airTempC: -5, notes: '=HYPERLINK("http://x")', buddies: ['-Ana'] });
  });
});

describe('UDDF', () => {
  it('gives equal tanks of a dive ids of their own and shares them between dives', () => {
    const text = toUddf([
      createDive({ start, cylinders, recordings: [recording()] }),
      createDive({ start, cylinders }),
    ]);
    expect(text.match(/<tank id="tank\d"/g)).toEqual(['<tank id="tank1"', '<tank id="tank2"']);
    expect(read(text)[0]?.recordings[0]?.samples.pressureBar[1]?.[0]).toBe(200);
  });

  it('keeps two buddies of the same name, and shares them between dives', () => {
    const buddies = ['Ana', 'Ana'];
    const text = toUddf([createDive({ start, buddies }), createDive({ start, buddies })]);
    expect(text.match(/<buddy id="buddy\d"/g)).toHaveLength(2);
    expect(read(text).map((dive) => dive.buddies)).toEqual([buddies, buddies]);
  });

  it('writes 0 for values that the schema demands, and reads them as unknown', () => {
    const [dive] = read(toUddf([createDive({ start, cylinders: [createCylinder({ endBar: 50 })] })]));
    expect(dive).toMatchObject({ maxDepthM: null, durationS: null, cylinders: [{ startBar: null, endBar: 50 }] });
  });

  it('gives an event the time of the last sample before it, and joins markers', () => {
    const events = [
      event(14, { name: 'turtle' }),
      event(19, { name: 'shark' }),
      event(19, { kind: 'alarm', name: 'breath' }),
      event(12, { kind: 'gas-change', cylinder: 1, gas: { o2: 18, he: 45 } }),
    ];
    const [dive] = read(toUddf([createDive({ start, cylinders, recordings: [recording(events)] })]));
    expect(dive?.recordings[0]?.events).toEqual([
      event(10, { kind: 'alarm', name: 'breath' }),
      event(10, { kind: 'bookmark', name: 'turtle; shark' }),
      event(10, { kind: 'gas-change', name: 'switchmix', cylinder: 1, gas: { o2: 18, he: 45 } }),
    ]);
  });

  it('invents no gas and no computer for dives without one', () => {
    const [, other] = read(
      toUddf([
        createDive({ start, cylinders: cylinders.slice(0, 1), recordings: [recording()] }),
        createDive({ start, recordings: [{ ...recording(), vendor: null, model: null }] }),
      ]),
    );
    expect(other).toMatchObject({ cylinders: [], recordings: [{ vendor: null, model: null }] });
  });

  it.each([
    ['CCR', 'closedcircuit', 'CCR'],
    ['Freedive', 'apnoe', 'Freedive'],
    ['ccr_diving', 'closedcircuit', 'CCR'],
  ])('writes the mode %s where the schema has it, once', (mode, type, readAgain) => {
    const settings = { ...emptySettings, mode };
    const text = toUddf([createDive({ start, cylinders, recordings: [{ ...recording(), settings }] })]);
    expect(text.match(/<divemode [^>]*>/g)).toEqual([`<divemode type="${type}"/>`]);
    expect(read(text)[0]?.recordings[0]?.settings.mode).toBe(readAgain);
  });

  it('writes no mode and no gradient factors that its schema doesn’t know', () => {
    const settings = { ...emptySettings, mode: 'Gauge', gfLow: 30, gfHigh: 80 };
    const text = toUddf([createDive({ start, cylinders, recordings: [{ ...recording(), settings }] })]);
    expect(text).not.toMatch(/divemode|gf|gradient/);
  });

  it('puts dives of a day into one group', () => {
    const later = { ...start, local: '2024-05-02T10:00:00' };
    const text = toUddf([createDive({ start }), createDive({ start }), createDive({ start: later })]);
    expect(text.match(/<repetitiongroup/g)).toHaveLength(2);
    expect(read(text)).toHaveLength(3);
  });
});

describe('a logbook without dives', () => {
  it.each([toUddf([]), writeDives(createSubsurfaceWriter(), [])])('is a readable file', (text) => {
    expect(read(text)).toEqual([]);
  });
});

describe('Subsurface', () => {
  it('keeps vendor and model apart, and all computers', () => {
    const second = { ...recording(), vendor: 'Shearwater', model: 'Perdix 2', serial: '42' };
    const [dive] = read(
      writeDives(createSubsurfaceWriter(), [createDive({ start, recordings: [recording(), second] })]),
    );
    expect(dive?.recordings).toMatchObject([
      { vendor: 'Suunto', model: 'D6i' },
      { vendor: 'Shearwater', model: 'Perdix 2', serial: '42' },
    ]);
  });

  it('escapes text and attributes', () => {
    const notes = 'a < b & "c"\n]]> \'d\'';
    const site = { name: 'Tom & Jerry\'s "<wreck>"\tB', location: null, country: null, position: null };
    const [dive] = read(writeDives(createSubsurfaceWriter(), [createDive({ start, notes, site })]));
    expect(dive).toMatchObject({ notes, site });
  });
});

it('writes a recording with as many events as samples without comparing all with all', () => {
  const count = 200_000;
  const timeS = Float64Array.from({ length: count }, (_, index) => index);
  const events = Array.from({ length: count }, (_, index) =>
    event(index + 0.5, { kind: 'bookmark', name: `mark ${index}` }),
  );
  const long = createRecording({
    start,
    events,
    samples: { count, timeS, columns: { depthM: timeS }, pressureBar: {} },
  });
  const text = toUddf([createDive({ start, recordings: [long] })]);
  expect(text).toContain(`<divetime>${count - 1}</divetime><setmarker>mark ${count - 1}</setmarker>`);
});
