import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { drawCurve } from './smooth-curve.ts';

test('drawCurve starts at the first point and ends at the last', () => {
  const path = drawCurve([
    { x: 0, y: 0 },
    { x: 60, y: 40 },
    { x: 170, y: 74 },
  ]);
  expect(path).toBe('M0 0C18 12 24 24.3 60 40C111 62.2 137 63.8 170 74');
});

test('drawCurve returns only a move command for one point', () => {
  expect(drawCurve([{ x: 3, y: 4 }])).toBe('M3 4');
});

test('drawCurve never turns back, however uneven the distances are', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.integer({ min: 1, max: 500 }), fc.integer({ min: 0, max: 190 }))), (steps) => {
      let x = 0;
      const path = drawCurve([{ x: 0, y: 0 }, ...steps.map(([width, y]) => ({ x: (x += width), y }))]);
      let from = 0;
      for (const curve of path.split('C').slice(1)) {
        const [leave = 0, , arrive = 0, , to = 0] = curve.split(' ').map(Number);
        const xs = Array.from({ length: 21 }, (_, index) => {
          const t = index / 20;
          return (1 - t) ** 3 * from + 3 * (1 - t) ** 2 * t * leave + 3 * (1 - t) * t ** 2 * arrive + t ** 3 * to;
        });
        // Coordinates have one decimal.
        expect(xs.every((value, index) => index === 0 || value >= (xs[index - 1] ?? 0) - 0.1)).toBe(true);
        from = to;
      }
    }),
  );
});
