import { strToU8 } from 'fflate';
import { expect, it } from 'vitest';
import type { DiveFile } from '../dive-file.ts';
import { encodeActivity } from '../fit-testing.ts';
import { readDiveFile } from '../read-dive-file.ts';

const listUnread = ({ warnings }: DiveFile) =>
  Object.fromEntries(warnings.flatMap(({ field, code, value }) => (code === 'column-ignored' ? [[field, value]] : [])));
const read = (text: string) => listUnread(readDiveFile(strToU8(text)));

it('names the fields of a FIT dive that have no place', () => {
  const file = readDiveFile(encodeActivity({ ascentRate: -0.25, surfaceIntervalS: 4680 }));
  expect(listUnread(file)).toEqual({ surface_interval: '4680', ascent_rate: '-0.25' });
  expect(file.warnings).toContainEqual({ field: 'ascent_rate', code: 'column-ignored', value: '-0.25', count: 3 });
});

it('names the keys of Suunto JSON that have no place', () => {
  const header = { DateTime: '2025-11-26T10:00:00+05:00', Depth: { Max: 10 }, Diving: { AltitudeMode: 2 }, Mood: 0 };
  const samples = [
    { Time: 0, Depth: 1, VerticalSpeed: 0.5, Cylinders: [{ GasNumber: 0, Pressure: 2e7, Ventilation: 0.0003 }] },
    { Time: 10, Depth: 10, VerticalSpeed: 0.2, EHPE: 4 },
  ];
  const log = { Header: { ...header, SurfaceTime: 3600 }, Samples: samples, 'R-R': { Data: [812, 790] } };
  expect(read(JSON.stringify({ DeviceLog: log }))).toEqual({
    'R-R': '812, 790',
    SurfaceTime: '3600',
    AltitudeMode: '2',
    VerticalSpeed: '0.5',
    Ventilation: '0.0003',
  });
});

it('names the elements of Suunto SML that have no place', () => {
  const sample = (values: string) => `<Sample>${values}</Sample>`;
  expect(
    read(
      `<sml><DeviceLog><Header><DateTime>2016-02-11T12:37:28</DateTime><SurfaceTime>3600</SurfaceTime></Header><Samples>${sample('<Time>0</Time><Depth>1</Depth><GasTime>900</GasTime>')}${sample('<Time>9</Time><Depth>5</Depth><Latitude>0.5</Latitude>')}</Samples></DeviceLog></sml>`,
    ),
  ).toEqual({ surfacetime: '3600', gastime: '900', latitude: '0.5' });
});

it('names the elements of Shearwater XML that have no place', () => {
  const record =
    '<diveLogRecord><currentTime>0</currentTime><currentDepth>5</currentDepth><sac>AI is off</sac><gasTime>12</gasTime><firstStopTime>0</firstStopTime></diveLogRecord>';
  expect(
    read(
      `<dive version="3"><diveLog><number>1</number><startDate>2024-04-05 13:49:36</startDate><endCns>12</endCns><logVersion>9</logVersion><diveLogRecords>${record}</diveLogRecords></diveLog></dive>`,
    ),
  ).toEqual({ gastime: '12', endcns: '12' });
});

const shearwaterCsv = (...rows: string[]) =>
  strToU8(
    [
      'Dive Number,GF Minimum,GF Maximum,Imperial Units,Start Date,Max Depth,Surface Interval',
      '86,40,85,False,2024-04-05 13:49:36,27,01:20',
      'Time (sec),Depth,Gas Time,SAC',
      ...rows,
    ].join('\r\n'),
  );

it('names the columns of Shearwater CSV that have no place', () => {
  const file = readDiveFile(shearwaterCsv('0,5,N/A,', '10,9,31,N/A'));
  expect(listUnread(file)).toEqual({ 'Surface Interval': '01:20', 'Gas Time': '31' });
});

it('refuses Shearwater CSV with a row of too many columns', () => {
  expect(() => readDiveFile(shearwaterCsv('0,5,,', `10,9${',1'.repeat(200)}`, '20,9,,'))).toThrow('too many columns');
});

it('names the columns of a profile that have no place', () => {
  const table = [
    'dive number,date,time,sample time (min),sample depth (m),sample setpoint (bar),site',
    '1,2024-08-31,12:49:36,0:10,1.5,1.2,Reef',
    '1,2024-08-31,12:49:36,0:20,3.5,1.2,Reef',
  ].join('\n');
  const file = readDiveFile(strToU8(table));
  expect(file.dives).toMatchObject([{ site: { name: 'Reef' }, recordings: [{ samples: { count: 2 } }] }]);
  expect(listUnread(file)).toEqual({ 'column 6': 'sample setpoint (bar)' });
});

it('names the fields of DL7 that have no place', () => {
  expect(
    read(
      'ZRH|^~<>{}|Sport|12345|MSWG|ThM|C|bar|L|\nZDH|1|7|I|Q10S|20240612093000|28.0|12|FO2||1500|\nZDP{\n|0.00|0.0|2.32||||0|26||200||||0|4|\n|0.50|10.0|3.1845|1.1|||3|26|2|180|150|||||\nZDP}\nZDT|1|7|18.29|20240612101500|25|140|\n',
    ),
  ).toEqual({
    'tank volume': '12',
    altitude: '1500',
    'ascent rate': '4',
    'warning number': '2',
    'diluent pressure': '150',
    gases: '3.1845',
    'pressure drop': '140',
  });
});
