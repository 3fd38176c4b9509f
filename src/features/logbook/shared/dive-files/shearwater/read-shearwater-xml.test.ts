import { describe, expect, it } from 'vitest';
import { readDiveFile } from '../read-dive-file.ts';

const read = (text: string) => readDiveFile(new TextEncoder().encode(text));

const sample = (time: number, values: string) =>
  `<diveLogRecord><currentTime>${time}</currentTime>${values}<firstStopTime>0</firstStopTime></diveLogRecord>`;
const xml = (header: string, records: string) =>
  `<?xml version="1.0" encoding="utf-16"?>
  <dive version="3"><diveLog><number>86</number>${header}<computerSerial>C9526B13</computerSerial><gfMin>40</gfMin><gfMax>85</gfMax>
  <decoModel>0</decoModel><startSurfacePressure>1031</startSurfacePressure><diveLogRecords>${records}</diveLogRecords></diveLog></dive>`;

const metric = xml(
  '<imperialUnits>false</imperialUnits><startDate>1/22/2026 12:27:46 PM</startDate><maxDepth>27.1</maxDepth><maxTime>20</maxTime>',
  sample(
    0,
    '<currentDepth>1.5</currentDepth><waterTemp>23</waterTemp><fractionO2>0.32</fractionO2><fractionHe>0</fractionHe><currentNdl>0</currentNdl><tank0pressurePSI>AI is off</tank0pressurePSI><currentCircuitSetting>OC/BO</currentCircuitSetting>',
  ) +
    sample(
      10,
      '<currentDepth>27.1</currentDepth><waterTemp>22</waterTemp><fractionO2>0.32</fractionO2><fractionHe>0</fractionHe><currentNdl>20</currentNdl><tank0pressurePSI>1480</tank0pressurePSI>',
    ) +
    sample(
      20,
      '<currentDepth>6</currentDepth><waterTemp>22</waterTemp><fractionO2>0.5</fractionO2><fractionHe>0</fractionHe><firstStopDepth>3</firstStopDepth><currentNdl>0</currentNdl><tank0pressurePSI>600</tank0pressurePSI>',
    ),
);

describe('Shearwater XML', () => {
  it('reads a dive that declares UTF-16 and is UTF-8', () => {
    const { format, dives } = read(metric);
    expect(format).toBe('shearwater-xml');
    expect(dives).toMatchObject([
      {
        number: 86,
        start: { local: '2026-01-22T12:27:46', utcOffsetMin: null },
        durationS: 20,
        maxDepthM: 27.1,
        waterTempC: 22,
        cylinders: [{ gas: { o2: 32, he: 0 }, startBar: 204.084, endBar: 82.737 }, { gas: { o2: 50, he: 0 } }],
        recordings: [
          {
            vendor: 'Shearwater',
            serial: 'C9526B13',
            samples: { count: 3 },
            events: [{ kind: 'gas-change', timeS: 20, cylinder: 1 }],
            settings: { gfLow: 40, gfHigh: 85, algorithm: 'GF', surfacePressureBar: 1.031, mode: 'OC' },
          },
        ],
        warnings: [],
      },
    ]);
    const columns = dives[0]?.recordings[0]?.samples.columns;
    expect(columns?.ndlS).toEqual(Float64Array.of(Number.NaN, 1200, 0));
    expect(columns?.ceilingM).toEqual(Float64Array.of(Number.NaN, Number.NaN, 3));
  });

  it('reads milliseconds, minutes, feet and a rebreather', () => {
    const values = (depth: number) =>
      `<currentDepth>${depth}</currentDepth><waterTemp>68</waterTemp><fractionO2>18</fractionO2><fractionHe>45</fractionHe><averagePPO2>1.2</averagePPO2><currentCircuitSetting>0</currentCircuitSetting>`;
    const [dive] = read(
      xml(
        '<imperialUnits>true</imperialUnits><startDate>Thu Oct 18 14:02:08 CEST 2012</startDate><maxDepth>60</maxDepth><maxTime>40</maxTime>',
        sample(10_000, values(30)) + sample(1_200_000, values(60)) + sample(2_400_000, values(0)),
      ),
    ).dives;
    expect(dive).toMatchObject({
      start: { local: '2012-10-18T14:02:08' },
      durationS: 2400,
      maxDepthM: 18.288,
      waterTempC: 20,
      cylinders: [{ gas: { o2: 18, he: 45 } }],
      recordings: [{ settings: { mode: 'CCR' } }],
    });
    expect(dive?.recordings[0]?.samples.timeS.at(-1)).toBe(2400);
  });

  it.each([
    ['31/08/2024 12:49:36', '2024-08-31T12:49:36', false],
    ['8/31/2024 12:49:36 AM', '2024-08-31T00:49:36', false],
    ['05.04.2024 12:49:36', '2024-04-05T12:49:36', false],
    ['5/4/2024 1:49:36 PM', '2024-05-04T13:49:36', true],
    ['05/04/2024 13:49:36', '2024-04-05T13:49:36', true],
    ['2024-04-05 13:49:36', '2024-04-05T13:49:36', false],
    ['1712324976', '2024-04-05T13:49:36', false],
    ['638479217760000000', '2024-04-05T13:49:36', false],
  ])('reads the date %s', (text, local, isAssumed) => {
    const [dive] = read(xml(`<startDate>${text}</startDate>`, '')).dives;
    expect(dive?.start?.local).toBe(local);
    expect(dive?.warnings.some(({ code }) => code === 'date-order-assumed')).toBe(isAssumed);
  });
});

describe('Shearwater CSV', () => {
  it('reads the dive and its samples', () => {
    const { format, dives } = read(
      [
        'Dive Number,GF Minimum,GF Maximum,Imperial Units,Start Date,Max Depth,Max Time,End Date,Computer Serial Number,Deco Model,Start Surface Pressure,Product',
        '86,40,85,False,1/22/2026 12:27:46 PM,27,20,1/22/2026 12:28:06 PM,C9526B13,GF,1031,Tern',
        'Time (sec),Depth,First Stop Depth,Time To Surface (min),Average PPO2,Fraction O2,Fraction He,Current NDL,Current Circuit Mode,Water Temp,Tank 1 pressure (PSI),Tank 2 pressure (PSI)',
        '0,1.5,0,1,0.37,0.32,0,0,1,23,2900,N/A',
        '10,27,0,1,0.39,0.32,0,99,1,23,2880,N/A',
      ].join('\r\n'),
    );
    expect(format).toBe('shearwater-csv');
    expect(dives).toMatchObject([
      {
        number: 86,
        start: { local: '2026-01-22T12:27:46' },
        durationS: 20,
        maxDepthM: 27,
        cylinders: [{ gas: { o2: 32, he: 0 }, startBar: 199.948, endBar: 198.569 }],
        recordings: [
          { model: 'Tern', serial: 'C9526B13', samples: { count: 2 }, settings: { algorithm: 'GF', mode: 'OC' } },
        ],
        warnings: [{ code: 'unit-assumed' }],
      },
    ]);
  });
});
