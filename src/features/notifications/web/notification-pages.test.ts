import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Notification } from '#features/notifications/shared/contract.ts';
import {
  removeItem,
  removeUntil,
  listItems,
  upsertItem,
  markReadUntil,
  type NotificationPages,
} from './notification-pages.ts';

function note(number: number, more: Partial<Notification> = {}): Notification {
  return {
    id: `id-${String(number).padStart(4, '0')}`,
    affiliate_id: 1,
    timestamp: new Date(1_800_000_000_000 + number * 1_000).toISOString(),
    read: false,
    name: `note ${number}`,
    url: null,
    message: '',
    kind: 'test',
    version: 1,
    ...more,
  };
}

function pagesOf(pages: number[][], nextToken: string | null = null): NotificationPages {
  return {
    pages: pages.map((numbers, index) => ({
      items: numbers.map((number) => note(number)),
      nextToken: index === pages.length - 1 ? nextToken : 'x',
      unread: 0,
    })),
    pageParams: pages.map(() => null),
  };
}

const numbers = (pages: NotificationPages) => listItems(pages).map(({ id }) => Number(id.slice(3)));

describe('the loaded pages', () => {
  it('take a new one at the top', () => {
    expect(numbers(upsertItem(pagesOf([[5, 4], [3]]), note(6), true))).toEqual([6, 5, 4, 3]);
  });

  it('take one that was had back where it stood', () => {
    expect(numbers(upsertItem(pagesOf([[5, 3], [1]]), note(2), true))).toEqual([5, 3, 2, 1]);
  });

  it('leave one that is older than all that is loaded to the pages still to come', () => {
    expect(numbers(upsertItem(pagesOf([[5, 4]], 'more'), note(1), true))).toEqual([5, 4]);
    expect(numbers(upsertItem(pagesOf([[5, 4]]), note(1), true))).toEqual([5, 4, 1]);
  });

  it('hear of a change twice and keep it once, the newer one in whatever order', () => {
    const newer = note(4, { version: 3, read: true });
    const changed = upsertItem(pagesOf([[5, 4]]), newer, true);
    expect(upsertItem(changed, newer, true)).toBe(changed);
    expect(upsertItem(changed, note(4, { version: 2 }), true)).toBe(changed);
  });

  it('let go of one that was read, in the list of the unread', () => {
    expect(numbers(upsertItem(pagesOf([[5, 4]]), note(4, { version: 2, read: true }), false))).toEqual([5]);
  });

  it('forget a deleted one', () => {
    expect(numbers(removeItem(pagesOf([[5, 4], [3]]), note(4).id))).toEqual([5, 3]);
  });

  it('are read up to a moment, and no further', () => {
    const pages = markReadUntil(pagesOf([[5, 4, 3]]), note(4).timestamp);
    expect(listItems(pages).map(({ read }) => read)).toEqual([false, true, true]);
  });

  it('of the unread keep only what came after everything was read', () => {
    expect(numbers(removeUntil(pagesOf([[5, 4], [3]]), note(4).timestamp))).toEqual([5]);
  });

  it('are in order and without a repeat, whatever comes in', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(40), { maxLength: 60 }), (arrivals) => {
        const pages = arrivals.reduce(
          (known, number) => upsertItem(known, note(number), true),
          pagesOf([[20, 10], [5]]),
        );
        const seen = numbers(pages);
        expect(seen).toEqual([...new Set([20, 10, 5, ...arrivals])].toSorted((a, b) => b - a));
      }),
    );
  });
});
