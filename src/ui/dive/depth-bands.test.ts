import { expect, test } from 'vitest';
import { drawProfileLine, findDeepest, listDepthBands } from './depth-bands.ts';

test('listDepthBands returns one band up to the deepest point of a shallow dive', () => {
  expect(listDepthBands(4.5)).toEqual([{ tint: 1, fromM: 0, toM: 4.5 }]);
});

test('listDepthBands does not enter the next band at exactly its start', () => {
  expect(listDepthBands(12).map((band) => band.tint)).toEqual([1, 2]);
});

test('listDepthBands returns all seven bands below 40 m', () => {
  const bands = listDepthBands(52.8);
  expect(bands).toHaveLength(7);
  expect(bands.at(-1)).toEqual({ tint: 7, fromM: 40, toM: 52.8 });
});

test('listDepthBands returns no band for a depth of 0', () => {
  expect(listDepthBands(0)).toEqual([]);
});

test('drawProfileLine passes through every sample in drawing units', () => {
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
