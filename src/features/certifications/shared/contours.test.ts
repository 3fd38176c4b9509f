import { expect, test } from 'vitest';
import { buildContours } from './contours.ts';

test('draws the same contours for the same level, and others for another', () => {
  expect(buildContours(10)).toEqual(buildContours(10));
  expect(buildContours(10)).not.toEqual(buildContours(30));
});

test.each([10, 11, 20, 30, 40, 50, 51, 52, 53, 54, 55, 56, 57, 70, 80])(
  'draws nine closed contours of limited size for level %i',
  (levelID) => {
    const paths = buildContours(levelID);
    expect(paths).toHaveLength(9);
    for (const path of paths) expect(path).toMatch(/^(M-?\d+ -?\d+(Q-?\d+ -?\d+ -?\d+ -?\d+)+Z)+$/);
    expect(paths.join('').length).toBeLessThan(40_000);
  },
);
