import { describe, expect, it } from 'vitest';
import { followQueue as follow, lookFor, placeAt, stepFrom, wantedOf, type DeskPlace } from './desk-place.ts';

interface Waiting {
  id: string;
}
const [one, two, three] = ['one', 'two', 'three'].map((id) => ({ id })) as [Waiting, Waiting, Waiting];
const followQueue = (place: DeskPlace<Waiting> | null, queue: readonly Waiting[], decidedId: string | null) =>
  follow(place, queue, decidedId, ({ id }) => id);

describe('the place at the desk', () => {
  it('is the first of the queue to begin with, and nowhere in an empty one', () => {
    expect(followQueue(null, [one, two], null)).toEqual({ item: one, index: 0, isGone: false });
    expect(followQueue(null, [], null)).toBeNull();
  });

  it('stays with its own when others come and go', () => {
    const place = placeAt([one, two, three], 1);
    expect(followQueue(place, [one, two, three], null)).toBe(place);
    expect(followQueue(place, [two, three], null)).toEqual({ item: two, index: 0, isGone: false });
  });

  it('goes to nobody else when its own leaves the queue', () => {
    const place = followQueue(placeAt([one, two], 0), [two], null);
    expect(place).toEqual({ item: one, index: 0, isGone: true });
    expect(followQueue(place, [two, three], null)).toBe(place);
    expect(followQueue(place, [], null)).toBe(place);
  });

  it('goes to the next once its own is decided here, to the last one at the end, and then nowhere', () => {
    expect(followQueue(placeAt([one, two], 0), [two], 'one')).toEqual({ item: two, index: 0, isGone: false });
    expect(followQueue(placeAt([one, two], 1), [one], 'two')).toEqual({ item: one, index: 0, isGone: false });
    expect(followQueue(placeAt([one], 0), [], 'one')).toBeNull();
  });

  it('is not moved by a decision about another', () => {
    expect(followQueue(placeAt([one, two], 1), [two], 'one')).toEqual({ item: two, index: 0, isGone: false });
  });

  it('is left by a step to the next or to the one before, and from one that is gone to what stands there now', () => {
    const place = placeAt([one, two, three], 1);
    expect([stepFrom(place, 1), stepFrom(place, -1), stepFrom(null, 1)]).toEqual([2, 0, 0]);
    const gone = followQueue(place, [one, three], null);
    expect([stepFrom(gone, 1), stepFrom(gone, -1)]).toEqual([1, 0]);
  });
});

describe('the one that was asked for', () => {
  const asked = wantedOf('two');

  it('is found where it stands, and is wanted no longer', () => {
    expect(lookFor(asked, ['one', 'two'], false)).toEqual({ index: 1, wanted: null });
    expect(lookFor(null, ['one', 'two'], true)).toEqual({ index: -1, wanted: null });
  });

  it('is waited for while the queue is read', () => {
    expect(lookFor(asked, ['one'], false)).toEqual({ index: -1, wanted: asked });
  });

  it('is missing once the queue is read without it, and does not come in later by itself', () => {
    const { wanted } = lookFor(asked, ['one'], true);
    expect(wanted).toEqual({ id: 'two', isMissing: true });
    expect(lookFor(wanted, ['one', 'two'], true)).toEqual({ index: -1, wanted });
  });
});
