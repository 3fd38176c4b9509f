import { zipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import type { DiveFileError } from '#features/logbook/shared/dive-files/dive-file.ts';
import { readDiveFile } from '#features/logbook/shared/dive-files/read-dive-file.ts';
import { runToEnd } from '#platform/testing/run-to-end.ts';
import { serverReaders } from '../server-readers.ts';
import { cloudTables, encodeDatabase, encodeLog, olderTables, packLog } from './shearwater-testing.ts';

const read = (bytes: Uint8Array) => readDiveFile(bytes, serverReaders);
const log = { log_id: 'a', file_name: 'Perdix 2[B19FDEC3]#4 2025-9-20 7-42-35.swlogzp', format: 'sw-pnf' };
const tanks = JSON.stringify({
  GasProfiles: [{ O2Percent: 50, HePercent: 0 }],
  TankData: [
    { StartPressurePSI: '2960', EndPressurePSI: '1088', GasProfile: { O2Percent: 32, HePercent: 0 } },
    { StartPressurePSI: '', EndPressurePSI: '', GasProfile: { O2Percent: 21, HePercent: 0 } },
  ],
});

describe('Shearwater Cloud database', () => {
  it('reads what the diver typed and the log of the computer', () => {
    const samples = [
      { depth: 15, tank: 1480 },
      { depth: 184, tank: 1400 },
      { depth: 60, o2: 50, tank: 600 },
    ];
    const bytes = encodeDatabase(cloudTables, [
      [
        'dive_details',
        {
          DiveId: 'a',
          DiveDate: '2025-09-20 07:42:35',
          Depth: '18.4',
          DiveLengthTime: '1764',
          DiveNumber: '23',
          Site: 'Maclearie Park',
          Location: 'Shark River',
          Buddy: 'Ann, Bo',
          Weather: 'Sunny',
          Visibility: '4m',
          AirTemperature: '72',
          Weight: '14',
          GnssEntryLocation: '40.1234,-74.5678',
          TankProfileData: tanks,
          TankSize: '2x 12l',
          Notes: 'Seals',
          GearNotes: 'New fins',
        },
      ],
      [
        'log_data',
        { ...log, data_bytes_1: packLog(encodeLog({ samples })), data_bytes_3: Buffer.from('{"UnitSystem":1}') },
      ],
    ]);
    const { format, dives, warnings } = read(bytes);
    expect(format).toBe('shearwater-db');
    expect(warnings).toEqual([{ field: 'Weather', code: 'column-ignored', value: 'Sunny', count: 1 }]);
    expect(dives).toMatchObject([
      {
        number: 23,
        start: { local: '2025-09-20T07:42:35', utcOffsetMin: null },
        durationS: 1764,
        maxDepthM: 18.4,
        waterTempC: 21,
        airTempC: 22.222,
        visibilityM: 4,
        weightKg: 6.35,
        site: { name: 'Maclearie Park', location: 'Shark River', position: { latitude: 40.1234, longitude: -74.5678 } },
        buddies: ['Ann', 'Bo'],
        notes: 'Seals\nGear Notes: New fins',
        cylinders: [
          { gas: { o2: 32, he: 0 }, startBar: 204.084, endBar: 75.015, volumeL: 24 },
          { gas: { o2: 50, he: 0 } },
        ],
        recordings: [
          {
            vendor: 'Shearwater',
            model: 'Perdix 2',
            serial: 'B19FDEC3',
            firmware: '23',
            samples: { count: 3 },
            settings: { gfLow: 40, gfHigh: 85, salinity: 1025, surfacePressureBar: 1.013, mode: 'OC', algorithm: 'GF' },
            events: [{ kind: 'gas-change', timeS: 20, gas: { o2: 50, he: 0 }, cylinder: 1 }],
          },
        ],
      },
    ]);
    const [recording] = dives[0]?.recordings ?? [];
    expect(recording?.samples.timeS).toEqual(Float64Array.of(0, 10, 20));
    expect(recording?.samples.columns.depthM).toEqual(Float64Array.of(1.5, 18.4, 6));
    expect(recording?.samples.pressureBar[0]?.[0]).toBeCloseTo(204.084, 2);
  });

  it('reads setpoints of a rebreather, imperial depths and the offset of a Teric', () => {
    const samples = [{ depth: 600, o2: 18, he: 45, status: 0, stop: 20 }];
    const data = packLog(encodeLog({ samples, isImperial: true, model: 8 }));
    const [dive] = read(encodeDatabase(cloudTables, [['log_data', { log_id: 'a', data_bytes_1: data }]])).dives;
    expect(dive).toMatchObject({
      start: { local: '2025-09-20T07:42:35', utcOffsetMin: 120 },
      cylinders: [{ gas: { o2: 18, he: 45 } }],
      recordings: [{ model: 'Teric', settings: { mode: 'OC' } }],
    });
    const columns = dive?.recordings[0]?.samples.columns;
    expect(columns?.depthM?.[0]).toBeCloseTo(18.288, 2);
    expect(columns?.ceilingM?.[0]).toBeCloseTo(6.096, 2);
    expect(columns?.setpointBar?.[0]).toBe(1.2);
  });

  it('reads a long text instead of a number to its end', () => {
    // A pattern that tries each space as the end of the number would take minutes.
    const Weight = `5${' '.repeat(400_000)}x1`;
    const bytes = encodeDatabase(cloudTables, [['dive_details', { DiveId: 'a', Depth: '18', Weight }]]);
    expect(runToEnd(() => read(bytes)).dives).toMatchObject([{ maxDepthM: 18, weightKg: null }]);
  });

  it('keeps a dive whose log is damaged, and says so', () => {
    const bytes = encodeDatabase(cloudTables, [
      ['dive_details', { DiveId: 'a', DiveDate: '2025-09-20 07:42:35', Depth: '18,4' }],
      ['dive_details', { DiveId: 'b', DiveDate: 'soon', Depth: '-3' }],
      ['log_data', { ...log, data_bytes_1: packLog(encodeLog()).subarray(0, 60) }],
    ]);
    expect(read(bytes).dives).toMatchObject([
      { start: { local: '2025-09-20T07:42:35' }, maxDepthM: 18.4, recordings: [], warnings: [{ code: 'not-decoded' }] },
      { start: null, maxDepthM: null, warnings: [{ code: 'invalid-date' }, { code: 'impossible-value' }] },
    ]);
  });

  it('reads the tables of older versions, with minutes and milliseconds', () => {
    const sample = (time: number, depth: number, o2: number) =>
      [
        'dive_log_records',
        {
          diveLogId: '7',
          currentTime: time,
          currentDepth: depth,
          waterTemp: 68,
          fractionO2: o2,
          fractionHe: 0,
          aiSensor0_PressurePSI: 3000,
        },
      ] as const;
    const bytes = encodeDatabase(olderTables, [
      [
        'dive_info',
        { diveId: 7, timestamp: 1_400_000_000, location: 'Gozo', site: 'Blue Hole', buddy: 'Ann', notes: 'Cave' },
      ],
      [
        'dive_logs',
        {
          diveId: '7',
          number: 3,
          imperialUnits: 1,
          startDate: '1400000000',
          maxDepth: 60,
          maxTime: 1,
          computerSerial: 5,
        },
      ],
      sample(0, 0, 21),
      sample(10_000, 60, 21),
      sample(60_000, 30, 50),
    ]);
    expect(read(bytes).dives).toMatchObject([
      {
        number: 3,
        start: { local: '2014-05-13T16:53:20', utcOffsetMin: null },
        durationS: 60,
        maxDepthM: 18.288,
        waterTempC: 20,
        site: { name: 'Blue Hole', location: 'Gozo' },
        cylinders: [{ gas: { o2: 21 }, startBar: 206.842 }, { gas: { o2: 50 } }],
        recordings: [{ serial: '5', samples: { count: 3 }, events: [{ kind: 'gas-change', timeS: 60 }] }],
      },
    ]);
  });
});

it('reads a log that was exported as it is', () => {
  const samples = [
    { depth: 15, tank: 1480 },
    { depth: 184, tank: 1400 },
  ];
  const { format, dives } = readDiveFile(encodeLog({ samples }));
  expect(format).toBe('shearwater-log');
  expect(dives).toMatchObject([
    {
      start: { local: '2025-09-20T07:42:35' },
      durationS: 20,
      maxDepthM: 18.4,
      cylinders: [{ gas: { o2: 32, he: 0 }, startBar: 204.084, endBar: 193.053 }],
      recordings: [{ vendor: 'Shearwater', model: 'Perdix 2', serial: 'B19FDEC3', samples: { count: 2 } }],
    },
  ]);
});

describe('hostile database', () => {
  const tryToRead = (bytes: Uint8Array) => {
    try {
      return read(bytes);
    } catch (error) {
      return (error as DiveFileError).code;
    }
  };

  it.each([
    [
      'a view',
      `${cloudTables} create view v as with recursive c(n) as (select 1 union all select n + 1 from c) select n from c;`,
    ],
    ['a view instead of a table', 'create table log_data (log_id); create view dive_details as select 1 as DiveId;'],
    ['a trigger', `${cloudTables} create trigger t after insert on log_data begin delete from log_data; end;`],
    ['a virtual table', `${cloudTables} create virtual table f using fts5(a);`],
    ['a calculated column', `create table dive_details (DiveId, Depth as (hex(zeroblob(1000000))));`],
  ])('refuses %s', (_name, schema) => {
    expect(tryToRead(encodeDatabase(schema))).toBe('malformed');
  });

  it('refuses a database of another program, and a damaged one', () => {
    expect(tryToRead(encodeDatabase('create table t (a);'))).toBe('unknown-format');
    expect(tryToRead(encodeDatabase(cloudTables).subarray(0, 2000))).toBe('malformed');
    expect(tryToRead(Buffer.from('SQLite format 3\0'))).toBe('malformed');
  });

  it('refuses a log that unpacks to too much and keeps the dive', () => {
    const bomb = packLog(Buffer.alloc(32 * 1024 ** 2));
    const { dives } = read(encodeDatabase(cloudTables, [['log_data', { ...log, data_bytes_1: bomb }]]));
    expect(dives).toMatchObject([
      { number: 4, recordings: [], warnings: [{ code: 'not-decoded' }, { field: 'datetime' }] },
    ]);
  });

  it('reads a database that was copied without its write-ahead log', () => {
    const bytes = encodeDatabase(cloudTables, [['dive_details', { DiveId: 'a', Depth: '5' }]]);
    bytes.set([2, 2], 18);
    expect(read(bytes).dives).toMatchObject([{ maxDepthM: 5 }]);
  });

  it('is not read in a browser', () => {
    const bytes = encodeDatabase(cloudTables);
    const serverOnly = expect.objectContaining({ code: 'server-only' }) as Error;
    expect(() => readDiveFile(bytes)).toThrow(serverOnly);
    expect(() => readDiveFile(zipSync({ 'dives.db': bytes }))).toThrow(serverOnly);
  });
});
