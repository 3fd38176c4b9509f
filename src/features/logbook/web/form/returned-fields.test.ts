import { expect, it } from 'vitest';
import type { DiveLog } from '#features/logbook/shared/contract.ts';
import { emptyValues, type LogValues } from './log-values.ts';
import { findRemark, listReturnedFields } from './returned-fields.ts';

const base: LogValues = { ...emptyValues, bottom_time: { text: '32', value: 32, unit: null }, dive_title: 'Dive 2' };
const returned = {
  status: 'Returned',
  returned_fields: [
    { field: 'general.depth_times.0.bottom_time', message: 'It was 38 minutes.' },
    { field: 'notes', message: 'Too short.' },
  ],
} as DiveLog;

it('marks the returned fields and no others, until their value changes', () => {
  expect(listReturnedFields({ log: returned, values: base }, base)).toEqual(['bottom_time', 'notes']);
  expect(findRemark({ log: returned, values: base }, base, 'dive_title')).toBe(null);
  const sameAgain = { ...base, bottom_time: { ...base.bottom_time } };
  expect(findRemark({ log: returned, values: sameAgain }, base, 'bottom_time')).toBe('It was 38 minutes.');
  const fixed = { ...base, bottom_time: { text: '38', value: 38, unit: null } };
  expect(listReturnedFields({ log: returned, values: fixed }, base)).toEqual(['notes']);
});

it('marks nothing once the dive is submitted again', () => {
  const pending = { ...returned, status: 'Pending' } as DiveLog;
  expect(listReturnedFields({ log: pending, values: base }, base)).toEqual([]);
});
