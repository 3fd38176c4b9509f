import { expect, it } from 'vitest';
import { createScale } from './chart-scale.ts';

it('places the window between the edges of the water, and the surface at its top', () => {
  const scale = createScale('wide', { fromS: 600, toS: 1_200 }, 20);
  expect([scale.toX(600), scale.toX(1_200)]).toEqual([scale.start, scale.end]);
  expect([scale.toY(0), scale.toY(20)]).toEqual([scale.sea, scale.bottom]);
});

it('finds the time under the pointer, and never one outside the window', () => {
  const scale = createScale('narrow', { fromS: 0, toS: 3_000 }, 20);
  expect(scale.toTime(scale.toX(1_234) / scale.width)).toBeCloseTo(1_234);
  expect([scale.toTime(0), scale.toTime(1)]).toEqual([0, 3_000]);
});
