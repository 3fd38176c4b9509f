import { expect, it } from 'vitest';
import type { Notification } from '#features/notifications/shared/contract.ts';
import { toListRows } from './list-rows.ts';

const now = new Date(2026, 10, 15, 12);

function notification(id: string, daysAgo: number): Notification {
  const timestamp = new Date(2026, 10, 15 - daysAgo, 9).toISOString();
  return { id, affiliate_id: 1, timestamp, read: true, name: id, url: null, message: '', kind: 'test', version: 1 };
}

const keysOf = (items: Notification[]) => toListRows(items, now).map(({ key }) => key);

it('toListRows adds a heading for today, yesterday and older', () => {
  expect(
    keysOf([
      notification('a', 0),
      notification('b', 0),
      notification('c', 1),
      notification('d', 2),
      notification('e', 400),
    ]),
  ).toEqual(['today', 'a', 'b', 'yesterday', 'c', 'older', 'd', 'e']);
});

it('toListRows adds no heading for an empty group', () => {
  expect(keysOf([])).toEqual([]);
  expect(keysOf([notification('a', 3)])).toEqual(['older', 'a']);
});
