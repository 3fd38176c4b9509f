import { expect, test } from 'vitest';
import { dismissToast, listToasts, showToast, subscribeToToasts } from './toast-store.ts';

test('a toast is shown until it is dismissed, and listeners hear of both', () => {
  let heard = 0;
  const unsubscribe = subscribeToToasts(() => {
    heard += 1;
  });
  const first = showToast({ text: 'first' });
  const second = showToast({ text: 'second' });
  expect(listToasts().map((toast) => toast.text)).toEqual(['first', 'second']);
  dismissToast(first);
  expect(listToasts().map((toast) => toast.id)).toEqual([second]);
  unsubscribe();
  dismissToast(second);
  expect(listToasts()).toEqual([]);
  expect(heard).toBe(3);
});
