import { describe, expect, it } from 'vitest';
import type { PhotoInQueue } from '../../account/shared/profile-contract.ts';
import { followQueue, placeAt } from './desk-place.ts';

const photoOf = (photoId: string): PhotoInQueue => ({
  photoId,
  affiliateId: 400_001,
  fullName: `Owner of ${photoId}`,
  isMinor: false,
  uploadedAt: '2026-11-14T09:00:00.000Z',
});
const [one, two, three] = ['one', 'two', 'three'].map(photoOf) as [PhotoInQueue, PhotoInQueue, PhotoInQueue];

describe('the place at the desk', () => {
  it('is the first of the queue to begin with, and nowhere in an empty one', () => {
    expect(followQueue(null, [one, two], null)).toEqual({ photo: one, index: 0, isGone: false });
    expect(followQueue(null, [], null)).toBeNull();
  });

  it('stays with its photo when others come and go', () => {
    const place = placeAt([one, two, three], 1);
    expect(followQueue(place, [one, two, three], null)).toBe(place);
    expect(followQueue(place, [two, three], null)).toEqual({ photo: two, index: 0, isGone: false });
  });

  it('goes to nobody else when its photo leaves the queue', () => {
    const place = followQueue(placeAt([one, two], 0), [two], null);
    expect(place).toEqual({ photo: one, index: 0, isGone: true });
    expect(followQueue(place, [two, three], null)).toBe(place);
    expect(followQueue(place, [], null)).toBe(place);
  });

  it('goes to the next once its photo is decided here, to the last one at the end, and then nowhere', () => {
    expect(followQueue(placeAt([one, two], 0), [two], 'one')).toEqual({ photo: two, index: 0, isGone: false });
    expect(followQueue(placeAt([one, two], 1), [one], 'two')).toEqual({ photo: one, index: 0, isGone: false });
    expect(followQueue(placeAt([one], 0), [], 'one')).toBeNull();
  });

  it('is not moved by a decision about another photo', () => {
    expect(followQueue(placeAt([one, two], 1), [two], 'one')).toEqual({ photo: two, index: 0, isGone: false });
  });
});
