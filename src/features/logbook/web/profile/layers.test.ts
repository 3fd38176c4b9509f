import { expect, it } from 'vitest';
import { createRecording } from '#features/logbook/shared/dive-files/dive-file.ts';
import { getStartOffset, listLayers } from './layers.ts';

it('lists the layers that have values', () => {
  const samples = {
    count: 2,
    timeS: Float64Array.from([0, 10]),
    columns: { temperatureC: Float64Array.from([20, 19]), ceilingM: Float64Array.from([0, Number.NaN]) },
    pressureBar: { 1: Float64Array.from([200, 190]) },
  };
  expect(listLayers({ ...createRecording({ samples }), cylinders: [] })).toEqual(['temperature', 'pressure']);
});

it('aligns two computers by their start', () => {
  expect(getStartOffset('2024-05-01T10:00:00', '2024-05-01T10:00:42')).toBe(42);
  expect(getStartOffset('2024-05-01T10:00:00', '2024-05-01T11:00:00')).toBe(0);
  expect(getStartOffset('2024-05-01T10:00:00', null)).toBe(0);
});
