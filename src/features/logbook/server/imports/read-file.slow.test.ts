import { expect, it } from 'vitest';
import { limits } from '#features/logbook/shared/dive-files/limits.ts';
import { readFileInProcess } from './read-file.ts';
import { cloudTables, encodeDatabase, encodeLog, packLog } from './shearwater/shearwater-testing.ts';

it('reads a database in the process', async () => {
  const row = { log_id: 'a', data_bytes_1: packLog(encodeLog()) };
  const { format, dives } = await readFileInProcess(Buffer.from(encodeDatabase(cloudTables, [['log_data', row]])));
  expect(format).toBe('shearwater-db');
  expect(dives).toMatchObject([{ maxDepthM: 18.4, recordings: [{ sampleCount: 2 }] }]);
});

it('kills a process that needs too much memory while its reader blocks the event loop', async () => {
  const json = `{"DeviceLog":{"Samples":[${'{},'.repeat(3_900_000)}{}]}}`;
  await expect(readFileInProcess(Buffer.from(json))).rejects.toMatchObject({ code: 'too-large' });
});

const subsurfaceSample = "<sample time='0:10 min' depth='18.4 m' temp='18.0 C'/>\n";
/** A profile with a sample each second, as most programs write it. */
const repeatSeconds = (write: (second: number) => string) =>
  Array.from({ length: 3600 }, (_, second) => write(second)).join('\n');

it.each([
  {
    name: 'Subsurface',
    start: '<divelog><dives>',
    dive: `<dive date='2020-01-01' time='10:00:00'><divecomputer model='A'>${subsurfaceSample.repeat(2_400)}</divecomputer></dive>`,
    end: '</dives></divelog>',
  },
  {
    name: 'UDDF',
    start: '<uddf version="3.2.0"><profiledata><repetitiongroup>',
    dive: `<dive id="a"><informationbeforedive><datetime>2020-01-01T10:00:00</datetime></informationbeforedive><samples>${repeatSeconds((second) => `<waypoint><depth>18.4</depth><divetime>${second}</divetime><temperature>291.15</temperature></waypoint>`)}</samples></dive>`,
    end: '</repetitiongroup></profiledata></uddf>',
  },
  {
    name: 'MacDive',
    start: '<dives><units>Metric</units>',
    dive: `<dive><date>2020-01-01 10:00:00</date><samples>${repeatSeconds((second) => `<sample><time>${second}</time><depth>18.4</depth><pressure>180.0</pressure><temperature>18.0</temperature><ppo2>0.59</ppo2><ndt>99</ndt></sample>`)}</samples></dive>`,
    end: '</dives>',
  },
  {
    name: 'SML',
    start: '<sml>',
    dive: `<DeviceLog><Header><DateTime>2020-01-01T10:00:00</DateTime></Header><Samples>${repeatSeconds((second) => `<Sample><Depth>18.4</Depth><Time>${second}</Time><Temperature>291.15</Temperature></Sample>`)}</Samples></DeviceLog>`,
    end: '</sml>',
  },
])(
  'reads a $name file of almost the largest size',
  async ({ start, dive, end }) => {
    const count = Math.floor((limits.fileBytes * 0.98) / dive.length);
    const { dives } = await readFileInProcess(Buffer.from(`${start}${dive.repeat(count)}${end}`));
    expect(dives).toHaveLength(count);
  },
  300_000,
);
