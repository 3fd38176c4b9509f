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

describe('notification pages', () => {
  it('insert a new item at the top', () => {
    expect(numbers(upsertItem(pagesOf([[5, 4], [3]]), note(6), true))).toEqual([6, 5, 4, 3]);
  });

  it('insert a restored item at its position', () => {
    expect(numbers(upsertItem(pagesOf([[5, 3], [1]]), note(2), true))).toEqual([5, 3, 2, 1]);
  });

  it('leave an item older than the loaded ones to later pages', () => {
    expect(numbers(upsertItem(pagesOf([[5, 4]], 'more'), note(1), true))).toEqual([5, 4]);
    expect(numbers(upsertItem(pagesOf([[5, 4]]), note(1), true))).toEqual([5, 4, 1]);
  });

  it('ignore repeated and older versions', () => {
    const newer = note(4, { version: 3, read: true });
    const changed = upsertItem(pagesOf([[5, 4]]), newer, true);
    expect(upsertItem(changed, newer, true)).toBe(changed);
    expect(upsertItem(changed, note(4, { version: 2 }), true)).toBe(changed);
  });

  it('remove an item that was read from the unread list', () => {
    expect(numbers(upsertItem(pagesOf([[5, 4]]), note(4, { version: 2, read: true }), false))).toEqual([5]);
  });

  it('remove a deleted item', () => {
    expect(numbers(removeItem(pagesOf([[5, 4], [3]]), note(4).id))).toEqual([5, 3]);
  });

  it('mark items as read up to a moment', () => {
    const pages = markReadUntil(pagesOf([[5, 4, 3]]), note(4).timestamp);
    expect(listItems(pages).map(({ read }) => read)).toEqual([false, true, true]);
  });

  it('remove items up to a moment from the unread list', () => {
    expect(numbers(removeUntil(pagesOf([[5, 4], [3]]), note(4).timestamp))).toEqual([5]);
  });

  it('stay sorted and free of duplicates', () => {
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
