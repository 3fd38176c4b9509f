import { expect, test } from 'vitest';
import { dismissToast, listToasts, showToast, subscribeToToasts } from './toast-store.ts';

test('notifies listeners when a toast is shown and dismissed', () => {
  let notifications = 0;
  const unsubscribe = subscribeToToasts(() => {
    notifications += 1;
  });
  const first = showToast({ text: 'first' });
  const second = showToast({ text: 'second' });
  expect(listToasts().map((toast) => toast.text)).toEqual(['first', 'second']);
  dismissToast(first);
  expect(listToasts().map((toast) => toast.id)).toEqual([second]);
  unsubscribe();
  dismissToast(second);
  expect(listToasts()).toEqual([]);
  expect(notifications).toBe(3);
});
