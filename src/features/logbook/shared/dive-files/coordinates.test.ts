import { expect, it } from 'vitest';
import { parseCoordinate, parseCoordinates } from './coordinates.ts';

it.each([
  ['27.8136 34.3150', [27.8136, 34.315]],
  ['27.8136,34.3150', [27.8136, 34.315]],
  ['-8.5, 115.5', [-8.5, 115.5]],
  ['8,5; 115,5', [8.5, 115.5]],
  ['27.8136° N, 34.3150° E', [27.8136, 34.315]],
  ['8.5 S 74.5 W', [-8.5, -74.5]],
  [`S 8° 30', E 115° 15' 36"`, [-8.5, 115.26]],
  ['51°15′46″N 14°14′50″E', [51.262_778, 14.247_222]],
])('reads the position %s', (text, [latitude, longitude]) => {
  const position = parseCoordinates(text);
  expect(position?.latitude).toBeCloseTo(latitude ?? 0, 5);
  expect(position?.longitude).toBeCloseTo(longitude ?? 0, 5);
});

it.each(['', 'Blue Hole', '27.8', 'NaN NaN', '1 2 3 4 5 6 7 8'])('reads no position from %j', (text) => {
  expect(parseCoordinates(text)).toBeNull();
});

it('reads one coordinate', () => {
  expect(parseCoordinate('8.5 S')).toBe(-8.5);
  expect(parseCoordinate('W 12')).toBe(-12);
  expect(parseCoordinate('Ost')).toBeNull();
});
