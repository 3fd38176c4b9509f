import { describe, expect, it } from 'vitest';
import {
  updateSelection,
  findRequestedItem,
  selectAt,
  getStepIndex,
  toRequestedItem,
  type QueueSelection,
} from './queue-selection.ts';

interface QueueItem {
  id: string;
}
const [one, two, three] = ['one', 'two', 'three'].map((id) => ({ id })) as [QueueItem, QueueItem, QueueItem];
const update = (selection: QueueSelection<QueueItem> | null, queue: readonly QueueItem[], decidedId: string | null) =>
  updateSelection(selection, queue, decidedId, ({ id }) => id);

describe('updateSelection', () => {
  it('selects the first item, or none in an empty queue', () => {
    expect(update(null, [one, two], null)).toEqual({ item: one, index: 0, isGone: false });
    expect(update(null, [], null)).toBeNull();
  });

  it('keeps the selected item when others come and go', () => {
    const selection = selectAt([one, two, three], 1);
    expect(update(selection, [one, two, three], null)).toBe(selection);
    expect(update(selection, [two, three], null)).toEqual({ item: two, index: 0, isGone: false });
  });

  it('marks the selection as gone when its item leaves the queue', () => {
    const selection = update(selectAt([one, two], 0), [two], null);
    expect(selection).toEqual({ item: one, index: 0, isGone: true });
    expect(update(selection, [two, three], null)).toBe(selection);
    expect(update(selection, [], null)).toBe(selection);
  });

  it('selects the next item after a decision, the last one at the end, and then none', () => {
    expect(update(selectAt([one, two], 0), [two], 'one')).toEqual({ item: two, index: 0, isGone: false });
    expect(update(selectAt([one, two], 1), [one], 'two')).toEqual({ item: one, index: 0, isGone: false });
    expect(update(selectAt([one], 0), [], 'one')).toBeNull();
  });

  it('ignores decisions about other items', () => {
    expect(update(selectAt([one, two], 1), [two], 'one')).toEqual({ item: two, index: 0, isGone: false });
  });

  it('steps to adjacent items, and from a gone item to the one in its position', () => {
    const selection = selectAt([one, two, three], 1);
    expect([getStepIndex(selection, 1), getStepIndex(selection, -1), getStepIndex(null, 1)]).toEqual([2, 0, 0]);
    const removed = update(selection, [one, three], null);
    expect([getStepIndex(removed, 1), getStepIndex(removed, -1)]).toEqual([1, 0]);
  });
});

describe('findRequestedItem', () => {
  const requested = toRequestedItem('two');

  it('returns the index and clears the request', () => {
    expect(findRequestedItem(requested, ['one', 'two'], false)).toEqual({ index: 1, requested: null });
    expect(findRequestedItem(null, ['one', 'two'], true)).toEqual({ index: -1, requested: null });
  });

  it('stays pending while the queue is loading', () => {
    expect(findRequestedItem(requested, ['one'], false)).toEqual({ index: -1, requested });
  });

  it('reports an item that is not in the queue, even if it appears later', () => {
    const { requested: missing } = findRequestedItem(requested, ['one'], true);
    expect(missing).toEqual({ id: 'two', isMissing: true });
    expect(findRequestedItem(missing, ['one', 'two'], true)).toEqual({ index: -1, requested: missing });
  });
});
