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

describe('updateSelection', () => {
  it('selects the first item, or none in an empty queue', () => {
    expect(followQueue(null, [one, two], null)).toEqual({ item: one, index: 0, isGone: false });
    expect(followQueue(null, [], null)).toBeNull();
  });

  it('keeps the selected item when others come and go', () => {
    const place = selectAt([one, two, three], 1);
    expect(followQueue(place, [one, two, three], null)).toBe(place);
    expect(followQueue(place, [two, three], null)).toEqual({ item: two, index: 0, isGone: false });
  });

  it('marks the selection as gone when its item leaves the queue', () => {
    const place = followQueue(selectAt([one, two], 0), [two], null);
    expect(place).toEqual({ item: one, index: 0, isGone: true });
    expect(followQueue(place, [two, three], null)).toBe(place);
    expect(followQueue(place, [], null)).toBe(place);
  });

  it('selects the next item after a decision, the last one at the end, and then none', () => {
    expect(followQueue(selectAt([one, two], 0), [two], 'one')).toEqual({ item: two, index: 0, isGone: false });
    expect(followQueue(selectAt([one, two], 1), [one], 'two')).toEqual({ item: one, index: 0, isGone: false });
    expect(followQueue(selectAt([one], 0), [], 'one')).toBeNull();
  });

  it('ignores decisions about other items', () => {
    expect(followQueue(selectAt([one, two], 1), [two], 'one')).toEqual({ item: two, index: 0, isGone: false });
  });

  it('steps to adjacent items, and from a gone item to the one in its position', () => {
    const place = selectAt([one, two, three], 1);
    expect([getStepIndex(place, 1), getStepIndex(place, -1), getStepIndex(null, 1)]).toEqual([2, 0, 0]);
    const removed = followQueue(place, [one, three], null);
    expect([getStepIndex(removed, 1), getStepIndex(removed, -1)]).toEqual([1, 0]);
  });
});

describe('findRequestedItem', () => {
  const requested = toRequestedItem('two');

  it('returns the index and clears the request', () => {
    expect(findRequestedItem(requested, ['one', 'two'], false)).toEqual({ index: 1, wanted: null });
    expect(findRequestedItem(null, ['one', 'two'], true)).toEqual({ index: -1, wanted: null });
  });

  it('waits while the queue is loading', () => {
    expect(findRequestedItem(requested, ['one'], false)).toEqual({ index: -1, wanted: requested });
  });

  it('reports an item that is not in the queue, even if it appears later', () => {
    const { wanted } = findRequestedItem(requested, ['one'], true);
    expect(wanted).toEqual({ id: 'two', isMissing: true });
    expect(findRequestedItem(wanted, ['one', 'two'], true)).toEqual({ index: -1, wanted });
  });
});
