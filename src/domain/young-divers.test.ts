import { expect, it } from 'vitest';
import { fullCardAge } from './certification-levels.ts';
import { getAgeDepthLimitM, youngDiverLimits } from './young-divers.ts';

it.each([
  [9, 12],
  [10, 12],
  [11, 12],
  [12, 18],
  [14, 18],
  [15, null],
  [40, null],
])('limits the depth at the age of %i to %j m', (age, limit) => {
  expect(getAgeDepthLimitM(age)).toBe(limit);
});

it('covers every age from the first card to the full card', () => {
  const ages = youngDiverLimits.flatMap(({ fromAge, toAge }) =>
    Array.from({ length: toAge - fromAge + 1 }, (_, index) => fromAge + index),
  );
  expect(ages).toEqual(Array.from({ length: fullCardAge - 10 }, (_, index) => 10 + index));
});
