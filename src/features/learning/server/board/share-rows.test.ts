import { describe, expect, it } from 'vitest';
import { shareRows } from './share-rows.ts';

describe('shareRows', () => {
  it.each([
    [[], 25, []],
    [[12, 5, 3], 25, [12, 5, 3]],
    [[2000], 25, [25]],
    [[500, 4, 300], 25, [11, 4, 10]],
    [[100, 100, 100, 100, 100, 100, 100, 100, 100, 100], 25, [3, 3, 3, 3, 3, 3, 3, 3, 3, 3]],
  ])('divides %j with a limit of %i', (counts, limit, shares) => {
    expect(shareRows(counts, limit)).toEqual(shares);
  });
});
