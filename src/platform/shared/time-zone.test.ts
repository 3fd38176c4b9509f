import { expect, it } from 'vitest';
import { isTimeZone, toTimeZone } from './time-zone.ts';

it.each([
  ['Europe/Berlin', 'Europe/Berlin'],
  ['europe/BERLIN', 'Europe/Berlin'],
  ['UTC', 'UTC'],
  ['Etc/GMT+5', 'Etc/GMT+5'],
  ['+05:37', null],
  ['-11:00', null],
  ['Moon/Tycho', null],
  ['', null],
])('toTimeZone(%j) is %j', (name, timeZone) => {
  expect(toTimeZone(name)).toBe(timeZone);
});

it('gives all spellings of a time zone the same name', () => {
  const names = ['Asia/Kolkata', 'asia/kolkata', 'Asia/Calcutta', 'ASIA/CALCUTTA'].map(toTimeZone);
  expect(new Set(names).size).toBe(1);
  expect(isTimeZone('+05:37')).toBe(true);
  expect(isTimeZone('Moon/Tycho')).toBe(false);
});
