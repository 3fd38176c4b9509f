import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { retryWaitMs } from './retry-wait.ts';

test('the wait before the next attempt grows, and is never longer than half a minute', () => {
  expect(retryWaitMs(0)).toBeLessThanOrEqual(1_000);
  expect(retryWaitMs(3)).toBeGreaterThanOrEqual(4_000);
  fc.assert(
    fc.property(fc.nat(), (retries) => {
      const waitMs = retryWaitMs(retries);
      return waitMs >= 500 && waitMs <= 30_000;
    }),
  );
});
