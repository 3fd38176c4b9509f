import { expect, test } from 'vitest';
import { drawCurve } from './smooth-curve.ts';

test('drawCurve starts at the first point and ends at the last', () => {
  const path = drawCurve([
    { x: 0, y: 0 },
    { x: 60, y: 40 },
    { x: 170, y: 74 },
  ]);
  expect(path).toBe('M0 0C18 12 9 17.8 60 40C111 62.2 137 63.8 170 74');
});

test('drawCurve returns only a move command for one point', () => {
  expect(drawCurve([{ x: 3, y: 4 }])).toBe('M3 4');
});
