import { expect, test } from 'vitest';
import { measureDrag } from './use-swipe.ts';

test('from left to right the drawer follows a finger to the right only', () => {
  expect(measureDrag(30, false)).toBe(30);
  expect(measureDrag(-30, false)).toBe(0);
});

test('from right to left the drawer follows a finger to the left only', () => {
  expect(measureDrag(-30, true)).toBe(30);
  expect(measureDrag(30, true)).toBe(0);
});

test('a row follows a finger to the other edge only', () => {
  expect(measureDrag(-30, false, 'start')).toBe(30);
  expect(measureDrag(30, false, 'start')).toBe(0);
  expect(measureDrag(30, true, 'start')).toBe(30);
  expect(measureDrag(-30, true, 'start')).toBe(0);
});
