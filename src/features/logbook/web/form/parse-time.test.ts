import { expect, it } from 'vitest';
import { parseTime } from './parse-time.ts';

it('parses times in any notation', () => {
  const same = ['17:05', '1705', '17.05', '17h05', '17 05', ' 17:05 ', '5:05 pm', '5:05PM', '0505 p.m.'];
  for (const text of same) expect(parseTime(text), text).toBe('17:05');
  expect(parseTime('905')).toBe('09:05');
  expect(parseTime('0:00')).toBe('00:00');
  expect(parseTime('12:30 am')).toBe('00:30');
  expect(parseTime('12:30 pm')).toBe('12:30');
});

it('rejects impossible times', () => {
  for (const text of ['', '5', '24:00', '12:60', '13:00 pm', '17:5', 'noon', '1:23:45'])
    expect(parseTime(text), text).toBe(null);
});
