import { expect, test } from 'vitest';
import { measureDrag } from './use-swipe.ts';

test('measureDrag follows only to the right in left-to-right pages', () => {
  expect(measureDrag(30, false)).toBe(30);
  expect(measureDrag(-30, false)).toBe(0);
});

test('measureDrag follows only to the left in right-to-left pages', () => {
  expect(measureDrag(-30, true)).toBe(30);
  expect(measureDrag(30, true)).toBe(0);
});

test('measureDrag follows only to the opposite side for the start edge', () => {
  expect(measureDrag(-30, false, 'start')).toBe(30);
  expect(measureDrag(30, false, 'start')).toBe(0);
  expect(measureDrag(30, true, 'start')).toBe(30);
  expect(measureDrag(-30, true, 'start')).toBe(0);
});
