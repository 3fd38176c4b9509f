import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { moveItem } from './use-reorder.ts';

describe('moveItem', () => {
  it.each<[number, number, string[]]>([
    [0, 2, ['b', 'c', 'a', 'd']],
    [3, 0, ['d', 'a', 'b', 'c']],
    [1, Infinity, ['a', 'c', 'd', 'b']],
    [2, -Infinity, ['c', 'a', 'b', 'd']],
  ])('moves an item from %i to %d', (from, to, expected) => {
    expect(moveItem(['a', 'b', 'c', 'd'], from, to)).toEqual(expected);
  });

  it('returns the same array when nothing moves', () => {
    const items = ['a', 'b'];
    expect([moveItem(items, 1, 1), moveItem(items, 1, 9), moveItem(items, 0, -1)]).toEqual([items, items, items]);
    expect(moveItem(items, 1, 9)).toBe(items);
  });

  it('preserves all items and the order of the others', () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.integer(), { minLength: 1 }), fc.nat(), fc.integer(), (items, at, to) => {
        const from = at % items.length;
        const moved = moveItem(items, from, to);
        expect(moved.filter((item) => item !== items[from])).toEqual(items.toSpliced(from, 1));
        expect(moved).toHaveLength(items.length);
      }),
    );
  });
});
