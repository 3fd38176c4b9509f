import { expect, it } from 'vitest';
import { readDiveFile } from '#features/logbook/shared/dive-files/read-dive-file.ts';
import { writeDiveFile } from './describe-dive-file.ts';

const describe = (text: string) =>
  JSON.parse([...writeDiveFile(readDiveFile(new TextEncoder().encode(text)))].join('')) as Record<string, unknown[]>;

it('describes dives and warnings with units in the names', () => {
  const text = `<divelog version='3'><dives>
    <dive date='2024-05-01' time='10:00:00' duration='40:00 min'><location>Blue Hole</location><cylinder o2='32%'/><cylinder o2='32%'/>
      <divecomputer model='A'><temperature water='18.0 C'/><sample time='0:10 min' depth='18.4 m'/></divecomputer>
      <divecomputer model='B'><sample time='0:10 min' depth='18.1 m'/><sample time='0:20 min' depth='1.0 m'/></divecomputer></dive>
    <dive date='2024-02-30' time='10:00:00'><divecomputer model='A'><sample time='0:10 min' depth='-1 m'/><sample time='0:20 min' depth='-2 m'/></divecomputer></dive>
  </dives></divelog>`;
  expect(describe(text)).toMatchObject({
    format: 'subsurface',
    dives: [
      {
        datetime: '2024-05-01T10:00:00',
        utc_offset_min: null,
        duration_s: 2400,
        max_depth_m: 18.4,
        samples: 1,
        gases: [{ o2: 32, he: 0 }],
        site: 'Blue Hole',
        water_temp_c: 18,
        recordings: [
          { model: 'A', samples: 1 },
          { model: 'B', samples: 2 },
        ],
      },
      { datetime: null, max_depth_m: null, samples: 2 },
    ],
    warnings: [
      { dive: 2, field: 'datetime', reason: 'the date is not valid and was left out', value: '2024-02-30' },
      { dive: 2, field: 'samples.depth_m', value: '-1', count: 2 },
    ],
  });
});

it('adds the name of the inner file only for a zip', () => {
  expect(describe('Date,Depth\n2024-05-13,12\n')['dives']?.[0]).not.toHaveProperty('file');
});

it('keeps line separators and quotes inside of texts', () => {
  const notes = 'a\u2028b "c" \\ d';
  expect(describe(`Date,Depth,Notes\n2024-05-13,12,"${notes.replaceAll('"', '""')}"\n`)['dives']).toMatchObject([
    { notes },
  ]);
  expect(describe('Date,Depth\n')).toMatchObject({ dives: [], warnings: [{ dive: null, code: 'no-dives' }] });
});
