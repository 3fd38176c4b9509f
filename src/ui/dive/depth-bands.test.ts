import { expect, test } from 'vitest';
import { drawProfileLine, findDeepest, listDepthBands } from './depth-bands.ts';

test('a shallow dive has one tint that ends at its deepest point', () => {
  expect(listDepthBands(4.5)).toEqual([{ tint: 1, fromM: 0, toM: 4.5 }]);
});

test('a dive to exactly a step does not enter the next tint', () => {
  expect(listDepthBands(12).map((band) => band.tint)).toEqual([1, 2]);
});

test('a dive below 40 m uses all seven tints', () => {
  const bands = listDepthBands(52.8);
  expect(bands).toHaveLength(7);
  expect(bands.at(-1)).toEqual({ tint: 7, fromM: 40, toM: 52.8 });
});

test('a dive without depth has no tint', () => {
  expect(listDepthBands(0)).toEqual([]);
});

test('the line passes through every sample in the units of the drawing', () => {
  const samples = [
    { timeMin: 0, depthM: 0 },
    { timeMin: 10, depthM: 24.8 },
    { timeMin: 47, depthM: 0 },
  ];
  expect(
    drawProfileLine(
      samples,
      (timeMin) => timeMin * 2,
      (depthM) => depthM * 10,
    ),
  ).toBe('M0 0L20 248L94 0');
  expect(findDeepest(samples)).toEqual({ timeMin: 10, depthM: 24.8 });
});
