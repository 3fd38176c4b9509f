import { describe, expect, it } from 'vitest';
import {
  updateSelection as follow,
  findRequestedItem,
  selectAt,
  getStepIndex,
  toRequestedItem,
  type QueueSelection,
} from './queue-selection.ts';

interface Waiting {
  id: string;
}
const [one, two, three] = ['one', 'two', 'three'].map((id) => ({ id })) as [Waiting, Waiting, Waiting];
const followQueue = (place: QueueSelection<Waiting> | null, queue: readonly Waiting[], decidedId: string | null) =>
  follow(place, queue, decidedId, ({ id }) => id);

describe('the place at the desk', () => {
  it('is the first of the queue to begin with, and nowhere in an empty one', () => {
    expect(followQueue(null, [one, two], null)).toEqual({ item: one, index: 0, isGone: false });
    expect(followQueue(null, [], null)).toBeNull();
  });

  it('stays with its own when others come and go', () => {
    const place = selectAt([one, two, three], 1);
    expect(followQueue(place, [one, two, three], null)).toBe(place);
    expect(followQueue(place, [two, three], null)).toEqual({ item: two, index: 0, isGone: false });
  });

  it('goes to nobody else when its own leaves the queue', () => {
    const place = followQueue(selectAt([one, two], 0), [two], null);
    expect(place).toEqual({ item: one, index: 0, isGone: true });
    expect(followQueue(place, [two, three], null)).toBe(place);
    expect(followQueue(place, [], null)).toBe(place);
  });

  it('goes to the next once its own is decided here, to the last one at the end, and then nowhere', () => {
    expect(followQueue(selectAt([one, two], 0), [two], 'one')).toEqual({ item: two, index: 0, isGone: false });
    expect(followQueue(selectAt([one, two], 1), [one], 'two')).toEqual({ item: one, index: 0, isGone: false });
    expect(followQueue(selectAt([one], 0), [], 'one')).toBeNull();
  });

  it('is not moved by a decision about another', () => {
    expect(followQueue(selectAt([one, two], 1), [two], 'one')).toEqual({ item: two, index: 0, isGone: false });
  });

  it('is left by a step to the next or to the one before, and from one that is gone to what stands there now', () => {
    const place = selectAt([one, two, three], 1);
    expect([getStepIndex(place, 1), getStepIndex(place, -1), getStepIndex(null, 1)]).toEqual([2, 0, 0]);
    const gone = followQueue(place, [one, three], null);
    expect([getStepIndex(gone, 1), getStepIndex(gone, -1)]).toEqual([1, 0]);
  });
});

describe('the one that was asked for', () => {
  const asked = toRequestedItem('two');

  it('is found where it stands, and is wanted no longer', () => {
    expect(findRequestedItem(asked, ['one', 'two'], false)).toEqual({ index: 1, wanted: null });
    expect(findRequestedItem(null, ['one', 'two'], true)).toEqual({ index: -1, wanted: null });
  });

  it('is waited for while the queue is read', () => {
    expect(findRequestedItem(asked, ['one'], false)).toEqual({ index: -1, wanted: asked });
  });

  it('is missing once the queue is read without it, and does not come in later by itself', () => {
    const { wanted } = findRequestedItem(asked, ['one'], true);
    expect(wanted).toEqual({ id: 'two', isMissing: true });
    expect(findRequestedItem(wanted, ['one', 'two'], true)).toEqual({ index: -1, wanted });
  });
});
