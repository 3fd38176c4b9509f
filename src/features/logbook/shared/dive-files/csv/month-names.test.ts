import { expect, it } from 'vitest';
import { readDiveFile } from '../read-dive-file.ts';

const read = (text: string) => readDiveFile(new TextEncoder().encode(text));
const readDates = (...dates: string[]) =>
  read(`Date;Depth\n${dates.map((date) => `${date};10\n`).join('')}`).dives.map(
    ({ start }) => start?.local.slice(0, 10) ?? null,
  );

it('reads names that are different months in two languages by the other dates of the column', () => {
  expect(readDates('3 srpnja 2024', '12 listopada 2024', '5 lis 2024', '1 lip 2024')).toEqual([
    '2024-07-03',
    '2024-10-12',
    '2024-10-05',
    '2024-06-01',
  ]);
  expect(readDates('3 września 2024', '12 listopada 2024', '1 lip 2024')).toEqual([
    '2024-09-03',
    '2024-11-12',
    '2024-07-01',
  ]);
  expect(readDates('3 kvě 2024', '12 srp 2024')).toEqual(['2024-05-03', '2024-08-12']);
});

it('reads the point after the day, which not all languages write', () => {
  expect(readDates('12. listopada 2024.')).toEqual(['2024-10-12']);
});

it('leaves out a month that nothing decides, with a warning', () => {
  const { dives } = read('Date;Depth\n12 lip 2024;10\n');
  expect(dives).toMatchObject([{ start: null, warnings: [{ code: 'invalid-date', value: '12 lip 2024' }] }]);
});

it('does not take a weekday for a month', () => {
  expect(readDates('mar 4 giu 2024', 'mar. 4 juin 2024', 'mar 5 mar 2024')).toEqual([
    '2024-06-04',
    '2024-06-04',
    '2024-03-05',
  ]);
});

it('reads dates without separators', () => {
  expect(readDates('20240501', '20241231')).toEqual(['2024-05-01', '2024-12-31']);
  expect(read('Date,Depth\n20240501T103000,10\n').dives[0]?.start?.local).toBe('2024-05-01T10:30:00');
});

it('reads a table whose first line declares the separator', () => {
  const { dives } = read('sep=^\r\nDate^Depth^Site\r\n2024-05-01^12^A, B; C\r\n');
  expect(dives).toMatchObject([{ maxDepthM: 12, site: { name: 'A, B; C' } }]);
});

it('refuses a table with more rows than are read', () => {
  expect(() => read(`a,b\n${'1,2\n'.repeat(300_001)}`)).toThrow('more than 300000 rows');
});

it('warns of a negative duration', () => {
  const { dives } = read('Date,Depth,Duration\n2024-05-01,10,-0:10\n2024-05-02,10,-1:30\n2024-05-03,10,1:30\n');
  expect(dives.map(({ durationS }) => durationS)).toEqual([null, null, 5400]);
  expect(dives[1]?.warnings).toMatchObject([{ code: 'time-missing' }, { field: 'duration_s', value: '-5400' }]);
});
