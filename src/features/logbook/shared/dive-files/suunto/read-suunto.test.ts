import { strToU8 } from 'fflate';
import { describe, expect, it } from 'vitest';
import { readDiveFile } from '../read-dive-file.ts';

const read = (text: string) => readDiveFile(strToU8(text));

describe('Suunto JSON', () => {
  const suunto = {
    DeviceLog: {
      Device: { Name: 'Suunto D5', SerialNumber: 'S1', Info: { SW: '2.5' } },
      Header: {
        DateTime: '2025-11-26T23:22:12.080+05:00',
        Duration: 120,
        Depth: { Max: 34.21, Avg: 15 },
        Diving: {
          DiveMode: 'Nitrox',
          Algorithm: 'Fused',
          Gases: [{ Oxygen: 0.32, Helium: 0.1, TankSize: 0.012, StartPressure: 20000000, EndPressure: 5000000 }],
        },
      },
      Samples: [
        {
          TimeISO8601: '2025-11-26T23:22:12.080+05:00',
          Depth: 1.2,
          Temperature: 300.15,
          Cylinders: [{ GasNumber: 0, Pressure: 19900000 }],
          NoDecTime: -1,
        },
        {
          TimeISO8601: '2025-11-26T23:22:13.080+05:00',
          Events: [{ GasSwitch: { GasNumber: 0, Active: true } }, { State: { Type: 'Wet Outside', Active: true } }],
        },
        { TimeISO8601: '2025-11-26T23:23:12.080+05:00', Depth: 34.21, Latitude: 0.0727, Longitude: 1.2828 },
        { TimeISO8601: '2025-11-26T23:23:13.080+05:00', BatteryCharge: 0.9 },
      ],
    },
  };

  it('reads SI units, the offset, gases, events and the position', () => {
    const { format, dives } = read(JSON.stringify(suunto));
    expect(format).toBe('suunto-json');
    expect(dives).toMatchObject([
      {
        start: { local: '2025-11-26T23:22:12', utcOffsetMin: 300 },
        durationS: 120,
        maxDepthM: 34.21,
        waterTempC: 27,
        cylinders: [{ gas: { o2: 32, he: 10 }, volumeL: 12, startBar: 200, endBar: 50 }],
        recordings: [{ serial: 'S1', samples: { count: 2 }, events: [{ kind: 'gas-change', timeS: 1 }] }],
      },
    ]);
    expect(dives[0]?.site?.position?.latitude).toBeCloseTo(4.165, 2);
  });

  it('reads the origin of a route, in degrees', () => {
    const log = structuredClone(suunto);
    const origin = {
      DiveRouteOrigin: { Latitude: 47.41, Longitude: -3.02 },
      TimeISO8601: '2025-11-26T23:22:12.080+05:00',
    };
    const samples = [origin, ...log.DeviceLog.Samples];
    const text = JSON.stringify({ DeviceLog: { ...log.DeviceLog, Samples: samples } });
    expect(read(text).dives[0]?.site?.position).toEqual({ latitude: 47.41, longitude: -3.02 });
  });

  it('reads a list of activities and leaves out those that are no dive', () => {
    const run = { DeviceLog: { Header: { ActivityType: 3, DateTime: '2025-11-26T10:00:00+05:00' }, Samples: [] } };
    const { dives, warnings } = read(JSON.stringify([suunto, run]));
    expect(dives).toHaveLength(1);
    expect(warnings).toMatchObject([
      { field: 'BatteryCharge', code: 'column-ignored', value: '0.9' },
      { field: 'activity', code: 'not-a-dive', value: '3' },
    ]);
  });

  it('counts gases from one if the file does', () => {
    const text = JSON.stringify(suunto).replaceAll('"GasNumber":0', '"GasNumber":1');
    const [recording] = read(text).dives[0]?.recordings ?? [];
    expect(recording?.events).toMatchObject([{ cylinder: 0, gas: { o2: 32, he: 10 } }]);
    expect(Object.keys(recording?.samples.pressureBar ?? {})).toEqual(['0']);
  });

  it('rejects broken JSON and finds no dive in a run', () => {
    expect(() => read('{"DeviceLog": {')).toThrow('not well-formed');
    expect(read('{"DeviceLog": {"Header": {"Distance": 5000}, "Samples": []}}').dives).toEqual([]);
    expect(read('{"DeviceLog": [null, {"Header": 5}]}').dives).toEqual([]);
  });
});

describe('Suunto SML', () => {
  it('reads samples and events', () => {
    const { format, dives } =
      read(`<?xml version="1.0" encoding="utf-8"?><sml xmlns="http://www.suunto.com/schemas/sml"><DeviceLog>
      <Header><DateTime>2016-02-11T12:37:28</DateTime><Duration>60</Duration><Depth><Max>12.8</Max><Avg>9.7</Avg></Depth>
      <Diving><DiveMode>Nitrox</DiveMode><SurfacePressure>100500</SurfacePressure><Gases><Gas><Oxygen>0.32</Oxygen><Helium>0</Helium></Gas></Gases></Diving></Header>
      <Device><Name>Suunto D6i</Name><SerialNumber>516</SerialNumber><Info><SW>1.2</SW></Info></Device>
      <Samples><Sample><Time>0</Time><Events><Alarm><Type>Ascent Speed</Type><Active>true</Active></Alarm></Events></Sample>
      <Sample><Time>0</Time><Depth>1.27</Depth><Temperature>302.15</Temperature></Sample><Sample><Time>20</Time><Depth>12.8</Depth></Sample></Samples>
      </DeviceLog></sml>`);
    expect(format).toBe('suunto-sml');
    expect(dives).toMatchObject([
      {
        start: { local: '2016-02-11T12:37:28' },
        maxDepthM: 12.8,
        waterTempC: 29,
        cylinders: [{ gas: { o2: 32, he: 0 } }],
        recordings: [{ model: 'Suunto D6i', samples: { count: 2 }, events: [{ kind: 'ascent' }] }],
      },
    ]);
  });
});
