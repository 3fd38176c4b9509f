import { expect, it } from 'vitest';
import { findNextDive } from './next-dive.ts';

const dive = (number: number, status: string) => ({ number, status });

it.each([
  [[], { number: 1, log: null }],
  [[dive(1, 'Verified'), dive(2, 'Pending')], { number: 3, log: null }],
  [[dive(2, 'Verified')], { number: 1, log: null }],
  [[dive(1, 'Draft')], { number: 1, log: dive(1, 'Draft') }],
  [[dive(1, 'Draft'), dive(1, 'Returned')], { number: 1, log: dive(1, 'Returned') }],
  [[dive(1, 'Returned'), dive(1, 'Verified')], { number: 2, log: null }],
  [[1, 2, 3, 4].map((number) => dive(number, 'Verified')), null],
])('after %j the next of four dives is %j', (logged, next) => {
  expect(findNextDive(4, logged)).toEqual(next);
});
