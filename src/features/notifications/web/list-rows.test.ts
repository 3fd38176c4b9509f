import { expect, it } from 'vitest';
import type { Notification } from '#features/notifications/shared/contract.ts';
import { toListRows } from './list-rows.ts';

const now = new Date(2026, 10, 15, 12);

function told(id: string, daysAgo: number): Notification {
  const timestamp = new Date(2026, 10, 15 - daysAgo, 9).toISOString();
  return { id, affiliate_id: 1, timestamp, read: true, name: id, url: null, message: '', kind: 'test', version: 1 };
}

const keysOf = (items: Notification[]) => toListRows(items, now).map(({ key }) => key);

it('puts one heading before those of today, of yesterday and of before', () => {
  expect(keysOf([told('a', 0), told('b', 0), told('c', 1), told('d', 2), told('e', 400)])).toEqual([
    'today',
    'a',
    'b',
    'yesterday',
    'c',
    'older',
    'd',
    'e',
  ]);
});

it('has no heading for a day of which there is nothing', () => {
  expect(keysOf([])).toEqual([]);
  expect(keysOf([told('a', 3)])).toEqual(['older', 'a']);
});
