import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addStroke, strokeToPath, scaleStroke, getSignatureViewBox } from './signature-strokes.ts';

const points = fc.array(
  fc.record({ x: fc.double({ min: -50, max: 900, noNaN: true }), y: fc.double({ min: -50, max: 300, noNaN: true }) }),
  {
    minLength: 1,
    maxLength: 3_000,
  },
);
const boxes = fc.record({ width: fc.integer({ min: 100, max: 800 }), height: fc.integer({ min: 100, max: 250 }) });

describe('scaleStroke', () => {
  it('centers the stroke in the field and preserves its proportions', () => {
    const square = [
      { x: 125, y: 50 },
      { x: 225, y: 150 },
    ];
    expect(scaleStroke(square, { width: 350, height: 200 })).toEqual([250, 50, 350, 150]);
    expect(scaleStroke([{ x: 0, y: 0 }], { width: 600, height: 100 })).toEqual([0, 50]);
  });

  it('returns integers within the field, up to the maximum length', () => {
    fc.assert(
      fc.property(points, boxes, (drawn, box) => {
        const stroke = scaleStroke(drawn, box);
        expect(stroke.length).toBeGreaterThanOrEqual(2);
        expect(stroke.length).toBeLessThanOrEqual(2_000);
        expect(stroke.length % 2).toBe(0);
        expect(
          stroke.every(
            (value, index) => Number.isInteger(value) && value >= 0 && value <= (index % 2 === 0 ? 600 : 200),
          ),
        ).toBe(true);
      }),
    );
  });

  it('merges identical points', () => {
    const still = Array.from({ length: 40 }, () => ({ x: 20, y: 20 }));
    expect(scaleStroke(still, { width: 300, height: 100 })).toEqual([40, 40]);
  });
});

describe('signature strokes', () => {
  it('are limited in strokes and points', () => {
    const stroke = Array.from({ length: 2_000 }, (_, index) => index % 200);
    let strokes: number[][] = [];
    for (let count = 0; count < 80; count++) strokes = addStroke(strokes, stroke);
    expect(strokes.flat().length / 2).toBeLessThanOrEqual(5_000);
    expect(JSON.stringify(strokes).length).toBeLessThan(60_000);
    let dots: number[][] = [];
    for (let count = 0; count < 80; count++) dots = addStroke(dots, [1, 1]);
    expect(dots).toHaveLength(60);
  });

  it('become a smooth path, or a dot for a single point', () => {
    expect(strokeToPath([10, 20])).toBe('M10 20L10 20');
    expect(strokeToPath([10, 20, 30, 40])).toBe('M10 20L30 40');
    expect(strokeToPath([0, 0, 10, 0, 20, 10])).toBe('M0 0Q10 0 15 5L20 10');
    expect(strokeToPath([])).toBe('');
  });

  it.each([
    ['zoom in when centered', [[200, 100, 400, 100]], '100 0 400 200'],
    ['are shown whole when they reach far to one side', [[20, 100, 400, 100]], '12 0 576 200'],
    ['are shown whole from edge to edge', [[0, 0, 600, 200]], '0 0 600 200'],
  ])('%s', (_title, strokes, viewBox) => {
    expect(getSignatureViewBox(strokes)).toBe(viewBox);
  });
});
